import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import {
  memorySkillFiles,
  SkillsExtension,
  type SkillCatalog,
} from '@modelcontextprotocol/server/ext/skills';
import { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { renderSkill, SKILL_NAME } from '../discovery/agent-skill.ts';
import type { Arguments, CallOutcome } from './tool-calls.ts';
import { SETTINGS_URI, TOOLS, type Tool } from './tools.ts';

interface Exchange {
  request: Request;
  /** The body, read and parsed. */
  message: unknown;
  /** Release and commit of the deployment, shown to clients. */
  version: string;
  publicUrl: string;
  /** Runs a tool for the caller of the request; never throws. */
  runTool: (tool: Tool, args: Arguments) => Promise<CallOutcome>;
  /** Called when the library refuses or fails; its message may quote input, so do not log it. */
  onError: (error: Error) => void;
}

// The operations validate, so that a tool refuses exactly what HTTP refuses, in the same words.
const trusting = {
  getValidator: () => (input: unknown) => ({
    valid: true as const,
    data: input as never,
    errorMessage: undefined,
  }),
};

/** Milliseconds; tools only change with a new version of the service. */
const CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const tools = TOOLS.map((tool) => ({
  tool,
  inputSchema: fromJsonSchema<Arguments>(tool.inputSchema, trusting),
}));

/** Server instructions: in which order the tools are used, and what a person has to do. */
const INSTRUCTIONS = `Letterslot makes permanent form endpoints that deliver to a confirmed inbox.

1. One form for each page, not one for each run: look for an endpoint in the page and in AGENTS.md first, and keep it. If
   there is none: create_form with the owner's email address, a name for the form, and an idempotency_key made from a
   secret of the project, the page and the inbox, so that a later run gets the same form.
2. While status is "pending_verification", a person has to open the verification email in that inbox and
   press the button on the page it links to. Tell them so. Never open the link or confirm by program, even
   with access to the inbox: the confirmation is their consent.
3. Poll get_form_status every ${LIMITS.pollIntervalSeconds} seconds until status is "active". The email did not arrive? Ask the person
   to look into the spam folder, then resend_verification.
4. get_install_code, put the code into the site, then send_test_submission. Note the endpoint in AGENTS.md.
5. Later: get_form_settings and set_form_settings change how the form and its emails behave
   (the resource ${SETTINGS_URI} says how), test_form says whether inbox
   and integrations get deliveries, get_form_counts how the form does.

A failed call returns error (a stable code), message, retryable, and what to wait for or do next. Repeat only
what is retryable, after retry_after_seconds where it is given. management_token is a secret. The skill is skill://${SKILL_NAME}/SKILL.md.`;

const SETTINGS_RESOURCE = {
  title: 'Settings of a form',
  description: 'The JSON Schema of what set_form_settings takes, with what each setting means.',
  mimeType: 'application/schema+json',
  cacheHint: CACHE,
};

const SETTINGS_TEXT = JSON.stringify(FormSettings);

const TOO_MUCH = 'The answers of this batch are too large. Not run: send this call by itself.';

/**
 * Runs the tool calls of one batch one after the other, which bounds the answer: calls whose answer
 * no longer fits are not run.
 */
class Batch {
  #last: Promise<unknown> = Promise.resolve();
  #spent = 0;

  run(call: () => Promise<CallOutcome>): Promise<CallOutcome & { text: string }> {
    const turn = this.#last.then(async () => {
      if (this.#spent >= LIMITS.mcpBatchAnswerBytes) throw new Error(TOO_MUCH);
      const outcome = await call();
      const text = JSON.stringify(outcome.body);
      // As structured content, and as text inside a string.
      this.#spent += 2 * Buffer.byteLength(text);
      return { ...outcome, text };
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

let loaded: { url: string; skills: Promise<SkillCatalog> } | undefined;

/** The skill as the extension serves it (SEP-2640), with the bytes that /.well-known has. */
function loadSkills(url: string): Promise<SkillCatalog> {
  if (loaded?.url !== url) {
    const files = memorySkillFiles({ [`${SKILL_NAME}/SKILL.md`]: renderSkill(url) });
    loaded = { url, skills: SkillsExtension.load(files, { strict: true, cacheHint: CACHE }) };
  }
  return loaded.skills;
}

function createServer({ version, runTool }: Exchange, skills: SkillCatalog): McpServer {
  const batch = new Batch();
  const server = new McpServer(
    { name: 'letterslot', title: 'Letterslot', version },
    {
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: trusting,
      cacheHints: { 'tools/list': CACHE, 'server/discover': CACHE },
    },
  );
  skills.attach(server);
  server.registerResource('form-settings', SETTINGS_URI, SETTINGS_RESOURCE, ({ href: uri }) => ({
    contents: [{ uri, mimeType: SETTINGS_RESOURCE.mimeType, text: SETTINGS_TEXT }],
  }));
  for (const { tool, ...schemas } of tools) {
    const { name, title, description, annotations } = tool;
    server.registerTool(name, { title, description, annotations, ...schemas }, async (args) => {
      const { failed, body, text } = await batch.run(() => runTool(tool, args));
      return {
        content: [{ type: 'text', text }],
        structuredContent: body,
        ...(failed && { isError: true }),
      };
    });
  }
  return server;
}

/**
 * Answers one POST without state, by a new server that knows its caller. The library picks the
 * protocol revision.
 */
export async function answerMcp(exchange: Exchange): Promise<Response> {
  const { request, message, onError } = exchange;
  const skills = await loadSkills(exchange.publicUrl);
  const handler = createMcpHandler(() => createServer(exchange, skills), { onerror: onError });
  return handler.fetch(request, { parsedBody: message });
}

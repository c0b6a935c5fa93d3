import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { LIMITS } from '../../contract/limits.ts';
import type { Arguments, Outcome } from './tool-calls.ts';
import { INSTRUCTIONS, TOOLS, type Tool } from './tools.ts';

/** Runs a tool for the caller of one request; never throws. */
export type RunTool = (tool: Tool, args: Arguments) => Promise<Outcome>;

interface Exchange {
  request: Request;
  /** The body, read and parsed. */
  message: unknown;
  /** Release and commit of the deployment, shown to clients. */
  version: string;
  runTool: RunTool;
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

const schemas = TOOLS.map((tool) => ({
  tool,
  input: fromJsonSchema<Arguments>(tool.inputSchema, trusting),
  output: fromJsonSchema(tool.outputSchema, trusting),
}));

const TOO_MUCH = 'The answers of this batch are too large. Not run: send this call by itself.';

/**
 * Runs the tool calls of one batch one after the other, which bounds the answer: calls whose answer
 * no longer fits are not run.
 */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  let spent = 0;
  return (run: () => Promise<Outcome>): Promise<Outcome & { text: string }> => {
    const turn = last.then(async () => {
      if (spent >= LIMITS.mcpBatchAnswerBytes) throw new Error(TOO_MUCH);
      const outcome = await run();
      const text = JSON.stringify(outcome.body);
      // As structured content, and as text inside a string.
      spent += 2 * Buffer.byteLength(text);
      return { ...outcome, text };
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}

function createServer(version: string, runTool: RunTool): McpServer {
  const inTurn = createTurns();
  const server = new McpServer(
    { name: 'letterslot', title: 'Letterslot', version },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: trusting,
      cacheHints: { 'tools/list': CACHE, 'server/discover': CACHE },
    },
  );
  for (const { tool, input, output } of schemas) {
    const { name, title, description, annotations } = tool;
    const config = { title, description, annotations, inputSchema: input, outputSchema: output };
    server.registerTool(name, config, async (args) => {
      const { failed, body, text } = await inTurn(() => runTool(tool, args));
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
 * Answers one POST without state: each exchange gets a new server that knows its caller. The library
 * picks the protocol revision.
 */
export function answerMcp(exchange: Exchange): Promise<Response> {
  const { request, message, version, runTool, onError } = exchange;
  const handler = createMcpHandler(() => createServer(version, runTool), { onerror: onError });
  return handler.fetch(request, { parsedBody: message });
}

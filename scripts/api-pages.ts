import {
  CREDENTIALS,
  decisionTable,
  isDecision,
  jsonBlock,
  renderOperation,
  type Operation,
} from './api-reference.ts';
import { curlCommands } from './curl-command.ts';
import { headingId } from '../src/platform/text/heading-id.ts';
import { linkPages, type ApiPage } from './link-pages.ts';
import type { OpenApi } from './openapi-types.ts';
import { renderSchema, schemaLink, table } from './schema-tables.ts';

/** The first page, which leads to all others. */
const FIRST = 'api.md';
const MAIL_LINKS = 'api/mail-links.md';
const ERRORS = 'api/errors.md';
const SCHEMAS = 'api/schemas.md';

/** A form's life in six calls; the commands take the token from a file. */
const FIRST_CALLS: readonly (readonly [title: string, operationId: string, note: string])[] = [
  [
    'Create',
    'createRoute',
    'The answer has the `form_id`, the `endpoint` and the `management_token`, which is secret. The commands below read it ' +
      'from a [file](#credentials), `token`.',
  ],
  [
    'Confirm',
    'getRoute',
    'The owner of the inbox confirms by a link in an email. Then the `status` is `active`.',
  ],
  [
    'Submit',
    'submitForm',
    'As the form of a website does it. With `_dry_run=true` it is checked and not sent.',
  ],
  [
    'Change a setting',
    'patchSettings',
    'Members that are left out stay; `null` gives one its default. All of them: [settings of a form](form-settings.md).',
  ],
  ['Test', 'testForm', 'The answer says which of the inbox and the integrations got it.'],
  ['Delete', 'deleteRoute', 'There is no way back.'],
];

const INTRO = `# API

Six calls take a form through its life. Then come all others, the [errors](#errors), and the rules of every call.
Programs read [openapi.json](openapi.json), which every deployment serves at \`/openapi.json\`, or \`/llms.txt\`, which has it in brief.
[Concepts](concepts.md) explains the words, and the [fields of a form](concepts.md#fields-with-a-meaning).`;

const RULES = `## Rules of every call

- The examples speak to a service on this machine. Yours answers under its \`PUBLIC_URL\`.
- Answers are JSON in UTF-8, with \`X-Request-Id\`. \`HEAD\` answers like \`GET\`, without a body; neither changes anything.
- \`{formId}\` in a path is the id of the form. A malformed one is answered like an unknown one.
- In an example \`…\` stands for what it leaves out. In tables, what is required or always there is **bold**. An
  object has no other properties unless it says so.
- A request that fails is answered with an [ErrorEnvelope](#errorenvelope), whose \`error\` is one of the
  [codes](#errors). Where \`retryable\` is true the same request may succeed later, after \`Retry-After\` where it is there.
- Every origin may call the service (CORS), submissions with credentials too; no operation reads cookies.
- An operation that serves people too answers with a page where \`Accept\` has \`text/html\` and not \`application/json\`.
- For TypeScript the package has the types of all this: \`import type { paths } from 'letterslot/openapi'\`, as
  [openapi-typescript](https://openapi-ts.dev/) makes them and \`openapi-fetch\` takes them.`;

const HEADER_FILE =
  'All users of a machine see the arguments of its programs, so the commands on these pages read that header from a file: ' +
  '`-H @token` for a management token, `-H @session` and `-H @secret`. To write one, enter `umask 077; cat > token`, the line ' +
  '`Authorization: Bearer lsm_…`, and Ctrl+D.';

function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function firstCalls({ servers }: OpenApi, operations: readonly Operation[]): string[] {
  const calls = FIRST_CALLS.map(([title, id, note]) => {
    const call = operations.find(({ operation }) => operation.operationId === id);
    if (!call) throw new Error(`there is no operation ${id}`);
    const { path, method, operation } = call;
    const [command] = curlCommands(servers[0]?.url ?? '', path, method, operation);
    const all = `[\`${method.toUpperCase()} ${path}\`](#${headingId(operation.summary)})`;
    return `### ${title}\n\n${all}: ${note}\n\n\`\`\`sh\n${command}\n\`\`\``;
  });
  return ['## First calls', ...calls];
}

function overview({ tags }: OpenApi, operations: readonly Operation[]): string[] {
  const parts = tags.flatMap(({ name, description }) => {
    const rows = operations
      .filter(({ operation }) => operation.tags.includes(name) && !isDecision(operation))
      .map(({ path, method, operation: { operationId, summary } }) => [
        `\`${method.toUpperCase()} ${path}\``,
        `[${summary}](#${headingId(summary)})`,
        `\`${operationId}\``,
      ]);
    if (rows.length === 0) return [];
    return [`### ${name}`, description, table(['request', 'what it does', 'operation id'], rows)];
  });
  return [
    '## All calls',
    ...parts,
    `Their schemas are on their pages, and those of more than one page are [schemas](${SCHEMAS}).`,
    `## Pages behind mail links\n\nPeople open them, and no program calls them: [the list](${MAIL_LINKS}).`,
  ];
}

function credentials({ components: { securitySchemes } }: OpenApi): string {
  const rows = Object.entries(securitySchemes).map(
    ([name, { description }]) => `- **${CREDENTIALS[name] ?? name}**: ${description}`,
  );
  return `## Credentials\n\nSent as \`Authorization: Bearer …\`. ${HEADER_FILE}\n\n${rows.join('\n')}`;
}

function firstPage(document: OpenApi, operations: readonly Operation[]): string[] {
  return [
    INTRO,
    ...firstCalls(document, operations),
    ...overview(document, operations),
    RULES,
    `## Errors\n\nEach code, its status and when it comes: [errors](${ERRORS}).`,
    credentials(document),
  ];
}

/** Members of every envelope. */
const ENVELOPE = 5;

function errors({ components, ...document }: OpenApi): string[] {
  const detailed = Object.values(components.examples).filter(
    ({ value }) => Object.keys(value).length > ENVELOPE,
  );
  const codes = Object.entries(document['x-letterslot-error-codes']).map(
    ([code, { status, retryable, description }]) =>
      `### ${code}\n\n${status}${retryable ? ', `retryable`' : ''}. ${description}`,
  );
  return [
    '# Errors',
    `There are no other codes. Every error is an ${schemaLink('ErrorEnvelope')}, and its \`docs\` leads to its code here.`,
    '## Codes',
    ...codes,
    '## Examples',
    'Some errors say more (openapi.json has an example of each code):',
    ...detailed.map(({ value }) => jsonBlock(value)),
  ];
}

function pagesOfTags(document: OpenApi, operations: readonly Operation[]) {
  return document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    return own.every(({ operation }) => isDecision(operation))
      ? {
          path: MAIL_LINKS,
          own,
          parts: ['# Pages behind mail links', description, decisionTable(own)],
        }
      : {
          path: `api/${name.toLowerCase()}.md`,
          own,
          parts: [`# ${name}`, description, ...own.map((each) => renderOperation(document, each))],
        };
  });
}

/** The names of all schemas that a part of the document leads to. */
function schemasIn(
  part: unknown,
  all: OpenApi['components']['schemas'],
  found = new Set<string>(),
) {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)"/g)) {
    if (!found.has(name)) schemasIn(all[name], all, found.add(name));
  }
  return found;
}

/** The page of each schema: that of the only calls that have it, or one for the others. */
function placeSchemas(document: OpenApi, pages: ReturnType<typeof pagesOfTags>) {
  const { schemas } = document.components;
  const used = pages.map(({ path, own }) => ({ path, names: schemasIn(own, schemas) }));
  return Map.groupBy(Object.keys(schemas), (name) => {
    if (name === 'ErrorEnvelope') return ERRORS;
    const [only = SCHEMAS, ...others] = used
      .filter(({ names }) => names.has(name))
      .map(({ path }) => path);
    return others.length > 0 ? SCHEMAS : only;
  });
}

/** The document as pages of Markdown. */
export function renderApiPages(document: OpenApi): ApiPage[] {
  const operations = operationsOf(document);
  const ofTags = pagesOfTags(document, operations);
  const schemas = placeSchemas(document, ofTags);
  const drafts = [
    ...ofTags.filter(({ path }) => path !== MAIL_LINKS),
    ...ofTags.filter(({ path }) => path === MAIL_LINKS),
    { path: ERRORS, parts: errors(document) },
    {
      path: SCHEMAS,
      parts: ['# Schemas', 'Those that more than one page of the [API](api.md) has.'],
    },
    { path: FIRST, parts: firstPage(document, operations) },
  ];
  const pages = drafts.map(({ path, parts }) => {
    const own = (schemas.get(path) ?? []).map((name) => {
      const schema = document.components.schemas[name];
      return `### ${name}\n\n${schema ? renderSchema(schema) : ''}`;
    });
    const head = own.length > 0 && path !== SCHEMAS ? ['## Schemas'] : [];
    return { path, text: `${[...parts, ...head, ...own].join('\n\n')}\n` };
  });
  return linkPages(pages);
}

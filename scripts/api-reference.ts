import { curlCommands } from './curl-command.ts';
import type {
  Answer,
  Content,
  ErrorRow,
  OpenApi,
  OperationObject,
  Parameter,
  Schema,
} from './openapi-types.ts';
import { nameCell, renderSchema, schemaLink, table, typeOf } from './schema-tables.ts';

interface Operation {
  path: string;
  method: string;
  operation: OperationObject;
}

type ErrorCodes = Record<string, ErrorRow>;

const INTRO = `# API reference

Made by \`npm run docs\` from [openapi.json](openapi.json), which every deployment serves at \`/openapi.json\`;
\`/docs\` lists the operations for people, and \`/llms.txt\` has it in brief. [concepts.md](concepts.md) explains the words, and the
[fields of a form](concepts.md#fields-with-a-meaning).

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

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** True for mailed links and the forms on their pages. No program calls these. */
const isDecision = ({ tags }: OperationObject) => tags.includes('Decisions');

function overview({ tags }: OpenApi, operations: readonly Operation[]): string {
  const rows = tags.flatMap(({ name }) =>
    operations
      .filter(({ operation }) => operation.tags.includes(name) && !isDecision(operation))
      .map(({ path, method, operation: { operationId, summary } }) => [
        `\`${method.toUpperCase()} ${path}\``,
        `[${summary}](#${anchor(summary)})`,
        `\`${operationId}\``,
      ]),
  );
  return `## Operations\n\n${table(['request', 'what it does', 'operation id'], rows)}

The pages behind links in mails are [below](#decisions).`;
}

/** People's names for the credentials. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  managementToken: 'management token',
  inboxSession: 'session',
  accountLookupSecret: 'lookup secret',
};

function credentialOf({ security }: OperationObject): string[] {
  const names = security
    .flatMap((row) => Object.keys(row))
    .map((name) => CREDENTIALS[name] ?? name);
  return names.length > 0 ? [`Needs a [credential](#credentials): ${names.join(' or ')}.`] : [];
}

const HEADER_FILE =
  'All users of a machine see the arguments of its programs, so the commands on these pages read that header from a file: ' +
  '`-H @token` for a management token, `-H @session` and `-H @secret`. To write one, enter `umask 077; cat > token`, the line ' +
  '`Authorization: Bearer lsm_…`, and Ctrl+D.';

function renderCredentials({ components: { securitySchemes } }: OpenApi): string {
  const rows = Object.entries(securitySchemes).map(
    ([name, { description }]) => `- **${CREDENTIALS[name] ?? name}**: ${description}`,
  );
  return `## Credentials\n\nSent as \`Authorization: Bearer …\`. ${HEADER_FILE}\n\n${rows.join('\n')}`;
}

function parameterTable(all: readonly Parameter[]): string[] {
  // The introduction has the one that most of them share.
  const parameters = all.filter(({ name }) => name !== 'formId');
  if (parameters.length === 0) return [];
  const rows = parameters.map((parameter) => [
    nameCell(parameter.name, parameter.required),
    parameter.in,
    typeOf(parameter.schema),
    parameter.description,
  ]);
  return [table(['parameter', 'in', 'type', 'meaning'], rows)];
}

/** A named schema is linked; another one says its fields, or what it describes. */
function bodyText({ $ref, properties = {}, description }: Schema): string {
  if ($ref !== undefined) return typeOf({ $ref });
  const names = Object.keys(properties).map((name) => `\`${name}\``);
  return names.length > 0 ? names.join(', ') : (description ?? 'any');
}

function bodyLine({ requestBody }: OperationObject): string[] {
  if (!requestBody) return [];
  const types = Object.keys(requestBody.content).map((type) => `\`${type}\``);
  const [first] = Object.values(requestBody.content);
  return first ? [`Body (${types.join(', ')}): ${bodyText(first.schema)}`] : [];
}

function contentText(content: Record<string, Content> = {}): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (schema.$ref === undefined ? `\`${type}\`` : typeOf(schema)))
    .join(' or ');
}

function answerList({ responses }: OperationObject): string {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, headers = {}, content }]: [string, Answer]) => {
      const sent = Object.entries(headers).map(([name, header]) => {
        return `\`${name}\`: ${header.description}`;
      });
      const body = [contentText(content), ...sent].filter(Boolean).join('; ');
      return `- **${status}**: ${description}${body && ` ${body}`}`;
    })
    .join('\n');
}

const jsonBlock = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

/** The JSON of each success. */
function answerExamples({ responses }: OperationObject): string[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const example = content?.['application/json']?.example;
    return example === undefined ? [] : [`For example ${status}:`, jsonBlock(example)];
  });
}

/** The codes that an operation declares, as its answers' schemas name them. */
function codesOf({ responses }: OperationObject): string[] {
  return Object.values(responses).flatMap(({ content }) => {
    const [, named] = content?.['application/json']?.schema.allOf ?? [];
    return (named?.properties?.['error']?.enum ?? []).map(String);
  });
}

function errorList(codes: ErrorCodes, operation: OperationObject): string[] {
  const named = codesOf(operation).map((code) => {
    const row = codes[code];
    if (!row) throw new Error(`${operation.operationId} names the unknown code ${code}`);
    return `${row.status} \`${code}\``;
  });
  return named.length > 0 ? [`[Errors](#errors): ${named.join(', ')}.`] : [];
}

/** Effects of these pages' buttons; openapi.json has the rest. */
function decisionTable(operations: readonly Operation[]): string {
  const rows = operations
    .filter(({ method }) => method === 'post')
    .map(({ path, operation }) => [`\`${path}\``, operation.description]);
  return `\`GET\` shows the page to who has the token, \`POST\` is its button:\n\n${table(['path', 'what the button does'], rows)}`;
}

function renderOperation(document: OpenApi, { path, method, operation }: Operation): string {
  const [server] = document.servers;
  const commands = curlCommands(server?.url ?? '', path, method, operation);
  return [
    `### ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    operation.description,
    ...credentialOf(operation),
    ...parameterTable(operation.parameters),
    ...bodyLine(operation),
    ...commands.map((command) => `\`\`\`sh\n${command}\n\`\`\``),
    answerList(operation),
    ...answerExamples(operation),
    ...errorList(document['x-letterslot-error-codes'], operation),
  ].join('\n\n');
}

function renderTags(document: OpenApi, operations: readonly Operation[]): string[] {
  return document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const rendered = own.every(({ operation }) => isDecision(operation))
      ? [decisionTable(own)]
      : own.map((operation) => renderOperation(document, operation));
    return [`## ${name}`, description, ...rendered].join('\n\n');
  });
}

/** Members of every envelope. */
const ENVELOPE = 4;

function renderErrors({ components, ...document }: OpenApi): string {
  const codes = document['x-letterslot-error-codes'];
  const detailed = Object.values(components.examples).filter(
    ({ value }) => Object.keys(value).length > ENVELOPE,
  );
  const rows = Object.entries(codes).map(([code, { status, retryable, description }]) => [
    `\`${code}\``,
    String(status),
    yesOrNo(retryable),
    description,
  ]);
  return [
    '## Errors',
    `There are no other codes. Every error is an ${schemaLink('ErrorEnvelope')}.`,
    table(['code', 'status', 'retryable', 'when'], rows),
    'Some errors say more (openapi.json has an example of each code):',
    ...detailed.map(({ value }) => jsonBlock(value)),
  ].join('\n\n');
}

function renderSchemas({ components }: OpenApi): string {
  const all = Object.entries(components.schemas).map(
    ([name, schema]) => `### ${name}\n\n${renderSchema(schema)}`,
  );
  return ['## Schemas', ...all].join('\n\n');
}

/** The whole document as one page of Markdown. */
export function renderApiReference(document: OpenApi): string {
  const operations = operationsOf(document);
  const parts = [
    INTRO,
    renderCredentials(document),
    overview(document, operations),
    ...renderTags(document, operations),
    renderErrors(document),
    renderSchemas(document),
  ];
  return `${parts.join('\n\n')}\n`;
}

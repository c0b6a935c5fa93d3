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
import { nameCell, table, typeOf } from './schema-tables.ts';

export interface Operation {
  path: string;
  method: string;
  operation: OperationObject;
}

type ErrorCodes = Record<string, ErrorRow>;

/** True for mailed links and the forms on their pages. No program calls these. */
export const isDecision = ({ tags }: OperationObject) => tags.includes('Decisions');

/** People's names for the credentials. */
export const CREDENTIALS: Readonly<Record<string, string>> = {
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

export const jsonBlock = (value: unknown) =>
  `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

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
export function decisionTable(operations: readonly Operation[]): string {
  const rows = operations
    .filter(({ method }) => method === 'post')
    .map(({ path, operation }) => [`\`${path}\``, operation.description]);
  return `\`GET\` shows the page to who has the token, \`POST\` is its button:\n\n${table(['path', 'what the button does'], rows)}`;
}

export function renderOperation(document: OpenApi, { path, method, operation }: Operation): string {
  const [server] = document.servers;
  const commands = curlCommands(server?.url ?? '', path, method, operation);
  return [
    `## ${operation.summary}`,
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

import { ERROR_CODES, errorRow, type ErrorCode } from './error-codes.ts';
import {
  ANSWER_EXAMPLES,
  errorExample,
  EXAMPLE_URL,
  ownErrorExample,
  type AnswerKey,
} from './examples.ts';
import { CREDENTIALS, JSON_TYPE, PARAMETERS, TAGS, type Operation } from './operation.ts';
import { OPERATION_IDS, operationOf, type OperationId } from './operations.ts';
import { SCHEMAS } from './schemas.ts';

type Json = Record<string, unknown>;

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const NAMES = new Map<unknown, string>(
  Object.entries(SCHEMAS).map(([name, schema]) => [schema, name]),
);

/** The name of a schema: that in the table, or its title. Others have none. */
function nameOf(schema: unknown): string | undefined {
  const { title } = Object(schema) as { title?: unknown };
  return NAMES.get(schema) ?? (typeof title === 'string' ? title : undefined);
}

type Named = Map<string, unknown>;

/** Copies a schema, replaces each named schema in it by a `$ref`, and adds it to `named`. */
function withReferences(schema: unknown, named: Named): unknown {
  if (Array.isArray(schema)) return schema.map((each) => referTo(each, named));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, referTo(value, named)]);
  return Object.fromEntries(entries);
}

function referTo(schema: unknown, named: Named): unknown {
  const name = nameOf(schema);
  if (name === undefined) return withReferences(schema, named);
  const before = named.get(name) ?? schema;
  if (before !== schema) throw new Error(`two schemas are called ${name}`);
  named.set(name, schema);
  return reference(name);
}

/** The schemas that have names, in the order in which they are met. */
function components(bodies: readonly unknown[]): Json {
  const named: Named = new Map(Object.entries(SCHEMAS));
  for (const body of bodies) referTo(body, named);
  const copies: Json = {};
  // Those that are met on the way are copied in their turn.
  for (const [name, schema] of named) {
    copies[name] = { title: name, ...Object(withReferences(schema, named)) };
  }
  return copies;
}

/** An object with a member for each name, in their order. */
const byName = <Name extends string>(
  names: Iterable<Name>,
  valueOf: (name: Name) => unknown,
): Json => Object.fromEntries(Array.from(names, (name) => [name, valueOf(name)]));

function parameterList({ path, parameters = [] }: Operation): Json[] {
  const inPath = Array.from(
    path.matchAll(/\{(\w+)\}/g),
    ([, name]) => name as 'formId' | 'provider',
  );
  return [...inPath, ...parameters].map((name) => ({ name, ...PARAMETERS[name] }));
}

const requestBody = ({ schema, examples }: NonNullable<Operation['body']>): Json => ({
  required: true,
  content: byName(Object.keys(examples), (type) => ({
    schema: typeof schema === 'string' ? reference(schema) : referTo(schema, new Map()),
    example: examples[type],
  })),
});

const TEXT = { type: 'string' };

/** The answer as plain text. */
function firstFileOf(example: unknown): unknown {
  const { files } = example as { files?: readonly { content: string }[] };
  return files?.[0]?.content;
}

function success(
  { description, schema, mediaType, headers, plainText }: Operation['answers'][number],
  example: unknown,
  pages: Operation['pages'],
): Json {
  const other = mediaType === JSON_TYPE ? { type: 'object' } : TEXT;
  const content = {
    [mediaType ?? JSON_TYPE]: { schema: schema ? reference(schema) : other, example },
    ...(pages && schema && { 'text/html': { schema: TEXT } }),
    ...(plainText && { 'text/plain': { schema: TEXT, example: firstFileOf(example) } }),
  };
  const headerOf = (name: string) => ({
    description: headers?.[name],
    schema: TEXT,
    example: (example as Json)[name],
  });
  return {
    description,
    ...(headers && { headers: byName(Object.keys(headers), headerOf) }),
    ...((schema ?? mediaType) && { content }),
  };
}

/** The errors with one status. Examples that several operations share are under `components`. */
function failure(id: OperationId, operation: Operation, codes: readonly ErrorCode[]): Json {
  const schema = {
    allOf: [reference('ErrorEnvelope'), { properties: { error: { enum: codes } } }],
  };
  const examples = byName(codes, (code) => {
    const value = ownErrorExample(id, operation, code);
    return value ? { value } : { $ref: `#/components/examples/${code}` };
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${errorRow(code).description}`).join(' '),
    content: {
      [JSON_TYPE]: { schema, examples },
      ...(operation.pages && { 'text/html': { schema: TEXT } }),
    },
  };
}

/** Of a request whose head cannot be read or is too large, whatever it asks for. */
const OF_EVERY_HEAD: ErrorCode = 'invalid_json';

function responses(id: OperationId, operation: Operation): Json {
  const { answers, errors, pages } = operation;
  const codes = new Set([...errors, OF_EVERY_HEAD]);
  const byStatus = Map.groupBy(codes, (code) => String(errorRow(code).status));
  return {
    ...Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [
        status,
        success(answer, ANSWER_EXAMPLES[`${id} ${status}` as AnswerKey], pages),
      ]),
    ),
    ...byName(byStatus.keys(), (status) => failure(id, operation, byStatus.get(status) ?? [])),
  };
}

/** The credentials of an operation, each of which is enough. */
function security({ credential }: Operation): Json[] {
  if (credential === undefined) return [];
  const session = credential === 'managementToken' ? [{ inboxSession: [] }] : [];
  return [{ [credential]: [] }, ...session];
}

function pathItems(): Json {
  const paths: Record<string, Json> = {};
  for (const operationId of OPERATION_IDS) {
    const operation = operationOf(operationId);
    const { method, path, tag, summary, description, body } = operation;
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId,
      tags: [tag],
      summary,
      description,
      security: security(operation),
      parameters: parameterList(operation),
      ...(body && { requestBody: requestBody(body) }),
      responses: responses(operationId, operation),
    };
  }
  return paths;
}

/** Examples of the codes that operations answer with in the words of the table. */
function sharedExamples(): Json {
  const shared = OPERATION_IDS.flatMap((id) => {
    const operation = operationOf(id);
    return operation.errors.filter((code) => !ownErrorExample(id, operation, code));
  });
  shared.push(OF_EVERY_HEAD);
  return byName(new Set(shared), (code) => ({ value: errorExample(code) }));
}

/** The whole contract as an OpenAPI 3.1.0 document, served by the deployment at `publicUrl`. */
export function buildOpenApiDocument(publicUrl: string): Json {
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Letterslot',
      version: '1.0.0',
      summary: 'Permanent form endpoints that deliver to a confirmed inbox and keep nothing.',
      description:
        'One request turns an email address into a form endpoint. What visitors post there arrives ' +
        'in that inbox as an email. No account, no API key.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This deployment.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: pathItems(),
    components: {
      schemas: components(OPERATION_IDS.map((id) => operationOf(id).body?.schema)),
      examples: sharedExamples(),
      securitySchemes: byName(Object.keys(CREDENTIALS) as (keyof typeof CREDENTIALS)[], (name) => ({
        type: 'http',
        scheme: 'bearer',
        description: CREDENTIALS[name],
      })),
    },
    'x-letterslot-error-codes': byName(Object.keys(ERROR_CODES) as ErrorCode[], (code) => {
      const { status, retryable = false, description } = errorRow(code);
      return { status, retryable, description };
    }),
  };
  return JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_URL, publicUrl)) as Json;
}

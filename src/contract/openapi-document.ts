import { ERROR_CODES, type ErrorCode, type ErrorRow } from './error-codes.ts';
import {
  ANSWER_EXAMPLES,
  errorExample,
  EXAMPLE_URL,
  ownErrorExample,
  type AnswerKey,
} from './examples.ts';
import { PARAMETERS, type Operation } from './operation.ts';
import { OPERATION_IDS, operationOf, type OperationId } from './operations.ts';
import { SCHEMAS, type SchemaName } from './schemas.ts';

type Json = Record<string, unknown>;

const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

const NAMES = new Map<unknown, SchemaName>(
  Object.entries(SCHEMAS).map(([name, schema]) => [schema, name as SchemaName]),
);

/** Copies a schema and puts a `$ref` wherever a named schema is nested in it. */
function withReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => {
    const name = NAMES.get(value);
    return [key, name ? reference(name) : withReferences(value)];
  });
  return Object.fromEntries(entries);
}

function parameterList({ path, parameters = [] }: Operation): Json[] {
  const inPath = Array.from(
    path.matchAll(/\{(\w+)\}/g),
    ([, name]) => name as 'formId' | 'provider',
  );
  return [...inPath, ...parameters].map((name) => ({ name, ...PARAMETERS[name] }));
}

function requestBody({ body }: Operation): Json | undefined {
  if (!body) return undefined;
  const schema = typeof body.schema === 'string' ? reference(body.schema) : body.schema;
  const content = body.mediaTypes.map((type) => [type, { schema, example: body.examples[type] }]);
  return { required: true, content: Object.fromEntries(content) };
}

function headerList(headers: Record<string, string>, examples: object): Json {
  const values = new Map<string, unknown>(Object.entries(examples));
  const list = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' }, example: values.get(name) },
  ]);
  return Object.fromEntries(list);
}

/** What is answered as plain text where that is asked for. */
function firstFileOf(example: unknown): unknown {
  const { files } = example as { files?: readonly { content: string }[] };
  return files?.[0]?.content;
}

function successes(id: OperationId, operation: Operation): Json {
  const answers = Object.entries(operation.answers).map(([status, answer]) => {
    const type = answer.mediaType ?? 'application/json';
    const schema = answer.schema ? reference(answer.schema) : { type: 'string' };
    const body = answer.mediaType === 'application/json' ? { type: 'object' } : schema;
    const example = ANSWER_EXAMPLES[`${id} ${status}` as AnswerKey];
    const content: Json = { [type]: { schema: body, example } };
    if (operation.pages && answer.schema) content['text/html'] = { schema: { type: 'string' } };
    if (answer.plainText) {
      const text = firstFileOf(example);
      content['text/plain'] = { schema: { type: 'string' }, example: text };
    }
    const hasBody = answer.schema ?? answer.mediaType;
    return [
      status,
      {
        description: answer.description,
        ...(answer.headers && { headers: headerList(answer.headers, Object(example)) }),
        ...(hasBody && { content }),
      },
    ];
  });
  return Object.fromEntries(answers);
}

/** Examples of the codes; those that are no operation's own are under `components`. */
function errorExamples(id: OperationId, operation: Operation, codes: readonly ErrorCode[]): Json {
  const list = codes.map((code) => {
    const value = ownErrorExample(id, operation, code);
    return [code, value ? { value } : { $ref: `#/components/examples/${code}` }];
  });
  return Object.fromEntries(list);
}

function failures(id: OperationId, operation: Operation): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of operation.errors) {
    const { status } = ERROR_CODES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers = [...byStatus].map(([status, codes]) => {
    const envelope = {
      allOf: [reference('ErrorEnvelope'), { properties: { error: { enum: codes } } }],
    };
    const examples = errorExamples(id, operation, codes);
    const content: Json = { 'application/json': { schema: envelope, examples } };
    if (operation.pages) content['text/html'] = { schema: { type: 'string' } };
    const description = codes
      .map((code) => `\`${code}\`: ${ERROR_CODES[code].description}`)
      .join(' ');
    return [status, { description, content }];
  });
  return Object.fromEntries(answers);
}

/** The security schemes, each of which is enough. */
const SECURITY = {
  managementToken: [{ managementToken: [] }, { inboxSession: [] }],
  inboxSession: [{ inboxSession: [] }],
  accountLookupSecret: [{ accountLookupSecret: [] }],
};

function pathItems(): Json {
  const paths: Record<string, Json> = {};
  for (const operationId of OPERATION_IDS) {
    const operation = operationOf(operationId);
    const { method, path, tag, summary, description, credential } = operation;
    const body = requestBody(operation);
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId,
      tags: [tag],
      summary,
      description,
      security: credential ? SECURITY[credential] : [],
      parameters: parameterList(operation),
      ...(body && { requestBody: body }),
      responses: {
        ...successes(operationId, operation),
        ...failures(operationId, operation),
      },
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
  const examples = [...new Set(shared)].map((code) => [code, { value: errorExample(code) }]);
  return Object.fromEntries(examples);
}

/** The document with its own URL in all examples. */
const at = (publicUrl: string, document: Json) =>
  JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_URL, publicUrl)) as Json;

function errorTable(): Json {
  const rows = Object.entries<ErrorRow>(ERROR_CODES).map(
    ([code, { status, retryable = false, description }]) => [
      code,
      { status, retryable, description },
    ],
  );
  return Object.fromEntries(rows);
}

/** The whole contract as an OpenAPI 3.1.0 document, served by the deployment at `publicUrl`. */
export function buildOpenApiDocument(publicUrl: string): Json {
  const schemas = Object.entries(SCHEMAS).map(([title, schema]) => [
    title,
    { title, ...Object(withReferences(schema)) },
  ]);
  return at(publicUrl, {
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
    tags: [
      { name: 'Discovery', description: 'What this deployment is.' },
      { name: 'Install', description: 'Form code to paste into a website.' },
      { name: 'Routes', description: 'Form endpoints and their life.' },
      { name: 'Verification', description: 'How an inbox confirms a route.' },
      {
        name: 'Decisions',
        description:
          'Pages behind the links in emails, for people. Opening one changes nothing; its buttons do.',
      },
      { name: 'Inbox', description: 'What the owner of an inbox sees and does, with a session.' },
      { name: 'Submissions', description: 'What visitors post.' },
      { name: 'Operator', description: 'For a trusted account broker of the deployment.' },
    ],
    paths: pathItems(),
    components: {
      schemas: Object.fromEntries(schemas),
      examples: sharedExamples(),
      securitySchemes: {
        managementToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The management_token that creation and replay return.',
        },
        inboxSession: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A session of an inbox, which its owner gets by a link in an email. It manages every form that ' +
            'delivers to exactly this address, for an hour.',
        },
        accountLookupSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The ACCOUNT_LOOKUP_SECRET of the deployment, held by an account broker.',
        },
      },
    },
    'x-letterslot-error-codes': errorTable(),
  });
}

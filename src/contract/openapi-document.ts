import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { PARAMETERS, type Operation } from './operation.ts';
import { OPERATION_IDS, operationOf } from './operations.ts';
import { SCHEMAS, type SchemaName } from './schemas.ts';

type Json = Record<string, unknown>;

const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

/** Copies a schema and puts a `$ref` wherever a named schema is nested in it. */
function withReferences(schema: unknown, root: SchemaName): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withReferences(item, root));
  if (typeof schema !== 'object' || schema === null) return schema;
  const title = 'title' in schema ? schema.title : undefined;
  if (typeof title === 'string' && title in SCHEMAS && title !== root) {
    return reference(title as SchemaName);
  }
  const entries = Object.entries(schema).map(([key, value]) => [key, withReferences(value, root)]);
  return Object.fromEntries(entries);
}

function parameterList(operation: Operation): Json[] {
  return operation.parameters.map((name) => ({ name, ...PARAMETERS[name] }));
}

function requestBody({ body }: Operation): Json | undefined {
  if (!body) return undefined;
  const schema = typeof body.schema === 'string' ? reference(body.schema) : body.schema;
  const content = body.mediaTypes.map((type) => [type, { schema, example: body.examples[type] }]);
  return { required: true, content: Object.fromEntries(content) };
}

function headerList(headers: Record<string, string>): Json {
  const list = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return Object.fromEntries(list);
}

function successes(operation: Operation): Json {
  const answers = Object.entries(operation.answers).map(([status, answer]) => {
    const type = answer.mediaType ?? 'application/json';
    const schema = answer.schema ? reference(answer.schema) : { type: 'string' };
    const body = answer.mediaType === 'application/json' ? { type: 'object' } : schema;
    const content: Json = { [type]: { schema: body } };
    if (operation.pages && answer.schema) content['text/html'] = { schema: { type: 'string' } };
    if (answer.plainText) content['text/plain'] = { schema: { type: 'string' } };
    const hasBody = answer.schema ?? answer.mediaType;
    return [
      status,
      {
        description: answer.description,
        ...(answer.headers && { headers: headerList(answer.headers) }),
        ...(hasBody && { content }),
      },
    ];
  });
  return Object.fromEntries(answers);
}

function failures(operation: Operation): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of operation.errors) {
    const { status } = ERROR_CODES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers = [...byStatus].map(([status, codes]) => {
    const envelope = {
      allOf: [reference('ErrorEnvelope'), { properties: { error: { enum: codes } } }],
    };
    const content: Json = { 'application/json': { schema: envelope } };
    if (operation.pages) content['text/html'] = { schema: { type: 'string' } };
    const description = codes
      .map((code) => `\`${code}\`: ${ERROR_CODES[code].description}`)
      .join(' ');
    return [status, { description, content }];
  });
  return Object.fromEntries(answers);
}

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
      security: credential ? [{ [credential]: [] }] : [],
      parameters: parameterList(operation),
      ...(body && { requestBody: body }),
      responses: { ...successes(operation), ...failures(operation) },
    };
  }
  return paths;
}

function errorTable(): Json {
  const rows = Object.entries(ERROR_CODES).map(([code, { status, retryable, description }]) => [
    code,
    { status, retryable, description },
  ]);
  return Object.fromEntries(rows);
}

/** The whole contract as an OpenAPI 3.1.0 document, served by the deployment at `publicUrl`. */
export function buildOpenApiDocument(publicUrl: string): Json {
  const schemas = Object.entries(SCHEMAS).map(([name, schema]) => [
    name,
    withReferences(schema, name as SchemaName),
  ]);
  return {
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
      { name: 'Submissions', description: 'What visitors post.' },
      { name: 'Operator', description: 'For a trusted account broker of the deployment.' },
    ],
    paths: pathItems(),
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: {
        managementToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The management_token that creation and replay return.',
        },
        accountLookupSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The ACCOUNT_LOOKUP_SECRET of the deployment, held by an account broker.',
        },
      },
    },
    'x-letterslot-error-codes': errorTable(),
  };
}

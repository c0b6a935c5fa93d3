import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildOpenApiDocument } from '../../src/contract/openapi-document.ts';
import { startService, type Answer, type TestService } from '../support/service.ts';

type Schema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: string;
  schema: Schema;
  example: string;
}

interface OperationObject {
  operationId: string;
  parameters: Parameter[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const document = buildOpenApiDocument('http://localhost') as {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each schema within a schema, with the names on the way to it. */
function* schemasIn(schema: unknown, way: readonly string[]): Generator<[string[], Schema]> {
  if (!isObject(schema)) return;
  yield [[...way], schema];
  for (const [name, member] of Object.entries(Object(schema['properties']))) {
    yield* schemasIn(member, [...way, name]);
  }
  yield* schemasIn(schema['items'], [...way, 'item']);
  yield* schemasIn(schema['additionalProperties'], [...way, 'additional_property']);
  for (const choice of ['oneOf', 'anyOf', 'allOf']) {
    const members = (schema[choice] ?? []) as unknown[];
    for (const [at, member] of members.entries()) yield* schemasIn(member, [...way, `type_${at}`]);
  }
}

const everySchema = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
  Array.from(schemasIn(schema, [name])),
);

/** A name as generators of clients derive it. */
const derivedFrom = (way: readonly string[]) =>
  way
    .flatMap((name) => name.split('_'))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

describe('names in the OpenAPI document', () => {
  it('a choice between shapes names each of them', () => {
    for (const [way, schema] of everySchema)
      for (const choice of ['oneOf', 'anyOf']) {
        const members = (schema[choice] ?? []) as Schema[];
        const unnamed = members.filter((member) => 'properties' in member);
        assert.deepEqual(unnamed, [], way.join('.'));
      }
  });

  it('a named shape is no choice itself but by its references', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const members = [...((schema['anyOf'] ?? schema['oneOf'] ?? []) as Schema[])];
      assert.ok(
        members.every((member) => '$ref' in member),
        name,
      );
    }
  });

  it('no shape has a name that generators make of an operation', () => {
    const ends = ['Result', 'Response', 'Responses', 'Params', 'Body', 'Data', 'Error', 'Errors'];
    const made = new Set(
      operations.flatMap(({ operation: { operationId } }) =>
        ends.map((end) => (operationId + end).toLowerCase()),
      ),
    );
    const taken = Object.keys(document.components.schemas).filter((name) =>
      made.has(name.toLowerCase()),
    );
    assert.deepEqual(taken, []);
  });

  it('no two inline shapes or lists of words get one derived name', () => {
    const named = new Map<string, string>();
    for (const [way, schema] of everySchema) {
      const isOwnType = 'properties' in schema || 'enum' in schema;
      if (!isOwnType) continue;
      const name = derivedFrom(way);
      const before = named.get(name.toLowerCase());
      assert.equal(before, undefined, `${before} and ${way.join('.')} are both ${name}`);
      named.set(name.toLowerCase(), way.join('.'));
    }
    assert.ok(named.size > 80);
  });
});

/** The error code by which a parameter is refused. */
const REFUSED: Record<string, string> = {
  'Idempotency-Key': 'invalid_idempotency_key',
  framework: 'unknown_framework',
  style: 'unknown_framework',
  raw: 'unknown_framework',
  token: 'verification_token_required',
};

const ajv = new Ajv2020({ strict: false });

/** Values that are right, and nearly right. */
function nearValues({ example, schema }: Parameter): string[] {
  const { enum: words = [], maxLength = 200 } = schema as { enum?: string[]; maxLength?: number };
  const misses = words.flatMap((word) => [word, word.toUpperCase(), `${word}x`, ` ${word} `]);
  const few = ['', ' ', '0', '1', '2', '01', 'true', 'null', 'a b', 'é', 'a\tb'];
  return [
    example,
    ...misses,
    ...few,
    ...[maxLength - 1, maxLength, maxLength + 1].map((length) => 'k'.repeat(length)),
  ];
}

/** A body with which a request is right, by its media type. */
function bodyFor(path: string): { type: string; body: string } {
  const json = (value: object) => ({ type: 'application/json', body: JSON.stringify(value) });
  if (path === '/f/{formId}') return json({ message: 'Hello', _dry_run: true });
  if (path === '/v1/routes') return json({ email: 'jo@example.com', alias: 'A' });
  // As mail programs press their own button: only then the token may be in the query.
  return { type: 'application/x-www-form-urlencoded', body: 'List-Unsubscribe=One-Click' };
}

/** Sends a request that is right but for what one parameter may be. */
function send(
  { request }: TestService,
  formId: string,
  { path, method }: (typeof operations)[number],
  parameter: Parameter,
  value: string,
): Promise<Answer> {
  const query = parameter.in === 'query' ? `?${parameter.name}=${encodeURIComponent(value)}` : '';
  const { type, body } = bodyFor(path);
  return request(path.replace('{formId}', formId) + query, {
    method: method.toUpperCase(),
    headers: {
      ...(method !== 'get' && { 'content-type': type }),
      ...(parameter.in === 'header' && { [parameter.name]: value }),
    },
    ...(method !== 'get' && { body }),
  });
}

describe('the OpenAPI document is as strict as the service', () => {
  it('the document and the service refuse the same values of headers and queries', async (test) => {
    const service = await startService(test);
    const { form_id: formId } = await service.activeRoute();
    let refused = 0;
    for (const operation of operations) {
      const { parameters, operationId } = operation.operation;
      for (const parameter of parameters.filter((each) => each.in !== 'path')) {
        const validate = ajv.compile(parameter.schema);
        for (const value of nearValues(parameter)) {
          // HTTP takes the blanks around the value of a header away.
          const given = parameter.in === 'header' ? value.replace(/^[ \t]+|[ \t]+$/g, '') : value;
          const { json } = await send(service, formId, operation, parameter, value);
          const isRefused = json?.error !== undefined && json.error === REFUSED[parameter.name];
          const what = `${operationId} ${parameter.name} ${JSON.stringify(value)}: ${json?.error}`;
          assert.equal(isRefused, !validate(given), what);
          if (isRefused) refused += 1;
        }
      }
    }
    assert.ok(refused > 100, String(refused));
  });

  it('each operation declares what a head that is too large is answered with', async (test) => {
    const { request, activeRoute } = await startService(test);
    const { form_id: formId } = await activeRoute();
    for (const { path, method, operation } of operations) {
      const { schema } = operation.responses['400']?.content?.['application/json'] ?? {};
      assert.match(JSON.stringify(schema), /"invalid_json"/, operation.operationId);
      const { status, json } = await request(path.replace('{formId}', formId), {
        method: method.toUpperCase(),
        headers: { 'x-long': 'x'.repeat(17_000) },
      });
      assert.deepEqual([status, json?.error], [400, 'invalid_json'], operation.operationId);
    }
  });
});

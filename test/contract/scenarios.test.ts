import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { OPERATION_IDS, operationOf, type OperationId } from '../../src/contract/operations.ts';
import { buildOpenApiDocument } from '../../src/contract/openapi-document.ts';
import type { OpenApi } from '../../scripts/openapi-types.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { compareWithExample } from './compare-example.ts';
import { SCENARIOS } from './scenarios.ts';

/** The operation of the last answer, from the log. */
function lastAnswered(log: string): unknown {
  const line = log
    .trimEnd()
    .split('\n')
    .findLast((text) => text.includes('"request_answered"'));
  return (JSON.parse(line ?? '{}') as Record<string, unknown>)['operation'];
}

for (const [key, { env, overrides, run }] of Object.entries(SCENARIOS))
  it(key, async (test) => {
    const settings = typeof env === 'function' ? await env(test) : env;
    const service = await startService(test, settings, overrides?.());
    const answer = await run(service);
    const { status, json } = answer;
    const [operation, outcome = ''] = key.split(' ');
    await until('the answer', () => lastAnswered(service.logText()) === operation);
    if (/^\d+$/.test(outcome)) assert.equal(status, Number(outcome));
    else assert.equal(json?.error, outcome);
    compareWithExample(operation as OperationId, outcome, answer, service.url);
  });

describe('coverage', () => {
  it('every error code but two belongs to an operation', () => {
    const declared = OPERATION_IDS.flatMap((id) => operationOf(id).errors);
    const codes = new Set([...declared, 'not_found', 'method_not_allowed']);
    const stray = new Set(Object.keys(ERROR_CODES)).difference(codes);
    assert.deepEqual(
      Array.from(stray, (code) => `no row of contract/operations.ts has the error ${code}`),
      [],
    );
  });

  it('every answer with a body in the OpenAPI document has an example', () => {
    const { paths } = buildOpenApiDocument('http://localhost') as unknown as OpenApi;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    for (const { operationId, responses } of operations)
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const [{ example, examples = {}, schema } = { schema: {} }] = Object.values(content);
        const codes = schema.allOf?.[1]?.properties?.['error']?.enum ?? [];
        const given = status < '400' ? [example] : codes.map((code) => examples[String(code)]);
        const hasAll = given.every((value) => value !== undefined);
        assert.ok(hasAll || Object.keys(content).length === 0, `${operationId} ${status}`);
      }
  });

  it('every declared outcome of every operation has a scenario', () => {
    const declared = OPERATION_IDS.flatMap((id) => {
      const { errors, answers } = operationOf(id);
      return [...errors, ...Object.keys(answers)].map((outcome) => `${id} ${outcome}`);
    });
    const have = new Set(Object.keys(SCENARIOS));
    assert.deepEqual(
      [
        ...declared.filter((key) => !have.has(key)).map((key) => `no scenario has “${key}”`),
        ...have.difference(new Set(declared)),
      ],
      [],
      'scenarios are in test/contract/<subject>-scenarios.ts',
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { OPERATION_IDS, operationOf, type OperationId } from '../../src/contract/operations.ts';
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

describe('every operation, every declared outcome', () => {
  for (const [key, { env, overrides, run }] of Object.entries(SCENARIOS)) {
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
  }
});

describe('coverage', () => {
  it('every error code belongs to an operation, but two that belong to none', () => {
    const declared = OPERATION_IDS.flatMap((id) => operationOf(id).errors);
    const codes = new Set([...declared, 'not_found', 'method_not_allowed']);
    assert.deepEqual(Object.keys(ERROR_CODES).toSorted(), [...codes].toSorted());
  });

  it('every declared outcome of every operation has a scenario', () => {
    const declared = OPERATION_IDS.flatMap((id) => {
      const { errors, answers } = operationOf(id);
      return [...errors, ...Object.keys(answers)].map((outcome) => `${id} ${outcome}`);
    });
    assert.deepEqual(Object.keys(SCENARIOS).toSorted(), declared.toSorted());
  });
});

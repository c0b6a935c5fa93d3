import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseEmailAddress } from '../../platform/text/email-address.ts';
import type { Delivery } from '../../submissions/delivery.ts';
import { judge } from './index.ts';

const visitor = parseEmailAddress('visitor@elsewhere.example');
assert.ok(visitor);

const OWN = new Set(['forms@letterslot.example']);

const delivery = (challenge: string, isSolved?: boolean): Delivery =>
  ({
    route: { settings: { challenge } },
    submission: { replyTo: visitor },
    isSolved,
  }) as unknown as Delivery;

it('only who has solved a challenge is answered, by a form that asks everybody', () => {
  assert.deepEqual(judge(delivery('always', true), OWN), { to: visitor });
  assert.equal(judge(delivery('always', false), OWN), 'unsolved');
  assert.equal(judge(delivery('always'), OWN), 'unsolved');
  assert.equal(judge(delivery('suspicious', true), OWN), 'unsolved');
});

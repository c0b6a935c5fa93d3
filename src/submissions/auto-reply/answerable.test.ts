import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEmailAddress } from '../../platform/text/email-address.ts';
import type { Delivery } from '../delivery.ts';
import { createIsOwn, judge } from './answerable.ts';

const visitor = parseEmailAddress('visitor@elsewhere.example');
const own = parseEmailAddress('forms@letterslot.example');
assert.ok(visitor && own);

const isOwn = createIsOwn([own]);

const delivery = (challenge: string, isSolved?: boolean): Delivery =>
  ({
    route: { settings: { challenge } },
    submission: { replyTo: visitor },
    isSolved,
  }) as unknown as Delivery;

describe('whom a form answers', () => {
  it('only who has solved a challenge is answered, by a form that asks everybody', () => {
    assert.deepEqual(judge(delivery('always', true), isOwn), { to: visitor });
    assert.equal(judge(delivery('always', false), isOwn), 'unsolved');
    assert.equal(judge(delivery('always'), isOwn), 'unsolved');
    assert.equal(judge(delivery('suspicious', true), isOwn), 'unsolved');
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAnswers } from '../../submissions/auto-reply/index.ts';
import type { Delivery } from '../../submissions/delivery.ts';
import { createDeliverCopies } from './deliver-copies.ts';

/** Nothing is asked of any part before a form is known to need it. */
const NAMES = { operator: 'Operator', sender: 'Forms' };
const keyring = { hashing: { get: () => Buffer.alloc(32) } };
const UNUSED = { letterhead: NAMES, store: {}, ownAddresses: [], keyring, ...NAMES } as never;

it('a submission to a form with neither copies nor an automatic answer waits for no mail behind it', () => {
  const delivery = { route: { settings: {} }, submission: {} } as unknown as Delivery;
  assert.equal(createDeliverCopies(UNUSED)(delivery), undefined);
  assert.equal(createAnswers(UNUSED).answerVisitor(delivery), undefined);
});

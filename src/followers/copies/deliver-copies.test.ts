import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AutoReplies } from '../auto-reply/index.ts';
import type { Route } from '../../forms/route.ts';
import { DeliverCopies } from './deliver-copies.ts';

/** Nothing is asked of any part before a form is known to need it. */
const NAMES = { operator: 'Operator', sender: 'Forms' };
const keyring = { hashing: { get: () => Buffer.alloc(32) } };
const UNUSED = { letterhead: NAMES, store: {}, settings: {}, keyring, ...NAMES } as never;

const FROM = { name: 'Forms', address: 'forms@letterslot.example' };

it('a submission to a form with neither copies nor an automatic reply waits for no mail behind it', () => {
  const form = { settings: {} } as Route;
  assert.equal(new DeliverCopies(UNUSED, UNUSED, UNUSED).at(form), undefined);
  assert.equal(new AutoReplies(UNUSED, UNUSED, FROM).at(form), undefined);
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { keyedDigest } from '../../src/platform/secrets/keyed-hash.ts';
import { Keyring } from '../../src/platform/secrets/keyring.ts';
import { ringOf, seal, unseal, type SealingRing } from '../../src/platform/secrets/sealed-box.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { inStep } from '../support/in-step.ts';
import { startService } from '../support/service.ts';

const KEY = { 'idempotency-key': 'a key of 16 random bytes' };
const FIELDS = { name: 'Ada', message: 'Hello' };

const secrets = { sealing: randomBytes(32), index: randomBytes(32) };
const keyring = new Keyring([{ id: 'k1', secret: secrets.sealing }], secrets.index);
const ENV = {
  SEALING_KEYS: `k1:${secrets.sealing.toString('base64url')}`,
  INDEX_KEY: secrets.index.toString('base64url'),
};

type Kept = { receipt?: string; id: string };

/** A store in which every outcome that is kept is changed first, with the keys of the service. */
const withKept = (change: (kept: Kept, subject: string) => Kept) => (store: Store) => {
  const settle: Store['outcomes']['settle'] = (subject, claim, sealed) => {
    const kept = JSON.parse(unseal(keyring, 'outcome', subject, sealed)) as Kept;
    const changed = seal(keyring, 'outcome', subject, JSON.stringify(change(kept, subject)));
    return store.outcomes.settle(subject, claim, changed);
  };
  return { ...store, outcomes: { ...store.outcomes, settle } };
};

it('a retry gets the very same receipt of a group', async (test) => {
  const overrides = { wrapStore: inStep(10) };
  const { activeRoute, submit, sink } = await startService(test, {}, overrides);
  const { form_id } = await activeRoute();
  const others = Array.from({ length: 9 }, () => submit(form_id, { message: 'Other' }));
  const first = await submit(form_id, FIELDS, KEY);
  await Promise.all(others);
  const receipts = [first.json.receipt];
  assert.match(receipts[0], /~[\w-]+~[\w-]+$/, 'it has a path');
  for (const _again of [1, 2]) receipts.push((await submit(form_id, FIELDS, KEY)).json.receipt);
  assert.equal(new Set(receipts).size, 1);
  assert.equal(sink.mails.length, 10);
});

it('the keys of the service do not open a kept receipt without the Idempotency-Key', async (test) => {
  let [box, subject] = ['', ''];
  const wrapStore = withKept((kept, of) => {
    [box = '', subject] = [kept.receipt, of];
    return kept;
  });
  const { activeRoute, submit } = await startService(test, ENV, { wrapStore });
  const { form_id } = await activeRoute();
  const { receipt } = (await submit(form_id, FIELDS, KEY)).json;
  const openWith = (ring: SealingRing) => unseal(ring, 'receipt', subject, box);
  const ringFor = (...parts: string[]) =>
    ringOf(keyedDigest(keyring, 'submission-receipt', ...parts));
  assert.equal(openWith(ringFor(form_id, KEY['idempotency-key'])), receipt);
  for (const ring of [keyring, ringFor(form_id), ringFor(form_id, ''), ringFor(form_id, 'k')]) {
    assert.throws(() => openWith(ring), /could not be opened/);
  }
});

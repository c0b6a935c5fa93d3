import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { Keyring, type SealingKey } from '../platform/secrets/keyring.ts';
import { UnsealError } from '../platform/secrets/sealed-box.ts';
import { hashOf, idempotencyOf, keyring, newRoute } from '../../test/stores/route-rows.ts';
import { newWebhook } from './targets/webhook.ts';
import { OpenedRoutes } from './opened-routes.ts';
import { newFormId, openRoute, sealRoute } from './route.ts';
import type { RouteRow } from '../platform/stores/route-table.ts';

const HOUR = 3_600_000;

const rowOf = (changes: Parameters<typeof newRoute>[1] = {}): RouteRow =>
  sealRoute(keyring, newRoute('jo@example.com', { status: 'active', ...changes }));

function createOpen(keys: Keyring, now: () => number) {
  const opened = new OpenedRoutes({ keyring: keys, now });
  return (row: RouteRow) => opened.open(row);
}

const open = createOpen(keyring, Date.now);

describe('an opened route', () => {
  it('an opened route is the same frozen object while its row is the same', () => {
    const row = rowOf({ idempotency: idempotencyOf('key') });
    const route = open(row);
    assert.deepEqual(route, openRoute(keyring, row));
    assert.equal(open({ ...row }), route);
    assert.ok(Object.isFrozen(route));
  });

  const config = newWebhook('https://hook.example/in');
  const targets = [{ channel: 'webhook', config, awaited: true }] as const;
  const idempotency = idempotencyOf('key');

  // No route shows when it was suspended. A new field does not compile without a value.
  type Compared = Exclude<keyof RouteRow, 'formId' | 'sealed' | 'suspendedAt'>;
  const changes: { [Name in Compared]: RouteRow[Name] } = {
    status: 'pending_verification',
    mode: 'both',
    owner: hashOf('another owner'),
    quota: hashOf('another inbox'),
    createdAt: 1,
    verificationSentAt: 2,
    tokenNonce: 'another nonce',
    idempotencyKey: hashOf('another key'),
    requestHash: hashOf('another request'),
    stoppedAt: 3,
    unapprovedSince: 4,
  };
  for (const [name, value] of Object.entries(changes))
    it(`an opened route follows a change of ${name} in its row`, () => {
      const row = rowOf({ targets, idempotency });
      const before = open(row);
      const changed = { ...row, [name]: value };
      assert.notDeepEqual(open(changed), before);
      assert.deepEqual(open(changed), openRoute(keyring, changed));
      assert.deepEqual(open(row), before);
    });

  it('an opened route follows a change of its sealed part', () => {
    const route = open(rowOf());
    assert.equal(open(sealRoute(keyring, { ...route, alias: 'Renamed' })).alias, 'Renamed');
  });

  it('an opened route does not open the row of another form', () => {
    const row = rowOf();
    open(row);
    assert.throws(() => open({ ...row, formId: newFormId() }), UnsealError);
  });

  it('an opened route does not open a row whose sealed part was replaced', () => {
    const row = rowOf();
    open(row);
    assert.throws(() => open({ ...row, sealed: rowOf().sealed }), UnsealError);
  });

  it('an opened route is forgotten when its key is retired', () => {
    const [old, next] = ['old', 'next'].map((id) => ({ id, secret: randomBytes(32) }));
    assert.ok(old && next);
    const changed: SealingKey[] = [];
    const keys = new Keyring([old], randomBytes(32), {
      reread: () => (changed.length > 0 ? changed : undefined),
    });
    const openWith = createOpen(keys, Date.now);
    const row = sealRoute(keys, newRoute('jo@example.com'));
    assert.equal(openWith(row), openWith(row));
    changed.push(next);
    keys.refresh();
    assert.throws(() => openWith(row), UnsealError);
  });

  it('an opened route is forgotten after an hour', () => {
    let time = 0;
    const openAt = createOpen(keyring, () => time);
    const row = rowOf();
    const route = openAt(row);
    time = HOUR - 1;
    assert.equal(openAt(row), route);
    time = HOUR;
    assert.notEqual(openAt(row), route);
  });

  it('an opened route is forgotten when more than 10,000 others were opened', () => {
    const openAny = createOpen(keyring, Date.now);
    const row = rowOf();
    const route = openAny(row);
    for (let count = 1; count < 10_000; count += 1) openAny(rowOf());
    assert.equal(openAny(row), route);
    openAny(rowOf());
    assert.notEqual(openAny(row), route);
  });

  it('opened routes are forgotten before their sealed texts take more than 5 million characters', () => {
    const row = rowOf({ alias: 'x'.repeat(2_000_000) });
    const opened = open(row);
    assert.equal(open(row), opened);
    open(rowOf({ alias: 'x'.repeat(2_000_000) }));
    assert.notEqual(open(row), opened);
  });
});

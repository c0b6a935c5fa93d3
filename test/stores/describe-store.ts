import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type FormId,
  newWebhook,
  openRoute,
  sealRoute,
  type Route,
} from '../../src/domain/routes/route.ts';
import { managementTokenOf } from '../../src/domain/routes/management-token.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { describeCounters } from './describe-counters.ts';
import { describeOutcomes } from './describe-outcomes.ts';
import { describeRates } from './describe-rates.ts';
import { describeSteering } from './describe-steering.ts';
import type { OpenStore } from './open-store.ts';
import { hashOf, idempotencyOf, keyring, newRoute } from './route-rows.ts';

const JUNE = Date.UTC(2025, 6, 1) / 1000;

const addRoute = async (store: Store, route: Route): Promise<void> => {
  assert.equal(await store.routes.insert(sealRoute(keyring, route)), true);
};

/** A route as data, in which absent and undefined are one. */
const facts = (route: Route | undefined): unknown =>
  route && (JSON.parse(JSON.stringify(route)) as unknown);

async function findRoute(store: Store, formId: FormId): Promise<Route | undefined> {
  const row = await store.routes.find(formId);
  return row && openRoute(keyring, row);
}

/** The text as any of the three alignments of base64 would show it, and plain. */
function spellings(text: string): string[] {
  const encoded = [0, 1, 2].map((padding) => {
    const bytes = Buffer.concat([Buffer.alloc(padding), Buffer.from(text)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    return whole.slice(Math.ceil((padding * 4) / 3));
  });
  const urlSafe = encoded.map((spelling) => spelling.replaceAll('+', '-').replaceAll('/', '_'));
  return [text, Buffer.from(text).toString('hex'), ...encoded, ...urlSafe];
}

function describeRoutes(open: OpenStore): void {
  it('finds a route as it was inserted, by its id and by its idempotency key', async (test) => {
    const { store } = await open(test);
    const bare = newRoute('jo@example.com');
    const full = newRoute('jo@example.com', {
      idempotency: idempotencyOf('key'),
      verificationSentAt: Date.UTC(2099, 0, 1),
      alias: 'Größe 😀',
      mode: 'both',
      webhook: newWebhook('https://hook.example/in'),
    });
    const rows = [bare, full].map((route) => sealRoute(keyring, route));
    for (const row of rows) {
      assert.equal(await store.routes.insert(row), true);
      assert.deepEqual({ ...(await store.routes.find(row.formId)) }, row);
    }
    assert.deepEqual(facts(await findRoute(store, bare.formId)), facts(bare));
    const row = await store.routes.findByIdempotencyKey(idempotencyOf('key').key);
    assert.deepEqual(facts(row && openRoute(keyring, row)), facts(full));
    assert.equal(await store.routes.findByIdempotencyKey(idempotencyOf('other').key), undefined);
    assert.equal(await store.routes.find(newRoute('jo@example.com').formId), undefined);
  });

  it('inserts one of many routes with one idempotency key', async (test) => {
    const { store } = await open(test);
    const idempotency = idempotencyOf('key');
    const rivals = Array.from({ length: 50 }, () => newRoute('jo@example.com', { idempotency }));
    const results = await Promise.all(
      rivals.map((route) => store.routes.insert(sealRoute(keyring, route))),
    );
    assert.equal(results.filter(Boolean).length, 1);
    const winner = rivals[results.indexOf(true)];
    assert.equal(
      (await store.routes.findByIdempotencyKey(idempotency.key))?.formId,
      winner?.formId,
    );
    const kept = await Promise.all(rivals.map(({ formId }) => store.routes.find(formId)));
    assert.equal(kept.filter(Boolean).length, 1);
  });

  it('inserts any number of routes without an idempotency key', async (test) => {
    const { store } = await open(test);
    for (let count = 0; count < 3; count += 1) await addRoute(store, newRoute('jo@example.com'));
  });

  it('does not replace a route by another of the same id', async (test) => {
    const { store } = await open(test);
    const route = newRoute('jo@example.com');
    await addRoute(store, route);
    const rival = newRoute('other@example.com', { formId: route.formId });
    assert.equal(await store.routes.insert(sealRoute(keyring, rival)), false);
    assert.equal((await findRoute(store, route.formId))?.address, 'jo@example.com');
  });

  it('activates a route, once or again, and no other', async (test) => {
    const { store } = await open(test);
    const [route, other] = [newRoute('jo@example.com'), newRoute('jo@example.com')];
    await addRoute(store, route);
    await addRoute(store, other);
    assert.equal(await store.routes.hasActiveRoute(route.inbox.owner), false);
    assert.equal(await store.routes.activate(route.formId, undefined), true);
    assert.equal(await store.routes.activate(route.formId, undefined), true);
    assert.equal((await findRoute(store, route.formId))?.status, 'active');
    assert.equal((await findRoute(store, other.formId))?.status, 'pending_verification');
    assert.equal(await store.routes.activate(newRoute('jo@example.com').formId, undefined), false);
  });

  it('activates a route only for the stop it was asked about', async (test) => {
    const { store } = await open(test);
    const route = newRoute('jo@example.com', { status: 'active' });
    await addRoute(store, route);
    assert.equal(await store.routes.withdraw(route.formId, 5), true);
    assert.equal(
      await store.routes.withdraw(route.formId, 5),
      true,
      'as one whose answer was lost',
    );
    assert.equal(await store.routes.withdraw(route.formId, 6), false);
    assert.equal(await store.routes.activate(route.formId, undefined), false);
    assert.equal(await store.routes.activate(route.formId, 4), false);
    assert.equal((await findRoute(store, route.formId))?.withdrawnAt, 5);
    assert.equal(await store.routes.activate(route.formId, 5), true);
    assert.equal((await findRoute(store, route.formId))?.withdrawnAt, undefined);
  });

  it('removes as unconfirmed neither an active route nor a stopped one', async (test) => {
    const { store } = await open(test);
    const [pending, active] = [
      newRoute('a@example.com'),
      newRoute('b@example.com', { status: 'active' }),
    ];
    await addRoute(store, pending);
    await addRoute(store, active);
    assert.equal(await store.routes.removeUnconfirmed(pending.formId), true);
    assert.equal(await store.routes.removeUnconfirmed(active.formId), false);
    await store.routes.withdraw(active.formId, 5);
    assert.equal(await store.routes.removeUnconfirmed(active.formId), false);
    assert.ok(await findRoute(store, active.formId));
  });

  it('knows an owner by the exact address, as long as an active route exists', async (test) => {
    const { store } = await open(test);
    const route = newRoute('j.doe@example.com', { status: 'active' });
    const twin = newRoute('jdoe@example.com');
    await addRoute(store, route);
    await addRoute(store, twin);
    assert.equal(twin.inbox.quota, route.inbox.quota);
    assert.equal(await store.routes.hasActiveRoute(route.inbox.owner), true);
    assert.equal(await store.routes.hasActiveRoute(twin.inbox.owner), false);
    await store.routes.remove(route.formId);
    assert.equal(await store.routes.hasActiveRoute(route.inbox.owner), false);
  });

  it('marks when the verification mail was sent', async (test) => {
    const { store } = await open(test);
    const route = newRoute('jo@example.com');
    await addRoute(store, route);
    await store.routes.markVerificationSent(route.formId, route.createdAt + 5);
    assert.deepEqual(
      facts(await findRoute(store, route.formId)),
      facts({
        ...route,
        verificationSentAt: route.createdAt + 5,
      }),
    );
    await store.routes.markVerificationSent(newRoute('jo@example.com').formId, 5);
  });

  it('removes a route once, and frees its idempotency key', async (test) => {
    const { store } = await open(test);
    const idempotency = idempotencyOf('key');
    const route = newRoute('jo@example.com', { idempotency });
    await addRoute(store, route);
    await store.routes.remove(route.formId);
    await store.routes.remove(route.formId);
    assert.equal(await store.routes.find(route.formId), undefined);
    assert.equal(await store.routes.activate(route.formId, undefined), false);
    await addRoute(store, newRoute('jo@example.com', { idempotency }));
  });

  it('removes routes that nobody confirmed in time, never active ones', async (test) => {
    const { store } = await open(test);
    const createdAt = Date.UTC(2025, 0, 1);
    const old = newRoute('a@example.com', { createdAt: createdAt - 1 });
    const active = newRoute('b@example.com', { createdAt: createdAt - 1, status: 'active' });
    const young = newRoute('c@example.com', { createdAt });
    for (const route of [old, active, young]) await addRoute(store, route);
    await store.routes.removeUnverifiedBefore(createdAt);
    assert.equal(await store.routes.find(old.formId), undefined);
    assert.ok(await store.routes.find(active.formId));
    assert.ok(await store.routes.find(young.formId));
  });
}

function describeKeeping(open: OpenStore): void {
  it('keeps everything when it is closed and opened again', async (test) => {
    const { store, reopen } = await open(test);
    const route = newRoute('jo@example.com', { idempotency: idempotencyOf('key') });
    await addRoute(store, route);
    await store.routes.activate(route.formId, undefined);
    await store.counters.take(hashOf('a'), JUNE, 9);
    await store.addKeyCheck('index', 'check');
    const again = await reopen();
    assert.deepEqual(
      facts(await findRoute(again, route.formId)),
      facts({ ...route, status: 'active' }),
    );
    assert.equal(await again.routes.hasActiveRoute(route.inbox.owner), true);
    assert.equal(await again.counters.take(hashOf('a'), JUNE, 9), 2);
    assert.deepEqual(await again.listKeyChecks(), new Map([['index', 'check']]));
  });

  it('keeps writes that were under way when it was closed', async (test) => {
    const { store, reopen } = await open(test);
    const writes = Array.from({ length: 20 }, () => store.counters.take(hashOf('a'), JUNE, 99));
    const again = await reopen();
    assert.equal((await Promise.all(writes)).length, 20);
    assert.equal(await again.counters.take(hashOf('a'), JUNE, 99), 21);
  });

  it('keeps the first check value of a key', async (test) => {
    const { store } = await open(test);
    assert.deepEqual(await store.listKeyChecks(), new Map());
    await store.addKeyCheck('index', 'first');
    await store.addKeyCheck('index', 'second');
    await store.addKeyCheck('sealing k1', 'third');
    const checks = new Map([
      ['index', 'first'],
      ['sealing k1', 'third'],
    ]);
    assert.deepEqual(await store.listKeyChecks(), checks);
  });

  it('holds no address, alias or token that could be read', async (test) => {
    const { store, dump } = await open(test);
    const webhook = newWebhook('https://hook.canary-receiver.example/in');
    const route = newRoute('canary.owner@canary-domain.example', {
      alias: 'Canary form of nobody',
      mode: 'webhook',
      webhook,
      idempotency: idempotencyOf('canary-idempotency-key'),
    });
    await addRoute(store, route);
    await store.counters.take(route.inbox.quota, JUNE, 9);
    const text = await dump();
    assert.ok(text.includes(route.formId) && text.includes(route.inbox.quota), 'the dump has rows');
    const token = managementTokenOf(keyring, route).slice(4);
    const canaries = [
      route.address,
      'canary.owner',
      'canary-domain',
      route.alias,
      'Canary form',
      'canary-idempotency-key',
      token,
      webhook.url,
      'canary-receiver',
      webhook.secret.slice(6),
    ];
    for (const canary of canaries) {
      for (const spelling of spellings(canary)) assert.ok(!text.includes(spelling), canary);
    }
    assert.ok(!text.toLowerCase().includes('canary'));
  });

  it('refuses to work once it is closed', async (test) => {
    const { store } = await open(test);
    await store.close();
    await assert.rejects(store.counters.take(hashOf('a'), JUNE, 9));
    await assert.rejects(store.routes.find(newRoute('jo@example.com').formId));
  });
}

/** What every driver of the Store port has to pass. */
export function describeStore(name: string, open: OpenStore): void {
  describe(`${name}: counters`, () => describeCounters(open));
  describe(`${name}: rates`, () => describeRates(open));
  describe(`${name}: outcomes`, () => describeOutcomes(open));
  describe(`${name}: steering`, () => describeSteering(open));
  describe(`${name}: routes`, () => describeRoutes(open));
  describe(`${name}: what is kept`, () => describeKeeping(open));
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TO_INBOX } from '../../src/forms/targets/channels.ts';
import { newWebhook } from '../../src/forms/targets/webhook.ts';
import { LIST_START } from '../../src/platform/stores/route-table.ts';
import { openRoute, sealRoute } from '../../src/forms/route.ts';
import type { OpenStore } from './open-store.ts';
import {
  addRoute,
  facts,
  findRoute,
  idempotencyOf,
  keyring,
  newRoute,
  plain,
} from './route-rows.ts';

export function describeRoutes(open: OpenStore): void {
  it('a route is found as it was inserted, by its id and by its idempotency key', async (test) => {
    const { store } = await open(test);
    const bare = newRoute('jo@example.com');
    const full = newRoute('jo@example.com', {
      idempotency: idempotencyOf('key'),
      verificationSentAt: Date.UTC(2099, 0, 1),
      alias: 'Größe 😀',
      targets: [
        TO_INBOX,
        { channel: 'webhook', config: newWebhook('https://hook.example/in'), awaited: false },
      ],
    });
    const rows = [bare, full].map((route) => sealRoute(keyring, route));
    for (const row of rows) {
      assert.equal(await store.routes.insert(row), true);
      assert.deepEqual(plain(await store.routes.find(row.formId)), row);
    }
    assert.deepEqual(facts(await findRoute(store, bare.formId)), facts(bare));
    const row = await store.routes.findByIdempotencyKey(idempotencyOf('key').key);
    assert.deepEqual(facts(row && openRoute(keyring, row)), facts(full));
    assert.equal(await store.routes.findByIdempotencyKey(idempotencyOf('other').key), undefined);
    assert.equal(await store.routes.find(newRoute('jo@example.com').formId), undefined);
  });

  it('one of many concurrent routes with one idempotency key is inserted', async (test) => {
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

  it('routes without an idempotency key never exclude each other', async (test) => {
    const { store } = await open(test);
    for (let count = 0; count < 3; count += 1) await addRoute(store, newRoute('jo@example.com'));
  });

  it('a route is not inserted where its inbox has as many as are allowed', async (test) => {
    const { store } = await open(test);
    const rows = Array.from({ length: 3 }, () => sealRoute(keyring, newRoute('jo@example.com')));
    const inserted: boolean[] = [];
    for (const row of rows) inserted.push(await store.routes.insert(row, 2));
    assert.deepEqual(inserted, [true, true, false]);
    const { quota } = rows[0] ?? assert.fail('no row');
    assert.equal(await store.routes.countByQuota(quota), 2);
    assert.equal(
      await store.routes.insert(sealRoute(keyring, newRoute('al@example.com')), 2),
      true,
    );
    assert.equal(await store.routes.insert(rows[2] ?? assert.fail('no row'), 3), true);
  });

  it('a route is not replaced by another with the same id', async (test) => {
    const { store } = await open(test);
    const route = newRoute('jo@example.com');
    await addRoute(store, route);
    const rival = newRoute('other@example.com', { formId: route.formId });
    assert.equal(await store.routes.insert(sealRoute(keyring, rival)), false);
    assert.equal((await findRoute(store, route.formId))?.address, 'jo@example.com');
  });

  it('activating a route, even twice, leaves every other route', async (test) => {
    const { store } = await open(test);
    const [route, other] = [newRoute('jo@example.com'), newRoute('jo@example.com')];
    await addRoute(store, route);
    await addRoute(store, other);
    assert.equal(await store.routes.isConfirmedInbox(route.inbox.owner), false);
    assert.equal(await store.routes.activate(route.formId, undefined), true);
    assert.equal(await store.routes.activate(route.formId, undefined), true);
    assert.equal((await findRoute(store, route.formId))?.status, 'active');
    assert.equal((await findRoute(store, other.formId))?.status, 'pending_verification');
    assert.equal(await store.routes.activate(newRoute('jo@example.com').formId, undefined), false);
  });

  it('a stopped route is activated only by the answer to that stop', async (test) => {
    const { store } = await open(test);
    const route = newRoute('jo@example.com', { status: 'active' });
    await addRoute(store, route);
    assert.equal(await store.routes.stop(route.formId, 5), true);
    assert.equal(await store.routes.stop(route.formId, 5), true, 'as one whose answer was lost');
    assert.equal(await store.routes.stop(route.formId, 6), false);
    assert.equal(await store.routes.activate(route.formId, undefined), false);
    assert.equal(await store.routes.activate(route.formId, 4), false);
    assert.equal((await findRoute(store, route.formId))?.stoppedAt, 5);
    assert.equal(await store.routes.activate(route.formId, 5), true);
    assert.equal((await findRoute(store, route.formId))?.stoppedAt, undefined);
  });

  it('a new nonce of the token is stored for a route that has not changed since it was read, and is not suspended', async (test) => {
    const { store } = await open(test);
    const { routes } = store;
    const route = newRoute('jo@example.com');
    const renewed = (tokenNonce: string) => ({ ...sealRoute(keyring, route), tokenNonce });
    assert.equal(await routes.renewToken(route.formId, renewed('~none'), renewed('~none')), false);
    await addRoute(store, route);
    const first = (await routes.find(route.formId)) ?? assert.fail();
    assert.equal(await routes.renewToken(route.formId, first, renewed('~new')), true);
    assert.equal(await routes.renewToken(route.formId, first, renewed('~stale')), false);
    const second = (await routes.find(route.formId)) ?? assert.fail();
    const { owner } = newRoute('mo@example.com').inbox;
    const foreign = { ...second, owner };
    assert.equal(await routes.renewToken(route.formId, foreign, renewed('~other')), false);
    await routes.suspend(route.formId, 5);
    assert.equal(await routes.renewToken(route.formId, second, renewed('~newest')), false);
    await routes.resume(route.formId);
    assert.equal((await findRoute(store, route.formId))?.tokenNonce, '~new');
  });

  it('a route moves to another inbox once, unless it has changed, is stopped or suspended', async (test) => {
    const { store } = await open(test);
    const { routes } = store;
    const active = newRoute('jo@example.com', { status: 'active', unapprovedSince: 5 });
    const pending = newRoute('jo@example.com');
    await addRoute(store, active);
    await addRoute(store, pending);
    const next = newRoute('client@example.com', { formId: active.formId, tokenNonce: '~next' });
    const [before, after] = [sealRoute(keyring, active), sealRoute(keyring, next)];
    const stored = await routes.find(active.formId);
    assert.ok(stored);
    const from = { sealed: stored.sealed, owner: stored.owner };
    assert.notEqual(before.sealed, stored.sealed, 'each sealing is another text');
    for (const other of [
      { ...from, sealed: before.sealed },
      { ...from, owner: after.owner },
    ]) {
      assert.equal(await routes.handOver(active.formId, other, after), false);
    }
    assert.equal(await routes.handOver(pending.formId, from, after), false);
    await routes.suspend(active.formId, 7);
    assert.equal(await routes.handOver(active.formId, from, after), false);
    await routes.resume(active.formId);
    assert.equal(await routes.handOver(active.formId, from, after), true);
    const again = { ...after, tokenNonce: '~again' };
    assert.equal(await routes.handOver(active.formId, from, again), false);
    const moved = await findRoute(store, active.formId);
    assert.deepEqual(
      [moved?.address, moved?.inbox, moved?.tokenNonce, moved?.unapprovedSince, moved?.status],
      [next.address, next.inbox, '~next', undefined, 'active'],
    );
    const listed = await routes.listByOwner(next.inbox.owner, LIST_START, 10);
    assert.deepEqual(
      listed.map(({ formId }) => formId),
      [active.formId],
    );
  });

  it('removing unconfirmed routes spares active and stopped ones', async (test) => {
    const { store } = await open(test);
    const [pending, active] = [
      newRoute('a@example.com'),
      newRoute('b@example.com', { status: 'active' }),
    ];
    await addRoute(store, pending);
    await addRoute(store, active);
    assert.equal(await store.routes.removeUnconfirmed(pending.formId), true);
    assert.equal(await store.routes.removeUnconfirmed(active.formId), false);
    await store.routes.stop(active.formId, 5);
    assert.equal(await store.routes.removeUnconfirmed(active.formId), false);
    assert.ok(await findRoute(store, active.formId));
  });

  it('an exact address is known as an owner while it has an active route', async (test) => {
    const { store } = await open(test);
    const route = newRoute('j.doe@example.com', { status: 'active' });
    const twin = newRoute('jdoe@example.com');
    await addRoute(store, route);
    await addRoute(store, twin);
    assert.equal(twin.inbox.quota, route.inbox.quota);
    assert.equal(await store.routes.isConfirmedInbox(route.inbox.owner), true);
    assert.equal(await store.routes.isConfirmedInbox(twin.inbox.owner), false);
    await store.routes.remove(route.formId);
    assert.equal(await store.routes.isConfirmedInbox(route.inbox.owner), false);
  });

  it('the time of the verification mail is stored', async (test) => {
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

  it('removing a route frees its idempotency key', async (test) => {
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

  it('the sweep removes routes that nobody confirmed in time, never active ones', async (test) => {
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

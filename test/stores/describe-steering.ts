import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openRoute, sealRoute, type Route } from '../../src/forms/route.ts';
import { type RouteRow, LIST_START } from '../../src/platform/stores/route-table.ts';
import type { OpenStore } from './open-store.ts';
import { idempotencyOf, keyring, newRoute, plain } from './route-rows.ts';

/** What operators and owners do with routes: list, suspend, resume, approve, seal again. */
export function describeSteering(open: OpenStore): void {
  it('routes are listed page by page in the order of their ids', async (test) => {
    const { routes } = (await open(test)).store;
    const rows = Array.from({ length: 7 }, () => sealRoute(keyring, newRoute('jo@example.com')));
    for (const row of rows) await routes.insert(row);
    const sorted = rows.map(({ formId }) => formId).toSorted();
    const first = await routes.listAfter('', 5);
    const last = first.at(-1)?.formId ?? '';
    const second = await routes.listAfter(last, 5);
    assert.deepEqual(
      [...first, ...second].map(({ formId }) => formId),
      sorted,
    );
    assert.deepEqual(await routes.listAfter(sorted.at(-1) ?? '', 5), []);
  });

  it("an owner's routes are listed page by page, oldest first, also where many are of one moment", async (test) => {
    const { routes } = (await open(test)).store;
    const ages = [5, 1, 5, 3, 5, 5, 9, 5];
    const rows = ages.map((createdAt) =>
      sealRoute(keyring, newRoute('jo@example.com', { createdAt })),
    );
    for (const row of [...rows, sealRoute(keyring, newRoute('al@example.com', { createdAt: 4 }))]) {
      await routes.insert(row);
    }
    const { owner } = newRoute('jo@example.com').inbox;
    const listed: RouteRow[] = [];
    for (;;) {
      const page = await routes.listByOwner(owner, listed.at(-1) ?? LIST_START, 3);
      assert.ok(page.length <= 3);
      if (page.length === 0) break;
      listed.push(...page);
    }
    assert.deepEqual(
      listed.map(({ createdAt }) => createdAt),
      ages.toSorted((left, right) => left - right),
    );
    assert.deepEqual(
      new Set(listed.map(({ formId }) => formId)),
      new Set(rows.map(({ formId }) => formId)),
    );
    assert.deepEqual(plain(listed[0]), rows[1]);
  });

  it('a suspended route is hidden, and resumes as it was', async (test) => {
    const { routes } = (await open(test)).store;
    const idempotency = idempotencyOf('key');
    const route = newRoute('jo@example.com', { status: 'active', idempotency });
    const { formId, inbox } = route;
    await routes.insert(sealRoute(keyring, route));
    assert.equal(await routes.suspend(formId, 5), true);
    assert.equal(await routes.suspend(formId, 5), true, 'as one whose answer was lost');
    assert.equal(await routes.suspend(formId, 6), false);
    assert.equal(await routes.find(formId), undefined);
    assert.deepEqual(await routes.listByOwner(inbox.owner, LIST_START, 9), []);
    assert.equal(await routes.isConfirmedInbox(inbox.owner), false);
    assert.equal(await routes.activate(formId, undefined), false);
    assert.equal(await routes.findByIdempotencyKey(idempotency.key), undefined);
    assert.equal((await routes.listAfter('', 9))[0]?.suspendedAt, 5);
    assert.equal((await routes.findEvenSuspended(formId))?.suspendedAt, 5);
    assert.equal(await routes.findEvenSuspended(newRoute('jo@example.com').formId), undefined);
    const successor = newRoute('jo@example.com', { idempotency });
    assert.equal(await routes.insert(sealRoute(keyring, successor)), true, 'the key is free');
    await routes.resume(formId);
    await routes.resume(formId);
    const found = await routes.find(formId);
    assert.ok(found && found.suspendedAt === null);
    assert.equal(openRoute(keyring, found).status, 'active');
  });

  it('an approval changes only its own route in the state it was given for', async (test) => {
    const { routes } = (await open(test)).store;
    const route = newRoute('jo@example.com', { status: 'active', unapprovedSince: 5 });
    const other = newRoute('jo@example.com', { status: 'active', unapprovedSince: 5 });
    for (const one of [route, other]) await routes.insert(sealRoute(keyring, one));
    const sinceOf = async ({ formId }: Route) =>
      (await routes.findEvenSuspended(formId))?.unapprovedSince;
    assert.equal(await sinceOf(route), 5);
    assert.equal(await routes.approve(route.formId, 4), false);
    assert.equal(await routes.suspend(route.formId, 6), true);
    assert.equal(await routes.approve(route.formId, 5), false, 'suspended by the operator');
    await routes.resume(route.formId);
    assert.equal(await routes.stop(route.formId, 7), true);
    assert.equal(await routes.approve(route.formId, 5), false, 'stopped by its owner');
    assert.equal(await routes.activate(route.formId, 7, 5), true);
    assert.equal(await sinceOf(route), 5);
    assert.equal(await routes.approve(route.formId, 5), true);
    assert.equal(await routes.approve(route.formId, 5), false);
    assert.equal(await sinceOf(route), null);
    assert.equal(await sinceOf(other), 5);
    assert.equal(await routes.activate(other.formId, undefined), true);
    assert.equal(await sinceOf(other), null, 'its owner confirmed it');
  });

  it('a row is re-encrypted only while it is unchanged', async (test) => {
    const { routes } = (await open(test)).store;
    const route = newRoute('jo@example.com');
    const [before, after] = [sealRoute(keyring, route), sealRoute(keyring, route)];
    await routes.insert(before);
    assert.equal(await routes.reseal(route.formId, before.sealed, after.sealed), true);
    assert.equal(await routes.reseal(route.formId, before.sealed, before.sealed), false);
    assert.equal((await routes.find(route.formId))?.sealed, after.sealed);
  });

  it('the sweep removes more unverified routes than one statement does', async (test) => {
    const { routes } = (await open(test)).store;
    const rows = Array.from({ length: 2_100 }, () =>
      sealRoute(keyring, newRoute('jo@example.com', { createdAt: 1 })),
    );
    await Promise.all(rows.map((row) => routes.insert(row)));
    await routes.removeUnverifiedBefore(2);
    assert.deepEqual(await routes.listAfter('', 1), []);
  });

  it('the check value of a key can be removed', async (test) => {
    const { store } = await open(test);
    await store.addKeyCheck('sealing key k1', 'check');
    await store.removeKeyCheck('sealing key k1');
    assert.deepEqual(await store.listKeyChecks(), new Map());
    await store.ping();
  });
}

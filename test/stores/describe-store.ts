import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeCounters } from './describe-counters.ts';
import { describeCounts } from './describe-counts.ts';
import { describeOutcomes } from './describe-outcomes.ts';
import { describeRates } from './describe-rates.ts';
import { describeRoutes } from './describe-routes.ts';
import { describeSteering } from './describe-steering.ts';
import type { OpenStore } from './open-store.ts';
import { addRoute, facts, findRoute, hashOf, idempotencyOf, newRoute } from './route-rows.ts';

const JUNE = Date.UTC(2025, 6, 1) / 1000;

function describeKeeping(open: OpenStore): void {
  it('a store keeps everything when it is closed and opened again', async (test) => {
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
    assert.equal(await again.routes.isConfirmedInbox(route.inbox.owner), true);
    assert.equal(await again.counters.take(hashOf('a'), JUNE, 9), 2);
    assert.deepEqual(await again.listKeyChecks(), new Map([['index', 'check']]));
  });

  it('a store keeps writes that were under way when it was closed', async (test) => {
    const { store, reopen } = await open(test);
    const writes = Array.from({ length: 20 }, () => store.counters.take(hashOf('a'), JUNE, 99));
    const again = await reopen();
    assert.equal((await Promise.all(writes)).length, 20);
    assert.equal(await again.counters.take(hashOf('a'), JUNE, 99), 21);
  });

  it('a store keeps the first check value of a key', async (test) => {
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

  it('a closed store refuses to work', async (test) => {
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
  describe(`${name}: counts of submissions`, () => describeCounts(open));
  describe(`${name}: steering`, () => describeSteering(open));
  describe(`${name}: routes`, () => describeRoutes(open));
  describe(`${name}: what is kept`, () => describeKeeping(open));
}

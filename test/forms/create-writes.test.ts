import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { it, type TestContext } from 'node:test';
import type { CounterStore } from '../../src/platform/stores/counter-tables.ts';
import type { RouteStore } from '../../src/platform/stores/route-table.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { startService } from '../support/service.ts';

const NOON = Date.UTC(2025, 5, 1, 12, 5);
const LIMITED = { CREATE_RATE_PER_MINUTE: '5' };

/** Counts the syncs of the database's log. */
function countSyncs(test: TestContext): () => number {
  const fdatasync = test.mock.method(fs, 'fdatasync');
  syncBuiltinESMExports();
  test.after(() => {
    fdatasync.mock.restore();
    syncBuiltinESMExports();
  });
  return () => fdatasync.mock.callCount();
}

/** A service whose store is changed by `routes` and `counters`. */
async function startChanged(
  test: TestContext,
  change: {
    routes?: (routes: RouteStore) => Partial<RouteStore>;
    counters?: (counters: CounterStore) => Partial<CounterStore>;
  },
) {
  let kept: Store | undefined;
  const wrapStore = (store: Store): Store => {
    kept = store;
    return {
      ...store,
      routes: { ...store.routes, ...change.routes?.(store.routes) },
      counters: { ...store.counters, ...change.counters?.(store.counters) },
    };
  };
  const service = await startService(test, LIMITED, { now: () => NOON, wrapStore });
  return { ...service, countRoutes: async () => (await kept?.routes.listAfter('', 99))?.length };
}

const fail = () => Promise.reject(new Error('the disk is gone'));

it('a creation waits for the disk twice: before its mail and after it', async (test) => {
  const syncs = countSyncs(test);
  const { create } = await startService(test, LIMITED, { now: () => NOON });
  const before = syncs();
  assert.equal((await create()).status, 202);
  assert.equal(syncs() - before, 2);
});

it('a creation that no mail budget is left for writes nothing', async (test) => {
  const syncs = countSyncs(test);
  const { create } = await startService(test, LIMITED, { now: () => NOON });
  for (let count = 0; count < 3; count += 1) assert.equal((await create()).status, 202);
  const before = syncs();
  assert.equal((await create()).status, 429);
  assert.equal(syncs() - before, 0);
});

it('a creation whose row cannot be stored sends no mail and uses no budget', async (test) => {
  let broken = true;
  const routes = ({ insert }: RouteStore) => ({
    insert: (row: Parameters<typeof insert>[0]) => (broken ? fail() : insert(row)),
  });
  const { create, sink } = await startChanged(test, { routes });
  for (let count = 0; count < 3; count += 1) assert.equal((await create()).status, 500);
  assert.equal(sink.mails.length, 0);
  broken = false;
  for (let count = 0; count < 2; count += 1) assert.equal((await create()).status, 202);
  assert.equal(sink.mails.length, 2);
});

it('a creation whose mail cannot be counted sends no mail and leaves no row', async (test) => {
  const counters = () => ({ takeEach: fail });
  const { create, sink, countRoutes } = await startChanged(test, { counters });
  assert.equal((await create()).status, 500);
  assert.equal(sink.mails.length, 0);
  assert.equal(await countRoutes(), 0);
});

it('creations that take the last mail of a budget at once leave no row without a mail', async (test) => {
  const { create, sink, countRoutes } = await startChanged(test, {});
  const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
  assert.equal(answers.filter(({ status }) => status === 202).length, 3);
  assert.equal(answers.filter(({ status }) => status === 429).length, 2);
  assert.equal(sink.mails.length, 3);
  assert.equal(await countRoutes(), 3);
});

it('a creation is a replay when another node used its key and the last mail', async (test) => {
  let hidden = 0;
  const routes = ({ findByIdempotencyKey }: RouteStore) => ({
    findByIdempotencyKey: async (key: Parameters<typeof findByIdempotencyKey>[0]) => {
      const row = await findByIdempotencyKey(key);
      return row && hidden-- > 0 ? undefined : row;
    },
  });
  const { create, sink } = await startChanged(test, { routes });
  const key = { 'idempotency-key': 'the same' };
  const first = await create({}, key);
  hidden = 1;
  const raced = await create({}, key);
  assert.deepEqual([raced.status, raced.json.replayed], [200, true], 'a mail was left');
  for (let count = 0; count < 2; count += 1) assert.equal((await create()).status, 202);
  hidden = 1;
  const late = await create({}, key);
  assert.deepEqual([late.status, late.json.form_id], [200, first.json.form_id]);
  assert.equal(sink.mails.length, 3);
});

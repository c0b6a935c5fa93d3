import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { Gatherer } from '../../src/forms/counts/index.ts';
import type { RouteStore } from '../../src/platform/stores/route-table.ts';
import { databaseUrl } from '../../src/platform/settings/database-url.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openPostgresStore } from '../../src/platform/stores/postgres-store.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { sealRoute } from '../../src/forms/route.ts';
import { hashOf, keyring, newRoute } from '../stores/route-rows.ts';
import { startLosingProxy } from '../support/losing-proxy.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/keys.ts';
import { startService, unsubscribeToken } from '../support/service.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres({ after: (run) => after(run) });

/** A service whose database makes this change of a route, and loses the answer's connection. */
async function startLosing(test: TestContext, change: 'remove' | 'withdraw') {
  const proxy = await startLosingProxy(postgres.port);
  const wrapRoutes = (routes: RouteStore): RouteStore => ({
    ...routes,
    remove(formId) {
      if (change === 'remove') proxy.loseNextAnswer();
      return routes.remove(formId);
    },
    stop(formId, at) {
      if (change === 'withdraw') proxy.loseNextAnswer();
      return routes.stop(formId, at);
    },
  });
  const wrapStore = (store: Store): Store => ({ ...store, routes: wrapRoutes(store.routes) });
  const url = (await postgres.newDatabase()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const env = { DATABASE_URL: url, DATABASE_CONNECTIONS: '1', ...newNodeKeys() };
  const service = await startService(test, env, { wrapStore });
  test.after(() => proxy.close());
  return { ...service, proxy };
}

describe('a change that PostgreSQL made, and whose answer was lost', () => {
  it('a deletion whose answer from PostgreSQL was lost is answered as done', async (test) => {
    const { create, request, proxy } = await startLosing(test, 'remove');
    const { form_id, management_token } = (await create()).json;
    const path = `/v1/routes/${form_id}`;
    const headers = { authorization: `Bearer ${management_token}` };
    const answer = await request(path, { method: 'DELETE', headers });
    assert.equal(proxy.lost(), 1);
    assert.deepEqual([answer.status, answer.json.status], [200, 'deleted']);
    assert.equal((await request(path)).status, 404);
  });

  it('a stop whose answer from PostgreSQL was lost is answered as done, and mailed once', async (test) => {
    const service = await startLosing(test, 'withdraw');
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, { message: 'Hello' });
    const body = new URLSearchParams({ token: unsubscribeToken(service) });
    service.sink.mails.length = 0;
    const stopped = await service.request('/v1/routes/stop', { method: 'POST', body });
    assert.equal(service.proxy.lost(), 1);
    assert.deepEqual([stopped.status, stopped.json.status], [200, 'pending_verification']);
    await until('the notice', () => service.sink.mails.length > 0);
    assert.match(service.sink.mails[0]?.email.subject ?? '', / · Your form was stopped$/);
  });
});

/** A store whose database can lose the connection with the next answer. */
async function openLosing(test: TestContext) {
  const proxy = await startLosingProxy(postgres.port);
  const url = (await postgres.newDatabase()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const database = databaseUrl(url);
  assert.ok(database.engine === 'postgres');
  const store = await openPostgresStore(database, { connections: 1 });
  test.after(async () => {
    await store.close();
    await proxy.close();
  });
  /** Runs `call` with its answer lost; true when it failed. */
  const losesAnswer = async (call: () => Promise<unknown>) => {
    await store.ping();
    const before = proxy.lost();
    proxy.loseNextAnswer();
    const failed = await call().then(
      () => false,
      () => true,
    );
    assert.equal(proxy.lost(), before + 1);
    return failed;
  };
  return { store, losesAnswer };
}

describe('a statement whose answer PostgreSQL lost', () => {
  it('a count whose answer was lost fails and is not repeated', async (test) => {
    const { store, losesAnswer } = await openLosing(test);
    const { counters, rates } = store;
    const [subject, other] = [hashOf('a'), hashOf('b')];
    const endsAt = 1_751_328_000;
    assert.equal(await losesAnswer(() => counters.take(subject, endsAt, 9)), true);
    assert.equal(await counters.read(subject, endsAt), 1);
    const limits = [{ subject, limit: 9 }];
    assert.equal(await losesAnswer(() => counters.takeEach(limits, endsAt)), true);
    assert.equal(await counters.read(subject, endsAt), 2);
    assert.equal(await losesAnswer(() => counters.giveBack(subject, endsAt)), true);
    assert.equal(await counters.read(subject, endsAt), 1);
    assert.equal(await losesAnswer(() => rates.take([subject], endsAt)), true);
    assert.equal(await losesAnswer(() => rates.take([subject, other], endsAt)), true);
    assert.deepEqual(await rates.take([subject, other], endsAt), [3, 2]);
  });

  it('counts that shared a statement whose answer was lost fail together and are not repeated', async (test) => {
    const { store, losesAnswer } = await openLosing(test);
    const { counters } = store;
    const [subject, other] = [hashOf('a'), hashOf('b')];
    const endsAt = 1_751_328_000;
    const take = (whose: typeof subject) => counters.take(whose, endsAt, 9);
    const calls = () => Promise.allSettled([subject, other, subject].map(take));
    let outcomes: Awaited<ReturnType<typeof calls>> = [];
    await losesAnswer(async () => void (outcomes = await calls()));
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(await counters.read(subject, endsAt), 2);
    assert.equal(await counters.read(other, endsAt), 1);
  });

  it('counts of submissions whose addition lost its answer are not added again', async (test) => {
    const { store, losesAnswer } = await openLosing(test);
    const route = newRoute('jo@example.com');
    await store.routes.insert(sealRoute(keyring, route));
    const { formId } = route;
    const gatherer = new Gatherer(store.counts, createLog('silent'));
    test.after(() => gatherer.close());
    gatherer.add({ formId, day: 5, outcome: 'delivered', count: 3 });
    assert.equal(await losesAnswer(() => gatherer.write()), false);
    gatherer.add({ formId, day: 5, outcome: 'delivered', count: 1 });
    await gatherer.write();
    const rows = await store.counts.listSince(formId, 0);
    assert.deepEqual(
      rows.map(({ count }) => count),
      [4],
    );
  });

  it('a change that may be repeated succeeds although its answer was lost', async (test) => {
    const { store, losesAnswer } = await openLosing(test);
    const row = sealRoute(keyring, newRoute('jo@example.com', { status: 'active' }));
    assert.equal(await losesAnswer(() => store.routes.insert(row)), false);
    assert.equal(await losesAnswer(() => store.routes.find(row.formId)), false);
    const claim = { request: hashOf('request'), claim: 'mine', claimedAt: 5 };
    assert.equal(await losesAnswer(() => store.outcomes.claim(hashOf('a'), claim)), false);
    assert.equal((await store.outcomes.find(hashOf('a')))?.claim, 'mine');
  });
});

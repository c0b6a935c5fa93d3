import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { RouteStore } from '../../src/domain/routes/route-store.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { startLosingProxy } from '../support/losing-proxy.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/service-process.ts';
import { startService, unsubscribeToken } from '../support/service.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres({ after: (run) => after(run) });

/** A service whose database makes this change of a route, and loses the connection with its answer. */
async function startLosing(test: TestContext, change: 'remove' | 'withdraw') {
  const proxy = await startLosingProxy(postgres.port);
  const wrapRoutes = (routes: RouteStore): RouteStore => ({
    ...routes,
    remove(formId) {
      if (change === 'remove') proxy.loseNextAnswer();
      return routes.remove(formId);
    },
    withdraw(formId, at) {
      if (change === 'withdraw') proxy.loseNextAnswer();
      return routes.withdraw(formId, at);
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
  it('is answered as made when it is a deletion', async (test) => {
    const { create, request, proxy } = await startLosing(test, 'remove');
    const { form_id, management_token } = (await create()).json;
    const path = `/v1/routes/${form_id}`;
    const headers = { authorization: `Bearer ${management_token}` };
    const answer = await request(path, { method: 'DELETE', headers });
    assert.equal(proxy.lost(), 1);
    assert.deepEqual([answer.status, answer.json.status], [200, 'deleted']);
    assert.equal((await request(path)).status, 404);
  });

  it('is answered as made when it is a stop, which is mailed once', async (test) => {
    const service = await startLosing(test, 'withdraw');
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, { message: 'Hello' });
    const body = new URLSearchParams({ token: unsubscribeToken(service) });
    service.sink.mails.length = 0;
    const stopped = await service.request('/v1/routes/stop', { method: 'POST', body });
    assert.equal(service.proxy.lost(), 1);
    assert.deepEqual([stopped.status, stopped.json.status], [200, 'pending_verification']);
    await until('the notice', () => service.sink.mails.length > 0);
    assert.equal(service.sink.mails[0]?.email.subject, 'Your form was stopped');
  });
});

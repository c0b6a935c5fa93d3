import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Store } from '../../src/platform/stores/store.ts';
import { startMeteredService } from '../support/metered-service.ts';
import { until } from '../support/until.ts';

/** One session and 200 messages that may wait for it. */
const ROOM = 201;

/** A service with one session to its mail server, and a count of its queries about the month. */
async function start(test: TestContext, env: Record<string, string> = {}) {
  const calls = { take: 0, giveBack: 0 };
  let gate: Promise<void> = Promise.resolve();
  let fails = false;
  const wrapStore = (store: Store): Store => {
    const { take, giveBack } = store.counters;
    const counters: Store['counters'] = {
      ...store.counters,
      async take(...args) {
        calls.take += 1;
        await gate;
        if (fails) throw new Error('disk');
        return take(...args);
      },
      giveBack(...args) {
        calls.giveBack += 1;
        return giveBack(...args);
      },
    };
    return { ...store, counters };
  };
  const service = await startMeteredService(
    test,
    { SMTP_CONNECTIONS: '1', MONTHLY_LIMIT: '1000', ...env },
    { wrapStore },
  );
  const { form_id } = await service.activeRoute();
  calls.take = 0;
  return {
    service,
    calls,
    submit: (count: number) =>
      Array.from({ length: count }, (_, number) =>
        service.submit(form_id, { message: `message ${number}` }),
      ),
    failStore: (failing: boolean) => void (fails = failing),
    /** Makes the store answer nothing more, until the returned function is called. */
    holdStore() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    waiting: async () => (await service.metrics()).value('letterslot_smtp_messages_waiting', {}),
  };
}

const statuses = (answers: readonly { status: number }[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('submissions for which the mail server has no room', () => {
  it('submissions refused for a full queue take nothing from the month, not even for a moment', async (test) => {
    const { service, calls, submit, waiting } = await start(test, { MONTHLY_LIMIT: String(ROOM) });
    service.sink.delay(6_000);
    const underWay = submit(ROOM);
    await until('the queue to fill', async () => (await waiting()) === ROOM - 1);
    assert.equal(calls.take, ROOM);
    const refused = await Promise.all(submit(50));
    assert.deepEqual(statuses(refused), { 503: 50 });
    for (const { headers, json } of refused) {
      assert.equal(json.error, 'delivery_failed');
      assert.deepEqual([headers.get('retry-after'), json.retry_after_seconds], ['5', 5]);
    }
    assert.match(refused[0]?.json.message, /The service is busy/);
    assert.deepEqual(calls, { take: ROOM, giveBack: 0 });
    const unasked = await service.create({ email: 'other@example.com' });
    assert.deepEqual([unasked.status, unasked.json.retry_after_seconds], [503, 5]);
    const deliveries = (await service.metrics()).byLabel('letterslot_deliveries_total');
    assert.equal(deliveries['email overloaded'], 50);
    assert.match(service.logText(), /"kind":"overloaded","reason":"queue full"/);
    service.sink.delay(0);
    assert.deepEqual(statuses(await Promise.all(underWay)), { 200: ROOM });
    // A mail tells the owner that the month is used up.
    await until('the last mails', async () => (await waiting()) === 0);
  });

  it('submissions to a full queue are refused at once, also while earlier ones wait for the store', async (test) => {
    const { calls, submit, holdStore, waiting } = await start(test);
    const release = holdStore();
    const underWay = submit(ROOM);
    await until('all to hold their room', () => calls.take === ROOM);
    assert.deepEqual(statuses(await Promise.all(submit(20))), { 503: 20 });
    assert.equal(calls.take, ROOM);
    release();
    assert.deepEqual(statuses(await Promise.all(underWay)), { 200: ROOM });
    assert.equal(await waiting(), 0);
  });
});

describe('reserved places in the mail queue', () => {
  it('a reserved place in the mail queue is given back when the month is used up', async (test) => {
    const { submit, waiting } = await start(test, { MONTHLY_LIMIT: '1' });
    await Promise.all(submit(1));
    for (let round = 0; round < 3; round += 1) {
      assert.deepEqual(statuses(await Promise.all(submit(100))), { 429: 100 });
    }
    assert.equal(await waiting(), 0);
  });

  it('a reserved place in the mail queue is given back when the store fails', async (test) => {
    const { submit, waiting, failStore } = await start(test);
    failStore(true);
    for (let round = 0; round < 3; round += 1) {
      assert.deepEqual(statuses(await Promise.all(submit(100))), { 500: 100 });
    }
    assert.equal(await waiting(), 0);
    failStore(false);
    assert.deepEqual(statuses(await Promise.all(submit(10))), { 200: 10 });
  });
});

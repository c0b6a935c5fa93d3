import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createReadiness } from '../../src/platform/monitor/mount-monitor.ts';
import { METRICS_TOKEN, monitorUrl, readMetrics } from '../support/metered-service.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startService } from '../support/service.ts';

const READY = { ready: true, checks: { store: 'ok', smtp: 'ok' } };
const KEY = Buffer.alloc(32, 7).toString('base64url');
const KEYS = { SEALING_KEYS: `k1:${KEY}`, INDEX_KEY: KEY };

/** A service on a clock of the test, and what /ready says. */
async function start(
  test: TestContext,
  env: Record<string, string> = {},
  overrides: Parameters<typeof startService>[2] = {},
) {
  let time = Date.now();
  const service = await startService(test, env, { ...overrides, now: () => time });
  return {
    service,
    pass: (milliseconds: number) => void (time += milliseconds),
    ready: async () => {
      const { status, json } = await service.request('/ready');
      assert.equal(status, json.ready ? 200 : 503);
      return json as unknown;
    },
  };
}

describe('/ready', () => {
  it('/ready says that store and mail server answer, asking each once and sending no message', async (test) => {
    const { service, pass, ready } = await start(test);
    const answers = await Promise.all(Array.from({ length: 20 }, ready));
    for (const answer of answers) assert.deepEqual(answer, READY);
    pass(4_900);
    await ready();
    assert.equal(service.sink.sessions(), 1);
    pass(200);
    await ready();
    assert.equal(service.sink.sessions(), 2);
    assert.equal(service.sink.mails.length, 0);
  });

  it('/ready says that mail fails and the node still takes requests, once the last answer is old', async (test) => {
    const { service, pass, ready } = await start(test);
    assert.deepEqual(await ready(), READY);
    await service.sink.close();
    assert.deepEqual(await ready(), READY);
    pass(6_000);
    assert.deepEqual(await ready(), { ready: true, checks: { store: 'ok', smtp: 'failed' } });
    const health = await service.request('/health');
    assert.equal(health.status, 200);
  });

  it('/ready logs once why the mail server takes nothing', async (test) => {
    const { service, pass, ready } = await start(test, { SMTP_URL: 'smtp://127.0.0.1:1' });
    const lines = () => service.logText().match(/.*"mail_server_unusable".*/g) ?? [];
    await ready();
    pass(6_000);
    await ready();
    assert.equal(lines().length, 1);
    const { kind, reason } = JSON.parse(lines()[0] ?? '{}') as Record<string, unknown>;
    assert.deepEqual([kind, reason], ['refused', 'ECONNREFUSED']);
  });

  it('/ready says when the store fails, and when it is back', async (test) => {
    let broken = true;
    const { pass, ready } = await start(
      test,
      {},
      {
        wrapStore: (store) => ({
          ...store,
          ping: () => (broken ? Promise.reject(new Error('disk')) : store.ping()),
        }),
      },
    );
    assert.deepEqual(await ready(), { ready: false, checks: { store: 'failed', smtp: 'ok' } });
    broken = false;
    pass(6_000);
    assert.deepEqual(await ready(), READY);
  });

  it('/ready accepts the preview mailbox as mail server', async (test) => {
    const { ready } = await start(test, { SMTP_URL: '', MAIL_FROM: '' });
    assert.deepEqual(await ready(), READY);
  });

  it('/ready follows PostgreSQL down and up again, and its connections are counted', async (test) => {
    const postgres = await startPostgres(test);
    const DATABASE_URL = await postgres.newDatabase();
    const { service, pass, ready } = await start(test, { DATABASE_URL, METRICS_TOKEN, ...KEYS });
    assert.deepEqual(await ready(), READY);
    const { value } = await readMetrics(service);
    const connections = (state: string) => value('letterslot_store_connections', { state });
    assert.deepEqual([connections('busy'), connections('idle')], [0, 1]);
    await postgres.stop();
    pass(6_000);
    assert.deepEqual(await ready(), { ready: false, checks: { store: 'failed', smtp: 'ok' } });
    await postgres.start();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      pass(6_000);
      if (((await ready()) as { ready: boolean }).ready) break;
      await wait(100);
    }
    assert.deepEqual(await ready(), READY);
    await service.close();
  });

  it('/ready says no while the service finishes what is under way', async (test) => {
    const { service } = await start(test, { METRICS_PORT: '0' });
    const { form_id } = await service.activeRoute();
    const url = `${monitorUrl(service)}/ready`;
    assert.deepEqual(await (await fetch(url)).json(), READY);
    service.sink.delay(1_000);
    const submitted = service.submit(form_id, { message: 'm' });
    for (let attempt = 0; attempt < 100 && service.sink.received() < 2; attempt += 1)
      await wait(10);
    const closed = service.close();
    const answer = await fetch(url);
    assert.equal(answer.status, 503);
    assert.deepEqual(await answer.json(), { ready: false, checks: { service: 'stopping' } });
    assert.equal((await submitted).status, 200);
    await closed;
  });
});

/** A neighbour that answers only when the test lets it. */
function createSilent() {
  let asked = 0;
  let answer = (): void => undefined;
  const check = () => {
    asked += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = resolve;
    return promise;
  };
  return { check, asked: () => asked, answer: () => answer() };
}

describe('a neighbour that says nothing', () => {
  it('a silent neighbour fails after a while, and is not asked again before it has answered', async () => {
    const { check, asked, answer } = createSilent();
    let time = 0;
    const checks = { store: async () => undefined, smtp: check };
    const { read } = createReadiness(checks, () => time, 20);
    const failed = { ready: true, checks: { store: 'ok', smtp: 'failed' } };
    assert.deepEqual(await read(), failed);
    time += 6_000;
    assert.deepEqual(await read(), failed);
    assert.equal(asked(), 1);
    answer();
    await wait(1);
    time += 6_000;
    const next = read();
    answer();
    assert.deepEqual(await next, READY);
    assert.equal(asked(), 2);
  });

  it('a neighbour is asked again when the clock was set back', async () => {
    let asked = 0;
    let time = 1_000_000;
    const store = async () => void (asked += 1);
    const checks = { store, smtp: async () => undefined };
    const { read } = createReadiness(checks, () => time);
    await read();
    time -= 100_000;
    await read();
    assert.equal(asked, 2);
  });
});

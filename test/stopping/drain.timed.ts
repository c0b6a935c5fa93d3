import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runService } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { toSink } from './environments.ts';
import { countArrivals, openForm, submit, type Outcome } from './visitors.ts';

const STOPPING = /"event":"stopping"/;
const BEHIND_PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const SOCKETS = 8;

/** A service with one form, and a client that keeps idle connections to it, as a proxy does. */
async function start(test: TestContext, env: Record<string, string> = BEHIND_PROXY) {
  const sink = await startSmtpSink(test);
  const service = runService(test, { ...toSink(sink), ...env }, { patience: 50_000 });
  const url = await service.url();
  const form = url + (await openForm(url, sink));
  const agent = new Agent({ keepAlive: true });
  test.after(() => agent.destroy());
  const manner = { agent, json: true, pause: 0 };
  const post = (id: string) => submit(form, id, manner);
  const warm = Array.from({ length: SOCKETS }, (_, count) => post(`before-${count}`));
  assert.deepEqual(new Set((await Promise.all(warm)).map(({ status }) => status)), new Set([200]));
  const ready = () => fetch(`${url}/ready`, { headers: { connection: 'close' } });
  return { service, url, form, sink, agent, post, ready };
}

/** Posts until no connection is accepted any more, and returns the result of each. */
async function postUntilRefused(post: (id: string) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (;;) {
    const outcome = await post(`during-${outcomes.length}`);
    outcomes.push(outcome);
    if (outcome.fault === 'ECONNREFUSED') return outcomes;
    await wait(10);
  }
}

async function stopBehindProxy(test: TestContext): Promise<void> {
  const { service, sink, post } = await start(test);
  const began = performance.now();
  service.child.kill('SIGTERM');
  await service.until(STOPPING);
  const outcomes = await postUntilRefused(post);
  const accepted = performance.now() - began;
  assert.ok(accepted > 3_500 && accepted < 15_000, `${accepted} ms`);
  const lost = outcomes.slice(0, -1).filter(({ status }) => status !== 200);
  assert.deepEqual(lost, []);
  assert.ok(outcomes.length > 20);
  const told = outcomes.slice(0, SOCKETS).map(({ connection }) => connection);
  assert.deepEqual(new Set(told), new Set(['close']));
  assert.equal(await service.exited, 0, service.output());
  assert.equal(countArrivals(sink).size, SOCKETS + outcomes.length - 1);
}

/** The drain ends while the process stands still: closing the listener comes next. */
async function stopWithoutProcessor(test: TestContext) {
  const { service, form, sink } = await start(test, { ...BEHIND_PROXY, DRAIN_SECONDS: '2' });
  service.child.kill('SIGTERM');
  await service.until(STOPPING);
  service.child.kill('SIGSTOP');
  const waiting = Array.from({ length: SOCKETS }, (_, count) =>
    submit(form, `waiting-${count}`, { agent: new Agent(), json: true, pause: 0 }),
  );
  await wait(3_000);
  service.child.kill('SIGCONT');
  const statuses = (await Promise.all(waiting)).map(({ status, fault }) => status ?? fault);
  assert.deepEqual(statuses, Array<number>(SOCKETS).fill(200));
  assert.equal(await service.exited, 0, service.output());
  assert.equal(countArrivals(sink).size, 2 * SOCKETS);
}

describe('a stop behind a proxy', { concurrency: true }, () => {
  // Guarantee: The process
  it('a stop behind a proxy loses no request on an idle connection', (test) =>
    stopBehindProxy(test));

  it('a stop behind a proxy shows in /ready at once, while everything else is served', async (test) => {
    const { service, url, ready } = await start(test);
    assert.equal((await ready()).status, 200);
    service.child.kill('SIGTERM');
    await service.until(STOPPING);
    const answer = await ready();
    assert.equal(answer.status, 503);
    assert.deepEqual(await answer.json(), { ready: false, checks: { service: 'stopping' } });
    assert.equal((await fetch(`${url}/health`)).status, 200);
    assert.equal(await service.exited, 0);
  });

  it('a stop behind a proxy still answers on open connections when new ones are refused', async (test) => {
    const { service, url, post } = await start(test, { ...BEHIND_PROXY, DRAIN_SECONDS: '10' });
    service.child.kill('SIGTERM');
    await service.until(STOPPING);
    for (;;) {
      const fresh = await fetch(`${url}/health`, { headers: { connection: 'close' } }).catch(
        () => undefined,
      );
      if (!fresh) break;
      await wait(50);
    }
    const { status, connection } = await post('late');
    assert.deepEqual([status, connection], [200, 'close']);
    assert.equal(await service.exited, 0);
  });

  it('a stop behind a proxy answers what waited while the process had no processor', (test) =>
    stopWithoutProcessor(test));

  it('a stop behind a proxy ends at once on a second signal', async (test) => {
    const { service } = await start(test, { ...BEHIND_PROXY, DRAIN_SECONDS: '10' });
    service.child.kill('SIGTERM');
    await service.until(STOPPING);
    const began = performance.now();
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 1);
    assert.ok(performance.now() - began < 8_000, 'the drain of 10 seconds was cut short');
  });

  it('a stop with the longest drain ends within 25 seconds, even with a silent mail server', async (test) => {
    const { service, sink, post } = await start(test, { ...BEHIND_PROXY, DRAIN_SECONDS: '10' });
    const began = performance.now();
    service.child.kill('SIGTERM');
    await service.until(STOPPING);
    sink.delay(30_000);
    const answers = await Promise.all(['a', 'b'].map(post));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [503, 503],
    );
    assert.equal(await service.exited, 0);
    assert.ok(performance.now() - began < 28_000);
  });
});

describe('a stop without a proxy', () => {
  it('a stop without a proxy closes idle connections at once', async (test) => {
    const { service, agent } = await start(test, { KEEP_ALIVE_SECONDS: '60' });
    const began = performance.now();
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
    assert.ok(performance.now() - began < 15_000, 'not after 60 idle seconds');
    assert.deepEqual(Object.values(agent.freeSockets).flat(), []);
  });
});

import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import { createServer, type AddressInfo } from 'node:net';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { onWorkers, toSink } from './environments.ts';
import { openForm, submit } from './visitors.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { runService, type ServiceProcess } from '../support/service-process.ts';
import { midWindow } from '../support/time-windows.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const server = await startPostgres({ after });

/** Resolves once the log has this many events of a name; rejects when the service ends first. */
async function eventsOf(service: ServiceProcess, name: string, count: number) {
  const all = await service.until(new RegExp(`(?:"event":"${name}"[^]*){${count}}\n$`));
  assert.ok(all);
  return service.events(name);
}

/** Resolves once this process, which is not our child, is gone. */
async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await wait(20);
  }
}

/** Two workers on a new database, both listening. */
async function start(
  test: TestContext,
  env: Record<string, string> = {},
  { group = false, onFile = false } = {},
) {
  const sink = await startSmtpSink();
  const workers = onFile ? { WORKERS: '2' } : await onWorkers(server, 2);
  const settings = { ...toSink(sink), ...workers, ...env };
  const service = runService(test, settings, { patience: 40_000, group });
  test.after(() => sink.close());
  const url = await service.url();
  const started = await eventsOf(service, 'worker_started', 2);
  const pids = started.map(({ pid }) => Number(pid));
  const visit = (form: string, id: string) =>
    submit(form, id, { agent: new Agent(), json: true, pause: 0 });
  return { service, settings, url, pids, sink, visit };
}

describe('workers', () => {
  it('workers greet once and share one port, under one public URL', async (test) => {
    const { service, url } = await start(test);
    assert.equal(service.output().split('Listening on').length, 2);
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const endpoints = Array.from({ length: 6 }, async (_, count) => {
      const body = JSON.stringify({ email: `owner-${count}@example.com`, alias: 'x' });
      const answer = await fetch(`${url}/v1/routes`, { method: 'POST', headers, body });
      return ((await answer.json()) as { endpoint: string }).endpoint;
    });
    for (const endpoint of await Promise.all(endpoints))
      assert.ok(endpoint.startsWith(`${url}/f/`));
  });

  it('workers that die are replaced, after growing pauses if they die soon', async (test) => {
    const { service, url, pids } = await start(test);
    let victim = pids[1] ?? 0;
    for (const pause of [500, 1_000]) {
      const before = service.events('worker_started').length;
      process.kill(victim, 'SIGKILL');
      const started = await eventsOf(service, 'worker_started', before + 1);
      const replaced = service.events('worker_replaced').at(-1);
      assert.deepEqual(
        [replaced?.['pid'], replaced?.['exitCode'], replaced?.['signal'], replaced?.['pauseMs']],
        [victim, null, 'SIGKILL', pause],
      );
      victim = Number(started.at(-1)?.['pid']);
    }
    assert.equal((await fetch(`${url}/health`)).status, 200);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
  });

  it('workers keep the port that the kernel chose when all of them died', async (test) => {
    const { service, url, pids } = await start(test);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await eventsOf(service, 'worker_started', 4);
    assert.equal((await fetch(`${url}/health`)).status, 200);
    assert.equal(service.output().split('Listening on').length, 2);
  });
});

const ON_FILE = { onFile: true };

/** How many answers have each status, of submissions that all come on new connections. */
async function statusesOf(answers: Promise<{ status?: number | undefined }>[]) {
  const counts: Record<string, number> = {};
  for (const { status } of await Promise.all(answers))
    counts[String(status)] = (counts[String(status)] ?? 0) + 1;
  return counts;
}

describe('workers on one SQLite file', () => {
  it('workers on one SQLite file deliver exactly the allowance of an inbox', async (test) => {
    const { url, sink, visit } = await start(test, { MONTHLY_LIMIT: '50' }, ON_FILE);
    const form = url + (await openForm(url, sink));
    const answers = Array.from({ length: 150 }, (_, count) => visit(form, `${count}`));
    assert.deepEqual(await statusesOf(answers), { 200: 50, 429: 100 });
  });

  it('workers on one SQLite file share the rate of a form, also when one was replaced', async (test) => {
    const { service, url, pids, sink, visit } = await start(
      test,
      { ...midWindow(), SUBMIT_RATE_PER_MINUTE: '20/0' },
      ON_FILE,
    );
    const form = url + (await openForm(url, sink));
    const submitTen = () => Array.from({ length: 10 }, (_, count) => visit(form, `${count}`));
    assert.deepEqual(await statusesOf(submitTen()), { 200: 10 });
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await eventsOf(service, 'worker_started', 3);
    const answers = [...submitTen(), ...submitTen()];
    assert.deepEqual(await statusesOf(answers), { 200: 10, 429: 10 });
  });
});

describe('WORKERS=auto', () => {
  it('WORKERS=auto is one process with a preview mailbox', async (test) => {
    const service = runService(test, { WORKERS: 'auto' });
    await service.url();
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
    assert.deepEqual(service.events('worker_started'), []);
  });

  it('WORKERS=auto is one process per processor', async (test) => {
    const sink = await startSmtpSink();
    const settings = { ...toSink(sink), WORKERS: 'auto' };
    const service = runService(test, settings, { patience: 60_000 });
    test.after(() => sink.close());
    await service.url();
    const count = availableParallelism();
    if (count > 1) await eventsOf(service, 'worker_started', count);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
    assert.equal(service.events('worker_started').length, count > 1 ? count : 0);
  });
});

describe('workers that stop', () => {
  it('workers stopped by a signal to all processes finish what is under way', async (test) => {
    const { service, url, pids, sink, visit } = await start(test, {}, { group: true });
    const form = url + (await openForm(url, sink));
    sink.delay(500);
    const underWay = sink.taken(4);
    const answers = ['a', 'b', 'c', 'd'].map((id) => visit(form, id));
    await underWay;
    process.kill(-(service.child.pid ?? 0), 'SIGINT');
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 200]);
    assert.equal(await service.exited, 0);
    await Promise.all(pids.map(gone));
    assert.equal(service.events('stopping').length, 1);
    assert.equal(service.events('stopped').length, 1);
    assert.deepEqual(service.events('worker_replaced'), []);
  });

  it('workers whose primary has died finish what is under way', async (test) => {
    const { service, url, pids, sink, visit } = await start(test);
    const form = url + (await openForm(url, sink));
    sink.delay(500);
    const underWay = sink.taken(2);
    const answers = ['a', 'b'].map((id) => visit(form, id));
    await underWay;
    service.child.kill('SIGKILL');
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200]);
    await Promise.all(pids.map(gone));
  });

  it('workers end at once on a second signal, with exit code 1', async (test) => {
    const { service, url, pids, sink, visit } = await start(test);
    const form = url + (await openForm(url, sink));
    sink.delay(5_000);
    const underWay = sink.taken(1);
    const answer = visit(form, 'a');
    await underWay;
    service.child.kill('SIGTERM');
    await service.until(/"event":"stopping"/);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 1);
    await Promise.all(pids.map(gone));
    assert.equal((await answer).status, undefined);
  });

  it('a worker stopped while the first one waits for its database ends quietly', async (test) => {
    const silent = createServer().listen(0, '127.0.0.1');
    const connected = new Promise<void>((resolve) => {
      silent.on('connection', (socket) => {
        socket.on('error', () => undefined);
        resolve();
      });
    });
    await new Promise((resolve) => silent.once('listening', resolve));
    test.after(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const sink = await startSmtpSink();
    test.after(() => sink.close());
    const settings = { ...toSink(sink), ...(await onWorkers(server, 2)) };
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${port}/none`;
    const service = runService(test, { ...settings, DATABASE_URL });
    await connected;
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
    assert.equal(service.output(), '');
  });
});

describe('workers that cannot start', () => {
  it('workers that cannot start end with their exit code and say why once', async (test) => {
    const first = await start(test);
    const { port } = new URL(first.url);
    const nowhere = 'postgres://nobody@127.0.0.1:1/none';
    const cases: [env: Record<string, string>, code: number, sentence: RegExp][] = [
      [{ PORT: port }, 78, /Port \d+ on localhost is already in use/],
      [{ INDEX_KEY: Buffer.alloc(32, 7).toString('base64url') }, 78, /index key is not the one/],
      [{ DATABASE_URL: nowhere }, 75, /Cannot reach/],
    ];
    for (const [env, code, sentence] of cases) {
      const second = runService(test, { ...first.settings, ...env }, { patience: 40_000 });
      assert.equal(await second.exited, code);
      assert.match(second.output(), sentence);
      assert.equal(second.output().trimEnd().split('\n').length, 1, second.output());
    }
  });
});

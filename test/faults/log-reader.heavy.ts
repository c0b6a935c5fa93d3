import assert from 'node:assert/strict';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { reservePort } from '../support/own-port.ts';
import { setLimit, WITHOUT_LIMITS } from '../support/process-limits.ts';
import { READY, runService, type ServiceProcess } from '../support/service-process.ts';
import { newTempFolder } from '../support/temp-folder.ts';

/** Requests whose log lines exceed what the pipe and the service hold together. */
const MANY = 5_500;

const LOUD = { LOG_LEVEL: 'trace' };

/** Milliseconds after which an answer will not come any more. */
const HANGS = 10_000;

const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(HANGS) });

/** Makes the service write `count` requests to its log; each must be answered. */
async function fillLog(url: string, count: number): Promise<void> {
  // Half the cost of fetch, which matters for thousands of requests.
  const agent = new Agent({ keepAlive: true, timeout: HANGS });
  const askForNothing = async () => {
    const sent = get(`${url}/nothing`, { agent });
    sent.on('timeout', () => sent.destroy(new Error('no answer came')));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    assert.match(await text(answer), /not_found/);
  };
  for (let done = 0; done < count; done += 20) {
    await Promise.all(Array.from({ length: 20 }, askForNothing));
  }
  agent.destroy();
}

async function assertServesAndStops(url: string, { child, exited }: ServiceProcess): Promise<void> {
  assert.equal((await ask(`${url}/health`)).status, 200);
  child.kill('SIGTERM');
  assert.equal(await exited, 0);
}

describe('the reader of the log', () => {
  it('a log reader may leave: the service goes on and stops as usual', async (test) => {
    const service = runService(test, LOUD);
    const url = await service.url();
    service.child.stdout?.destroy();
    await fillLog(url, 100);
    await assertServesAndStops(url, service);
  });

  // Guarantee: The process
  it('a log reader may stop reading: no request waits for it, and the service stops as usual', async (test) => {
    const service = runService(test, LOUD, { patience: 60_000 });
    const url = await service.url();
    service.child.stdout?.pause();
    await fillLog(url, MANY);
    await assertServesAndStops(url, service);
  });

  it('a log reader that reads again finds whole lines', async (test) => {
    const service = runService(test, LOUD, { patience: 60_000 });
    const url = await service.url();
    service.child.stdout?.pause();
    await fillLog(url, MANY);
    service.child.stdout?.resume();
    while (!service.output().includes('getHealth')) {
      await ask(`${url}/health`);
      await wait(20);
    }
    await service.until(/log_lines_dropped/);
    assert.equal(service.events('log_lines_dropped').length, 1);
    const [, lines = ''] = service.output().split(READY);
    const broken = lines
      .split('\n')
      .slice(0, -1)
      .filter((line) => !/^\{.*\}$/.test(line));
    assert.deepEqual(broken, []);
  });
});

/** Starts a service whose log is a file, on a port that is known beforehand. */
async function startWithLog(test: TestContext, path: string) {
  const port = await reservePort();
  const stdout = openSync(path, 'w');
  const service = runService(test, { ...LOUD, PORT: String(port) }, { stdout });
  closeSync(stdout);
  const url = `http://127.0.0.1:${port}`;
  while (!(await ask(`${url}/health`).catch(() => undefined))) await wait(50);
  return { service, url };
}

describe('a log on a disk without space', { skip: WITHOUT_LIMITS }, () => {
  it('a log on a full disk fails no request, and the service stops as usual', async (test) => {
    const { service, url } = await startWithLog(test, '/dev/full');
    await fillLog(url, 100);
    await assertServesAndStops(url, service);
    assert.equal(service.output(), '', 'nothing on standard error');
  });

  it('a log on a full disk has whole lines, and goes on when there is space again', async (test) => {
    const folder = newTempFolder('log');
    test.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'log');
    const { service, url } = await startWithLog(test, path);
    setLimit(service.child.pid, 'fsize', 0);
    const before = readFileSync(path, 'utf8');
    // Room for a part of the next line.
    setLimit(service.child.pid, 'fsize', before.length + 40);
    await fillLog(url, 20);
    assert.equal(readFileSync(path, 'utf8').length, before.length + 40);
    setLimit(service.child.pid, 'fsize', 'hard');
    await assertServesAndStops(url, service);
    const lines = readFileSync(path, 'utf8').slice(before.length).trimEnd().split('\n');
    const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
    assert.ok(events.includes('log_lines_dropped'));
    assert.equal(events.at(-1), 'stopped');
  });
});

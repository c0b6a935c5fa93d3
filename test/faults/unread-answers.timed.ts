import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { residentOf } from '../support/process-memory.ts';
import { until } from '../support/until.ts';
import { prepareProcess } from './faulty-process.ts';

const CONNECTIONS = 30;
const BYTES_EACH = 65_536;

/** Milliseconds in which /health must answer, unless the machine is slower even at rest. */
const PROMPTLY = 250;

/** Seconds of the attack, each with this many more connections. */
const SECONDS = 6;

/** KiB above the start that are no leak: the heap keeps some of its room. */
const SLACK = 32 * 1024;

/** A client that asks thousands of times at once, and never reads. */
function flood({ hostname, port, pathname }: URL): Socket {
  const request = `GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(request.repeat(Math.floor(BYTES_EACH / request.length)));
  return socket;
}

/** The longest time in milliseconds that /health took within some seconds. */
async function slowest(url: string, seconds: number): Promise<number> {
  let worst = 0;
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await wait(50)) {
    const asked = performance.now();
    assert.equal((await fetch(`${url}/health`)).status, 200);
    worst = Math.max(worst, performance.now() - asked);
  }
  return Math.round(worst);
}

const PATHS = ['/start', '/openapi.json', '/llms.txt'] as const;

it(`${CONNECTIONS} new clients a second that ask for large files without end and never read do not slow others down`, async (test) => {
  const faulty = await prepareProcess(test, {
    nodeArguments: ['--max-old-space-size=256'],
  });
  const service = await faulty.start();
  const url = (await service.url()).replace('localhost', '127.0.0.1');
  const rss = () => residentOf(service);
  for (const path of PATHS) await (await fetch(url + path)).text();
  const calm = await slowest(url, SECONDS / 2);
  const before = rss();

  const clients: Socket[] = [];
  let [worst, peak] = [0, 0];
  for (let second = 0; second < SECONDS; second += 1) {
    for (let count = 0; count < CONNECTIONS; count += 1) {
      clients.push(flood(new URL(url + PATHS[count % PATHS.length])));
    }
    worst = Math.max(worst, await slowest(url, 1));
    peak = Math.max(peak, rss());
  }
  await until('the memory', () => rss() < before + SLACK);
  test.diagnostic(
    `/health at most ${calm} ms before, ${worst} ms then; RSS ${before} KiB before, ${peak} KiB at most, ${rss()} KiB after`,
  );
  for (const client of clients) client.destroy();
  assert.ok(worst < Math.max(PROMPTLY, 4 * calm), `/health took ${worst} ms`);
  assert.equal(service.child.exitCode, null);
});

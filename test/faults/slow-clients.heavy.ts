import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { prepareProcess } from './faulty-process.ts';

const SLOW_CLIENTS = 1_000;
const VISITORS = 300;

/** Milliseconds between two visitors. */
const EVERY = 100;

/** The last bytes that each slow client sends: half a head, or half a body. */
const halves = (path: string) => [
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: appl`,
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a`,
];

/** Sends an endless body fast enough; returns how long that worked, and the answer. */
async function streamSlowly(port: number, hostname: string, path: string) {
  const began = performance.now();
  const socket = connect(port, hostname);
  let received = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => (received += chunk.toString()));
  const type = 'Content-Type: application/json\r\nContent-Length: 102400';
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\n\r\n{"a":"`);
  const timer = setInterval(() => socket.write('x'.repeat(2_048)), 1_000);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return { ms: performance.now() - began, received };
}

const percentile = (sorted: readonly number[], part: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);

// Guarantee: The process
it('1,000 slow clients are cut off, and no visitor fails because of them', async (test) => {
  const faulty = await prepareProcess(test);
  await faulty.start();
  const formId = await faulty.openForm();
  const { hostname, port } = new URL(await faulty.service().url());
  const began = performance.now();
  const [head = '', body = ''] = halves(`/f/${formId}`);
  const lives = Array.from({ length: SLOW_CLIENTS }, async (_, number) => {
    const isHead = number % 2 === 0;
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write(isHead ? head : body);
    await new Promise((resolve) => socket.once('close', resolve));
    return { isHead, received, ms: performance.now() - began };
  });

  const steady = streamSlowly(Number(port), hostname, `/f/${formId}`);
  const times: number[] = [];
  const visits: Promise<void>[] = [];
  for (let number = 0; number < VISITORS; number += 1) {
    const asked = performance.now();
    visits.push(
      faulty.submit(formId, `canary-${number}-`).then(({ status }) => {
        assert.equal(status, 200);
        times.push(performance.now() - asked);
      }),
    );
    await wait(EVERY);
  }
  await Promise.all(visits);
  const ended = await Promise.all(lives);
  for (const { isHead, received } of ended) {
    if (isHead) assert.equal(received, '');
    else assert.match(received, /^HTTP\/1\.1 400 [^]*"invalid_json".*not complete in time/);
  }
  const whole = await steady;
  assert.match(whole.received, /^HTTP\/1\.1 400 [^]*not complete in time/);
  assert.ok(whole.ms > 28_000 && whole.ms < 45_000, `a body may take ${whole.ms} ms`);
  const last = (wanted: boolean) =>
    Math.max(...ended.filter(({ isHead }) => isHead === wanted).map(({ ms }) => ms));
  const [lastHead, lastBody] = [last(true), last(false)];
  assert.ok(lastHead < 25_000 && lastBody < 45_000, `${lastHead} and ${lastBody} ms`);
  times.sort((a, b) => a - b);
  test.diagnostic(`visitors: p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms`);
  test.diagnostic(`last cut: heads ${Math.round(lastHead)} ms, bodies ${Math.round(lastBody)} ms`);
  assert.equal((await faulty.submit(formId, 'the next')).body.used, VISITORS + 1);
});

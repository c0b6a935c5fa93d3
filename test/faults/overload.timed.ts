import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { submit, type Outcome } from '../stopping/visitors.ts';
import { prepareProcess } from './faulty-process.ts';

/** Milliseconds of the mail server for a message, and sessions to it: together the capacity. */
const MAIL = { delay: 100, connections: 10 };
const CAPACITY = (1_000 / MAIL.delay) * MAIL.connections;

/** Seconds of each phase, and its load as a multiple of the capacity. */
const PHASES = [
  { name: 'before', seconds: 3, load: 0.3 },
  { name: 'overload', seconds: 10, load: 3 },
  { name: 'after', seconds: 10, load: 0.3 },
] as const;

interface Timed extends Outcome {
  ms: number;
}

const percentile = (times: readonly number[], part: number) => {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
};

/** Sends at the planned moments, whether or not earlier requests were answered. */
async function arrive(url: string, name: string, perSecond: number, seconds: number) {
  const agent = new Agent({ keepAlive: true });
  const outcomes: Promise<Timed>[] = [];
  const began = performance.now();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const early = began + (number / perSecond) * 1_000 - performance.now();
    if (early > 1) await wait(early);
    const sent = performance.now();
    const outcome = submit(url, `${name}-${number}`, { agent, json: true, pause: 0 });
    outcomes.push(outcome.then((told) => ({ ...told, ms: performance.now() - sent })));
  }
  return { outcomes: Promise.all(outcomes), agent };
}

/** How long those with this status took. */
const timesOf = (outcomes: readonly Timed[], wanted: number) =>
  outcomes.filter(({ status }) => status === wanted).map(({ ms }) => ms);

function report(
  test: TestContext,
  name: string,
  seconds: number,
  outcomes: readonly Timed[],
): void {
  const [taken, refused] = [timesOf(outcomes, 200), timesOf(outcomes, 503)];
  test.diagnostic(
    `${name}: ${outcomes.length} came, ${taken.length} accepted (${Math.round(taken.length / seconds)}/s, ` +
      `p50 ${percentile(taken, 0.5)}, p99 ${percentile(taken, 0.99)} ms), ` +
      `${refused.length} refused (p50 ${percentile(refused, 0.5)}, p99 ${percentile(refused, 0.99)} ms)`,
  );
}

/** What is taken stays at the capacity; what is not is refused sooner than the others wait. */
function assertShed(overload: readonly Timed[], seconds: number): void {
  const [taken, refused] = [timesOf(overload, 200), timesOf(overload, 503)];
  const part = taken.length / (CAPACITY * seconds);
  assert.ok(part > 0.7 && part < 1.3, `${part} of the capacity`);
  const [waited, turnedAway] = [percentile(taken, 0.5), percentile(refused, 0.5)];
  assert.ok(turnedAway < waited / 3, `refused after ${turnedAway} ms, taken after ${waited} ms`);
}

// Guarantee: The process
it('overload at three times the capacity: refusals are whole, and nothing is lost or doubled', async (test) => {
  const env = {
    SMTP_CONNECTIONS: String(MAIL.connections),
    // As for a proxy: a client that is late must not meet connections that were idle too long.
    KEEP_ALIVE_SECONDS: '60',
    LOG_LEVEL: 'error',
  };
  const faulty = await prepareProcess(test, { env });
  await faulty.start();
  const formId = await faulty.openForm();
  const base = (await faulty.service().url()).replace('localhost', '127.0.0.1');
  const url = `${base}/f/${formId}`;
  faulty.smtp.script = {
    message: (socket) => void setTimeout(() => socket.write('250 taken\r\n'), MAIL.delay),
  };
  const underWay = [];
  for (const { name, seconds, load } of PHASES) {
    const phase = await arrive(url, name, CAPACITY * load, seconds);
    underWay.push({ name, seconds, ...phase });
  }
  const all: Timed[] = [];
  const phases: Record<string, Timed[]> = {};
  for (const { name, seconds, outcomes, agent } of underWay) {
    const phase = await outcomes;
    agent.destroy();
    report(test, name, seconds, phase);
    all.push(...phase);
    phases[name] = phase;
  }
  assertShed(phases['overload'] ?? [], PHASES[1].seconds);
  // At the beginning of the last phase those of the second still wait.
  const calm = [...(phases['before'] ?? []), ...(phases['after'] ?? []).slice(-100)];
  assert.equal(timesOf(calm, 200).length, calm.length, 'nobody is refused before and after');
  const arrivals = faulty.smtp.messages.flatMap(
    (text) => /canary (\S+) canary/.exec(text)?.[1] ?? [],
  );
  for (const { id, status, body, fault } of all) {
    assert.equal(fault, undefined, id);
    const answer = JSON.parse(body) as Record<string, unknown>;
    if (status === 200) assert.equal(answer['success'], true, id);
    else
      assert.deepEqual(
        [status, answer['error'], answer['retryable']],
        [503, 'delivery_failed', true],
      );
  }
  const accepted = all.filter(({ status }) => status === 200).map(({ id }) => id);
  assert.deepEqual(arrivals.toSorted(), accepted.toSorted());
  assert.ok(
    all.some(({ status }) => status === 503),
    'it was too much',
  );
  assert.equal((await faulty.submit(formId, 'the next')).body.used, accepted.length + 1);
});

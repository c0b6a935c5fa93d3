import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runService } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { toSink } from './environments.ts';
import { countArrivals, openForm, startVisitors, type Outcome } from './visitors.ts';
import { newTempFolder } from '../support/temp-folder.ts';

/** Milliseconds of the mail server, ten times over. */
const ROUNDS = [0, 20, 100, 0, 20, 100, 0, 20, 100, 0];
const SLOW = [500];
const PER_SECOND = 100;

/** Connections that end before an answer. */
const REFUSALS: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** An answer is whole: a success, or an error's envelope; none at all is a refused connection. */
function assertClean({ id, status, body, fault, half }: Outcome): void {
  if (fault !== undefined) {
    assert.ok(!half, `${id}: half an answer, then ${fault}`);
    assert.ok(REFUSALS.has(fault), `${id}: ${fault}`);
    return;
  }
  const answer = JSON.parse(body) as { success?: boolean; error?: string; message?: string };
  if (status === 200) assert.equal(answer.success, true, id);
  else assert.ok(answer.error && answer.message, `${id}: ${status} without an envelope`);
}

/** What the mail server holds is what was answered 200, all of it, and nothing twice. */
function assertArrived(outcomes: readonly Outcome[], arrivals: ReadonlyMap<string, number>): void {
  const accepted = outcomes.filter(({ status }) => status === 200).map(({ id }) => id);
  assert.deepEqual([...arrivals.keys()].sort(), accepted.sort());
  const twice = [...arrivals].filter(([, count]) => count > 1);
  assert.deepEqual(twice, [], 'delivered twice');
}

/** Starts, submits, stops and counts for each mail server delay in ms, on one database. */
async function stopUnderLoad(
  test: TestContext,
  database: Record<string, string>,
  delays: readonly number[],
): Promise<void> {
  const sink = await startSmtpSink(test);
  let form: string | undefined;
  for (const [round, delay] of delays.entries()) {
    const service = runService(test, { ...toSink(sink), ...database, LOG_LEVEL: 'warn' });
    const url = await service.url();
    form ??= await openForm(url, sink);
    sink.delay(delay);
    const visitors = startVisitors(url + form, `round-${round}`, PER_SECOND);
    await wait(400 + 40 * round);
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0, service.output());
    const outcomes = await visitors.stop();
    for (const outcome of outcomes) assertClean(outcome);
    const arrivals = countArrivals(sink);
    assertArrived(outcomes, arrivals);
    assert.ok(outcomes.some(({ status }) => status === 200));
    assert.ok(
      outcomes.some(({ fault }) => fault !== undefined),
      'nobody came after the stop',
    );
    assert.deepEqual(service.events('crashed'), []);
    sink.mails.length = 0;
  }
}

describe('SIGTERM under load', () => {
  const folder = newTempFolder('stop');
  after(() => rmSync(folder, { recursive: true, force: true }));
  const sqlite = (name: string) => ({ DATABASE_URL: `file:${join(folder, name)}` });

  // Guarantee: The process
  it('SIGTERM under load loses nothing that was answered 200, ten times', (test) =>
    stopUnderLoad(test, sqlite('fast.db'), ROUNDS));

  it('SIGTERM under load with a slow mail server loses nothing', (test) =>
    stopUnderLoad(test, sqlite('slow.db'), SLOW));
});

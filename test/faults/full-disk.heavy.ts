import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOT_DURABLE, startPostgres } from '../support/postgres-server.ts';
import { mountSmallDisk, unlessMountable } from '../support/small-disk.ts';
import { until } from '../support/until.ts';
import { postgresEngineOf, sqliteIn } from './engines.ts';
import { prepareProcess, type Answered, type FaultyProcess } from './faulty-process.ts';

/** MiB: SQLite's files, and those of a server with its write-ahead log. */
const SMALL = 8;
const OF_A_SERVER = 128;

/** Submissions and creations at a time. */
const AT_ONCE = 10;

const textOf = (number: number) => `canary-${number}-canary`;

/** Visitors and owners who come to one form; holds every answer against the contract. */
function createCrowd(faulty: FaultyProcess, formId: string) {
  const answers: Answered[] = [];
  const created: Answered[] = [];
  const check = ({ status, body }: Answered, success: number) => {
    if (status === success) return;
    assert.deepEqual([status, body.error, body.retryable], [500, 'internal_error', true]);
  };
  return {
    answers,
    created,
    refused: () => answers.filter(({ status }) => status !== 200).length,
    /** Sends one batch and waits for its answers. */
    async come() {
      const turns = Array.from({ length: AT_ONCE }, (_, at) => at);
      const first = answers.length;
      const [submitted, made] = await Promise.all([
        Promise.all(turns.map((at) => faulty.submit(formId, textOf(first + at)))),
        Promise.all(turns.map((at) => faulty.create(`owner-${first + at}@example.com`))),
      ]);
      for (const answer of submitted) check(answer, 200);
      for (const answer of made) check(answer, 202);
      answers.push(...submitted);
      created.push(...made.filter(({ status }) => status === 202));
    },
    /** What was answered has happened, once, and nothing else. */
    async settle() {
      for (const [number, { status }] of answers.entries())
        assert.equal(faulty.arrivals(textOf(number)), status === 200 ? 1 : 0, String(number));
      for (const { body } of created)
        assert.equal((await faulty.ask('GET', `/v1/routes/${body.form_id}`)).status, 200);
      const accepted = answers.length - this.refused();
      const { status, body } = await faulty.submit(formId, 'afterwards');
      const excess = faulty.service().events('allowance_not_released').length;
      assert.equal(status, 200);
      assert.ok(Number(body.used) > accepted, `${body.used}, ${accepted}`);
      assert.ok(Number(body.used) <= accepted + 1 + excess, `${body.used}, ${accepted}`);
      assert.deepEqual(faulty.service().events('crashed'), []);
    },
  };
}

/** Resolves when a submission is delivered again. */
const untilRecovered = (faulty: FaultyProcess) =>
  until('the recovery', async () => (await faulty.ask('GET', '/ready')).status === 200);

describe('a full disk', { skip: unlessMountable() }, () => {
  // Guarantee: The process
  it('a full disk below SQLite is a retryable fault, loses nothing, and ends when there is room', async (test) => {
    const disk = mountSmallDisk(test, SMALL);
    const faulty = await prepareProcess(test, { engine: sqliteIn(disk.folder) });
    await faulty.start();
    const crowd = createCrowd(faulty, await faulty.openForm());
    await crowd.come();
    assert.equal(crowd.refused(), 0);
    disk.fill();
    for (let count = 0; count < 40 && crowd.refused() === 0; count += 1) await crowd.come();
    assert.ok(crowd.refused() > 0, 'there was room');
    assert.equal((await faulty.ask('GET', '/health')).status, 200);
    await until('the node to say that writes fail', async () => {
      return (await faulty.ask('GET', '/ready')).status === 503;
    });
    disk.free();
    await untilRecovered(faulty);
    await crowd.settle();
  });

  it('a full disk below PostgreSQL is a retryable fault, loses nothing, and ends with the outage', async (test) => {
    const disk = mountSmallDisk(test, OF_A_SERVER);
    const server = await startPostgres(test, NOT_DURABLE, { parent: disk.folder });
    const faulty = await prepareProcess(test, { engine: postgresEngineOf(server) });
    await faulty.start();
    const crowd = createCrowd(faulty, await faulty.openForm());
    await crowd.come();
    assert.equal(crowd.refused(), 0);
    disk.fill();
    await crowd.come();
    // The next segment of the write-ahead log finds no room: the server panics, as it is made to.
    await server.query('SELECT pg_switch_wal()').catch(() => undefined);
    for (let count = 0; count < 40 && crowd.refused() === 0; count += 1) await crowd.come();
    assert.ok(crowd.refused() > 0, 'there was room');
    assert.match(server.log(), /No space left on device/);
    assert.equal((await faulty.ask('GET', '/health')).status, 200);
    disk.free();
    // It may have ended by itself; then this does nothing.
    await server.stop();
    await server.start();
    await untilRecovered(faulty);
    await crowd.settle();
  });
});

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startVisitors } from '../stopping/visitors.ts';
import { until } from '../support/until.ts';
import { SQLITE, startPostgresEngine, type Engine } from './engines.ts';
import { prepareProcess, type Answered } from './faulty-process.ts';

/** Two workers, which finish what is under way when their primary is killed, while the next ones start. */
const TWO_WORKERS: Engine = {
  name: 'SQLite with two workers',
  async open(test) {
    const database = await SQLITE.open(test);
    return { ...database, env: { ...database.env, WORKERS: '2' } };
  },
};

/** Fewer on PostgreSQL, which has its own test of crashes. */
const RUNS: [engine: Engine, kills: number][] = [
  [SQLITE, 40],
  [TWO_WORKERS, 10],
  [await startPostgresEngine(), 15],
];
const PER_SECOND = 60;

/** Milliseconds between two creations, and the shortest and longest life of a process under load. */
const CREATE_EVERY = 25;
const LIFE = { least: 50, most: 700 };

/** Kills of one of two workers, and the milliseconds between two: each new worker starts after a pause. */
const WORKER_KILLS = 5;
const BETWEEN = { least: 300, most: 1_500 };

const MARK = /canary (round-\S+) canary/;

async function killAgain(test: TestContext, engine: Engine, kills: number): Promise<void> {
  const faulty = await prepareProcess(test, { env: { LOG_LEVEL: 'warn' }, engine });
  await faulty.start();
  const formId = await faulty.openForm();
  let accepted = 0;
  let unanswered = 0;
  const created: string[] = [];

  for (let round = 0; round < kills; round += 1) {
    if (round > 0) await faulty.start();
    faulty.smtp.messages.length = 0;
    const url = (await faulty.service().url()).replace('localhost', '127.0.0.1');
    const visitors = startVisitors(`${url}/f/${formId}`, `round-${round}`, PER_SECOND);
    const creations: Promise<Answered>[] = [];
    const creator = setInterval(() => {
      creations.push(faulty.create(`owner-${round}-${creations.length}@example.com`));
    }, CREATE_EVERY);
    await wait(LIFE.least + Math.random() * (LIFE.most - LIFE.least));
    await faulty.kill();
    clearInterval(creator);
    const outcomes = await visitors.stop();

    const arrivals = faulty.smtp.messages.flatMap((text) => MARK.exec(text)?.[1] ?? []);
    assert.equal(new Set(arrivals).size, arrivals.length, 'nothing came twice');
    for (const { id, status, body, fault } of outcomes) {
      // A visitor who found no open port has reached no process.
      if (status === undefined) unanswered += fault === 'ECONNREFUSED' ? 0 : 1;
      else assert.equal(status, 200, `${id}: ${body}`);
      if (status === 200) assert.ok(arrivals.includes(id), `${id} was accepted and never came`);
    }
    accepted += outcomes.filter(({ status }) => status === 200).length;
    for (const { status, body } of await Promise.all(creations)) {
      if (status === 202 && body.form_id) created.push(body.form_id);
    }
  }

  await faulty.start();
  const { used = 0 } = (await faulty.submit(formId, 'the last')).body;
  test.diagnostic(`${kills} kills: ${accepted} accepted, ${unanswered} without an answer`);
  test.diagnostic(`counted: ${used - 1}; routes acknowledged: ${created.length}`);
  assert.ok(used - 1 >= accepted, 'never too few');
  assert.ok(used - 1 <= accepted + unanswered, 'at most one too many for each that was cut off');
  assert.ok(accepted > kills && created.length > kills, 'there was load');
  for (const id of created) {
    assert.equal((await faulty.ask('GET', `/v1/routes/${id}`)).status, 200, id);
  }
  faulty.service().child.kill('SIGTERM');
  assert.equal(await faulty.service().exited, 0);
  if (faulty.database.path === undefined) return;
  const [check] = await faulty.database.query('PRAGMA integrity_check');
  assert.deepEqual({ ...check }, { integrity_check: 'ok' });
}

/** The sum of a counter over all workers, or undefined while none answers. */
async function scrape(url: string, token: string, counter: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const text = await fetch(`${url}/metrics`, { headers }).then(
    async (answer) => (answer.ok ? await answer.text() : ''),
    () => '',
  );
  const lines = text.split('\n').filter((line) => line.startsWith(`${counter}{`));
  if (lines.length === 0) return undefined;
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

it(`${WORKER_KILLS} SIGKILLs of one of two workers on SQLite: nothing accepted is lost, twice or uncounted`, async (test) => {
  const token = randomBytes(32).toString('hex');
  const env = { WORKERS: '2', METRICS_TOKEN: token };
  const faulty = await prepareProcess(test, { env });
  const service = await faulty.start();
  const formId = await faulty.openForm();
  faulty.smtp.messages.length = 0;
  const url = (await service.url()).replace('localhost', '127.0.0.1');
  const visitors = startVisitors(`${url}/f/${formId}`, 'round', PER_SECOND);
  const started = () => service.events('worker_started').map(({ pid }) => Number(pid));
  let counted = 0;
  for (let kill = 0; kill < WORKER_KILLS; kill += 1) {
    await until('a second worker', () => started().length === 2 + kill);
    await wait(BETWEEN.least + Math.random() * (BETWEEN.most - BETWEEN.least));
    // The one that has lived longer.
    process.kill(started().at(-2) ?? 0, 'SIGKILL');
    const count = await scrape(url, token, 'letterslot_deliveries_total');
    assert.ok(count === undefined || count >= counted, `${count} after ${counted}`);
    counted = count ?? counted;
  }
  const outcomes = await visitors.stop();
  // Each time, the killed worker may have been the one that was asked.
  await until('a count of deliveries', async () => {
    const count = await scrape(url, token, 'letterslot_deliveries_total');
    return count !== undefined && count > 0 && count >= counted;
  });

  const arrivals = faulty.smtp.messages.flatMap((text) => MARK.exec(text)?.[1] ?? []);
  assert.equal(new Set(arrivals).size, arrivals.length, 'nothing came twice');
  const accepted = outcomes.filter(({ status }) => status === 200);
  for (const { id } of accepted) assert.ok(arrivals.includes(id), `${id} never came`);
  for (const { id, status, body } of outcomes) {
    assert.ok(status === 200 || status === undefined, `${id}: ${status} ${body}`);
  }
  const unanswered = outcomes.length - accepted.length;
  test.diagnostic(`${accepted.length} accepted, ${unanswered} without an answer`);
  const { used = 0 } = (await faulty.submit(formId, 'the last')).body;
  assert.ok(used - 1 >= accepted.length, 'never too few');
  assert.ok(used - 1 <= accepted.length + unanswered, 'at most one too many for each cut off');
  service.child.kill('SIGTERM');
  assert.equal(await service.exited, 0);
  const [check] = await faulty.database.query('PRAGMA integrity_check');
  assert.deepEqual({ ...check }, { integrity_check: 'ok' });
});

for (const [engine, kills] of RUNS) {
  it(`${kills} SIGKILLs at any moment, on ${engine.name}: answers, arrivals, counts and routes agree`, (test) =>
    killAgain(test, engine, kills));
}

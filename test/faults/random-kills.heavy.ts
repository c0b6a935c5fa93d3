import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startVisitors } from '../stopping/visitors.ts';
import { SQLITE, startPostgresEngine, type Engine } from './engines.ts';
import { prepareProcess, type Answered } from './faulty-process.ts';

/** Fewer on PostgreSQL, which has its own test of crashes. */
const RUNS: [engine: Engine, kills: number][] = [
  [SQLITE, 40],
  [await startPostgresEngine(), 15],
];
const PER_SECOND = 60;

/** Milliseconds between two creations, and a process's shortest and longest life under load. */
const CREATE_EVERY = 25;
const LIFE = { least: 50, most: 1_800 };

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

for (const [engine, kills] of RUNS)
  // Guarantee: A submission
  // kills at any moment, on SQLite and PostgreSQL: answers, mails and counts agree
  it(`${kills} SIGKILLs at any moment, on ${engine.name}: answers, arrivals, counts and forms agree`, (test) =>
    killAgain(test, engine, kills));

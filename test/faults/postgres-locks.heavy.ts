import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresEngine } from './engines.ts';
import { prepareProcess } from './faulty-process.ts';

const engine = await startPostgresEngine();

/** Holds a lock that writers of the counters wait for, for `seconds`, beside the service. */
const lockFor = (query: (text: string) => Promise<unknown>, seconds: number) =>
  query(`BEGIN; LOCK TABLE counters IN EXCLUSIVE MODE; SELECT pg_sleep(${seconds}); COMMIT`);

it('briefly locked PostgreSQL counters are waited for, and reads do not wait', async (test) => {
  const { database, start, openForm, submit, ask } = await prepareProcess(test, { engine });
  await start();
  const formId = await openForm();
  const locked = lockFor(database.query, 2);
  await wait(300);
  let answered = false;
  const answer = submit(formId, 'patient').finally(() => (answered = true));
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await ask('GET', `/v1/routes/${formId}`)).status, 200);
  }
  assert.equal(answered, false);
  await locked;
  assert.equal((await answer).status, 200);
});

it('PostgreSQL counters locked for long are a retryable fault: no mail, and recovery afterwards', async (test) => {
  const { database, start, openForm, submit, ask, arrivals } = await prepareProcess(test, {
    engine,
  });
  await start();
  const formId = await openForm();
  const locked = lockFor(database.query, 8);
  await wait(300);
  const { status, body } = await submit(formId, 'canary-lost');
  assert.deepEqual([status, body.error, body.retryable], [500, 'internal_error', true]);
  assert.equal(arrivals('canary-lost'), 0);
  assert.equal((await ask('GET', '/health')).status, 200);
  await locked;
  assert.equal((await submit(formId, 'canary-kept')).status, 200);
  assert.equal(arrivals('canary-kept'), 1);
});

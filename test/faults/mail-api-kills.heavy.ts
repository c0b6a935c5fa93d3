import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { PROVIDER_NAMES, startProvider, type ProviderName } from '../support/mail-providers.ts';
import { tokenIn } from '../support/service.ts';
import { prepareProcess, type FaultyProcess } from './faulty-process.ts';

// `KILLS=10` gives the long run, of 2,000 submissions.
const ROUNDS = Number(process.env['KILLS'] ?? 2);
const SUBMISSIONS = 200 * ROUNDS;
const AT_ONCE = 8;

/** Milliseconds of a process under load before it is killed. */
const LIFE = { least: 200, most: 1_500 };

const CA = join(import.meta.dirname, '../support/tls/ca.pem');
const MARK = /canary (\d+-\d+) canary/;

/** Submits what is left of a round; a process that is gone answers nothing. */
async function visit(faulty: FaultyProcess, formId: string, ids: string[]) {
  const statuses = new Map<string, number>();
  const visitor = async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const { status } = await faulty.submit(formId, `canary ${id} canary`);
      statuses.set(id, status);
      // A process that is gone takes nothing more.
      if (status === 0) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return statuses;
}

async function killAgain(test: TestContext, name: ProviderName): Promise<void> {
  const provider = await startProvider(test, name);
  const env = { ...provider.env, NODE_EXTRA_CA_CERTS: CA, LOG_LEVEL: 'warn' };
  const faulty = await prepareProcess(test, { env });
  await faulty.start();
  const { body } = await faulty.create('owner@example.com');
  const email = await PostalMime.parse(provider.mails.at(-1)?.raw ?? '');
  await faulty.ask('POST', '/v1/routes/verify', {
    body: new URLSearchParams({ token: tokenIn({ email }) }),
  });
  const formId = body.form_id ?? '';
  const waiting = Array.from({ length: SUBMISSIONS }, (_, count) => `${count % 97}-${count}`);
  const statuses = new Map<string, number>();
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round > 0) await faulty.start();
    const visits = visit(faulty, formId, waiting);
    if (round < ROUNDS) {
      await wait(LIFE.least + Math.random() * (LIFE.most - LIFE.least));
      await faulty.kill();
    }
    for (const [id, status] of await visits) statuses.set(id, status);
  }
  const arrivals = provider.mails.flatMap(({ raw }) => MARK.exec(raw)?.[1] ?? []);
  const counts = Map.groupBy(arrivals, (id) => id);
  const [accepted, unanswered] = [200, 0].map((wanted) =>
    [...statuses].filter(([, status]) => status === wanted).map(([id]) => id),
  );
  const others = [...statuses].filter(([, status]) => status !== 200 && status !== 0);
  test.diagnostic(
    `${statuses.size} submissions, ${ROUNDS} kills: ${accepted?.length} accepted, ${unanswered?.length} without an answer`,
  );
  assert.deepEqual(others, []);
  assert.equal(statuses.size, SUBMISSIONS);
  assert.deepEqual(
    accepted?.filter((id) => counts.get(id)?.length !== 1),
    [],
    'lost or doubled',
  );
  assert.deepEqual(
    unanswered?.filter((id) => (counts.get(id)?.length ?? 0) > 1),
    [],
    'doubled',
  );
}

for (const name of PROVIDER_NAMES) {
  // Guarantee: A submission
  // kills under load, with mail by HTTPS: none is lost, none comes twice
  it(`${SUBMISSIONS} submissions by ${name} with ${ROUNDS} SIGKILLs: none is lost, none comes twice`, (test) =>
    killAgain(test, name));
}

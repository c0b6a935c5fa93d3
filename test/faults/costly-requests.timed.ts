import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { sendRaw } from '../support/raw-http.ts';
import { costlyCalls, costlySubmissions, plainSubmission, type Costly } from './costly-bodies.ts';
import { costlyHeaders, costlyTargets } from './costly-heads.ts';
import { prepareProcess } from './faulty-process.ts';

const REPORTER = join(import.meta.dirname, '..', 'support', 'report-cpu.ts');

/** Limit in plain messages of the same size; a request above it is measured again. */
const MOST = 10;
const DEAR = 1;

/** Measurements of which the least counts: the others include other work of machine and engine. */
const TRIES = 8;
const FIRST_TRIES = 24;

/** Milliseconds to an answer; and for the service, for one group of requests. */
const PATIENCE = 5_000;
const LIFETIME = 280_000;

const SECRET = 'account-lookup-secret-of-32-characters';

/** Everything that comes from a port until its end. */
function readAll(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = '';
  connect(port, '127.0.0.1')
    .on('data', (chunk) => (received += chunk.toString()))
    .on('error', reject)
    .on('close', () => resolve(received));
  return promise;
}

async function start(test: TestContext) {
  const env = { LOG_LEVEL: 'warn', ACCOUNT_LOOKUP_SECRET: SECRET, TRUSTED_PROXIES: '127.0.0.1' };
  const faulty = await prepareProcess(test, {
    env,
    nodeArguments: ['--import', REPORTER],
    patience: LIFETIME,
  });
  const service = await faulty.start();
  const formId = await faulty.openForm();
  const url = (await service.url()).replace('localhost', '127.0.0.1');
  const [, port] = /CPU at port (\d+)/.exec(service.output()) ?? [];
  /** Milliseconds of processor time that the main thread took so far. */
  const cpu = async () => Number(await readAll(Number(port))) / 1_000;
  return { formId, url, cpu };
}

type Running = Awaited<ReturnType<typeof start>>;

/** What the event loop spends on a request, in milliseconds. */
async function spent({ url, cpu }: Running, { name, bytes }: Costly): Promise<number> {
  const before = await cpu();
  const answer = await sendRaw(url, bytes, PATIENCE);
  const after = await cpu();
  assert.match(answer, /^HTTP\/1\.1 (?!5)\d{3} /, name);
  return after - before;
}

/** What a plain message costs in a process that has handled a few, in milliseconds. */
async function plainCost(running: Running, plain: Costly): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < FIRST_TRIES; tries += 1) {
    least = Math.min(least, await spent(running, plain));
  }
  return least;
}

/** A request's cost in plain messages, by the fastest of alternating tries: speed varies. */
async function costOf(running: Running, request: Costly, plain: Costly, usual: number) {
  let least = await spent(running, request);
  let unit = usual;
  for (let tries = 1; tries < TRIES && least > DEAR * usual; tries += 1) {
    const beside = await spent(running, plain);
    unit = tries === 1 ? beside : Math.min(unit, beside);
    least = Math.min(least, await spent(running, request));
  }
  return least / unit;
}

const GROUPS: [name: string, requests: (formId: string) => Costly[]][] = [
  ['submission', (formId) => costlySubmissions(`/f/${formId}`)],
  ['other body', () => costlyCalls(SECRET)],
  ['header', costlyHeaders],
  ['target', costlyTargets],
];

for (const [group, requests] of GROUPS)
  it(`no ${group} costs the event loop more than ${MOST} plain messages of its size`, async (test) => {
    const running = await start(test);
    const plain = plainSubmission(`/f/${running.formId}`);
    const usual = await plainCost(running, plain);
    const costs = [];
    for (const request of requests(running.formId)) {
      costs.push({ name: request.name, cost: await costOf(running, request, plain, usual) });
    }
    costs.sort((a, b) => b.cost - a.cost);
    test.diagnostic(
      `${costs.length} requests, a plain message ${usual.toFixed(1)} ms; the dearest:`,
    );
    for (const { name, cost } of costs.slice(0, 5)) {
      test.diagnostic(`${cost.toFixed(1)} messages: ${name}`);
    }
    assert.deepEqual(
      costs.filter(({ cost }) => cost > MOST),
      [],
    );
  });

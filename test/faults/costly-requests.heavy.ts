import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { sendRaw } from '../support/raw-http.ts';
import { costlyCalls, costlySubmissions, type Costly } from './costly-bodies.ts';
import { costlyHeaders, costlyTargets } from './costly-heads.ts';
import { prepareProcess } from './faulty-process.ts';

const REPORTER = join(import.meta.dirname, '..', 'support', 'report-cpu.ts');

/** Milliseconds of the event loop that one request may cost, and from which on it is measured again. */
const MOST = 30;
const DEAR = 10;

/** Measurements of which the least counts: the others have what else the machine and the engine did. */
const TRIES = 8;

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

/** What the event loop spends on a request, in milliseconds, at the least of some tries. */
async function costOf({ url, cpu }: Running, { name, bytes }: Costly): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > DEAR; tries += 1) {
    const before = await cpu();
    const answer = await sendRaw(url, bytes, PATIENCE);
    least = Math.min(least, (await cpu()) - before);
    assert.match(answer, /^HTTP\/1\.1 (?!5)\d{3} /, name);
  }
  return least;
}

const GROUPS: [name: string, requests: (formId: string) => Costly[]][] = [
  ['submission', (formId) => costlySubmissions(`/f/${formId}`)],
  ['other body', () => costlyCalls(SECRET)],
  ['header', costlyHeaders],
  ['target', costlyTargets],
];

for (const [group, requests] of GROUPS) {
  it(`no ${group} costs more than ${MOST} ms of the event loop`, async (test) => {
    const running = await start(test);
    const costs = [];
    for (const request of requests(running.formId)) {
      costs.push({ name: request.name, ms: await costOf(running, request) });
    }
    costs.sort((a, b) => b.ms - a.ms);
    test.diagnostic(`${costs.length} requests; the dearest:`);
    for (const { name, ms } of costs.slice(0, 5)) test.diagnostic(`${ms.toFixed(1)} ms: ${name}`);
    assert.deepEqual(
      costs.filter(({ ms }) => ms > MOST),
      [],
    );
  });
}

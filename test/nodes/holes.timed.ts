import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Missing } from '../../src/cli/collect/holes.ts';
import { newNodeKeys } from '../support/keys.ts';
import { NOT_DURABLE, startPostgres } from '../support/postgres-server.ts';
import { runCli } from '../support/run-cli.ts';
import { startProcess, type Listening } from '../support/service-process.ts';
import { isDelivery, numberOf } from '../support/smtp-sink.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { activeForm, startNodes, submit, WORKERS_ON_A_FILE, type Kind } from './start-nodes.ts';

/** Milliseconds between two kills, and until every process has written its counts. */
const [BETWEEN, COUNTED] = [700, 3_500];

/** Processes of which one can be killed at a time; another takes its place. */
interface Killed {
  kind: Kind;
  kill(nodes: Listening[], turn: number): Promise<void>;
}

function threeNodes(test: TestContext): Killed {
  let shared: Record<string, string> = {};
  return {
    kind: {
      name: 'three nodes',
      async start(_owner, env) {
        const server = await startPostgres(test, NOT_DURABLE);
        shared = { DATABASE_URL: await server.newDatabase(), ...newNodeKeys(), ...env };
        return Promise.all([1, 2, 3].map(() => startProcess(test, shared)));
      },
    },
    async kill(nodes, turn) {
      nodes[turn % nodes.length]?.child.kill('SIGKILL');
      nodes[turn % nodes.length] = await startProcess(test, shared);
    },
  };
}

const threeWorkers = (killed = new Set<number>()): Killed => ({
  kind: WORKERS_ON_A_FILE,
  kill([service]) {
    const started = service?.output().matchAll(/"worker_started".*?"pid":(\d+)/g);
    const pids = Array.from(started ?? [], ([, pid]) => Number(pid));
    const pid = pids.find((each) => !killed.has(each));
    if (pid !== undefined && killed.add(pid)) process.kill(pid, 'SIGKILL');
    return Promise.resolve();
  },
});

/** Submits under kills, and while the mail server refuses for a while; returns the mails as a mailbox has them. */
async function deliverUnderKills(test: TestContext, { kind, kill }: Killed) {
  const all = await startNodes(test, kind, { MONTHLY_LIMIT: '100000' });
  const { form_id: formId, management_token: token } = await activeForm(all);
  const nodes = [...all.nodes];
  const load = { isOver: false };
  const lanes = Array.from({ length: 12 }, async (_none, lane) => {
    while (!load.isOver) {
      const url = nodes[lane % nodes.length]?.url ?? '';
      await submit(url, formId).catch(() => wait(20));
      await wait(10);
    }
  });
  for (let turn = 0; turn < 3; turn += 1) {
    await wait(BETWEEN);
    await kill(nodes, turn);
    all.sink.refuseWith({ code: 451, text: 'not now' });
    await wait(100);
    all.sink.refuseWith(undefined);
  }
  await wait(BETWEEN);
  load.isOver = true;
  await Promise.all(lanes);
  await wait(COUNTED);
  return { url: nodes[0]?.url ?? '', formId, token, mails: all.sink.mails.filter(isDelivery) };
}

async function findHoles(test: TestContext, killed: Killed): Promise<void> {
  const { url, formId, token, mails } = await deliverUnderKills(test, killed);
  const numbers = mails.map((mail) => Number(numberOf(mail)?.slice(8)));
  assert.equal(new Set(numbers).size, numbers.length, 'no number comes twice');
  const folder = newTempFolder('holes');
  const [keys, maildir] = [join(folder, 'keys.json'), join(folder, 'mails')];
  writeFileSync(keys, await (await fetch(`${url}/.well-known/jwks.json`)).text());
  for (const part of ['new', 'cur', 'tmp']) mkdirSync(join(maildir, part), { recursive: true });
  const pathOf = (number: number) => join(maildir, 'new', `${number}.mail`);
  mails.forEach(({ raw }, at) => writeFileSync(pathOf(numbers[at] ?? 0), raw));
  let runs = 0;
  const collect = async () => {
    const out = join(folder, `rows${(runs += 1)}.jsonl`);
    const given = ['--maildir', maildir, '--keys', keys, '--form', formId, '--out', out];
    const env = { LETTERSLOT_TOKEN: token, LETTERSLOT_URL: url, XDG_CONFIG_HOME: folder };
    const { code, out: json, err } = await runCli(env, ['collect', ...given, '--strict', '--json']);
    const { forms } = JSON.parse(json) as { forms: Missing[] };
    const [{ holes, days } = { holes: [], days: [] }] = forms;
    return { code, err, holes, days };
  };

  const whole = await collect();
  test.diagnostic(`${mails.length} mails, ${whole.holes.length} holes: ${whole.err}`);
  assert.equal(whole.code, 0, whole.err);
  assert.ok(whole.holes.length > 0, 'something failed or was killed');
  assert.deepEqual(new Set(whole.holes.map(({ cause }) => cause)), new Set(['explained']));
  assert.ok(whole.days.every(({ missing }) => missing === 0));

  const uncounted = whole.days.reduce((sum, day) => sum + day.uncounted, 0);
  const lost = numbers.toSorted((one, other) => one - other).slice(5, 5 + uncounted + 2);
  for (const number of lost) rmSync(pathOf(number));
  const { code, days, err } = await collect();
  assert.equal(code, 1, err);
  assert.equal(
    days.reduce((sum, { missing }) => sum + missing, 0),
    2,
    err,
  );
  assert.match(err, /2 mails of \d{4}-\d\d-\d\d that the service delivered are not here/);
}

describe('holes in the numbers of mails, after kills', () => {
  it('three nodes with kills: every hole is explained, and mails that are deleted are missed on their day', (test) =>
    findHoles(test, threeNodes(test)));
  it('three workers on a file with kills: the same', (test) => findHoles(test, threeWorkers()));
});

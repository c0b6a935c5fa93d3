import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { activeForm, createForm, startNodes, submit, type Nodes } from './start-nodes.ts';

/** A TCP proxy that can fall silent without closing anything, as a host that lost its network. */
interface FreezingProxy {
  port: number;
  freeze(): void;
  close(): Promise<void>;
}

async function startFreezingProxy(target: number): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => frozen || to.write(chunk));
      from.on('close', () => frozen || to.destroy());
      from.on('error', () => from.destroy());
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Outcome {
  /** As performance.now() gives it. */
  startedAt: number;
  /** The HTTP status; 599 if no answer came. */
  status: number;
  formId: string | undefined;
  retryable: unknown;
}

interface Load {
  /** Waits for what is under way and returns the outcomes. */
  stop(): Promise<{ submissions: Outcome[]; creations: Outcome[] }>;
}

/** Milliseconds between two submissions, and how many of them come with a creation. */
const EVERY = 20;
const CREATION_EVERY = 4;

async function observe(call: Promise<Response>): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const answer = await call;
    const body = (await answer.json()) as { form_id?: string; retryable?: unknown };
    return { startedAt, status: answer.status, formId: body.form_id, retryable: body.retryable };
  } catch {
    return { startedAt, status: 599, formId: undefined, retryable: undefined };
  }
}

/** Submits and creates at a steady rate, over all nodes in turn, whatever the answers. */
function startLoad(nodes: Nodes, formId: string): Load {
  const submissions: Promise<Outcome>[] = [];
  const creations: Promise<Outcome>[] = [];
  const timer = setInterval(() => {
    submissions.push(observe(submit(nodes.any().url, formId)));
    if (submissions.length % CREATION_EVERY > 0) return;
    const email = `visitor-${creations.length}@example.com`;
    creations.push(observe(createForm(nodes.any().url, {}, email)));
  }, EVERY);
  return {
    async stop() {
      clearInterval(timer);
      return {
        submissions: await Promise.all(submissions),
        creations: await Promise.all(creations),
      };
    },
  };
}

/** Milliseconds after the promotion from which nothing may fail. */
const RECOVERY = 5_000;

/** A primary that acknowledges a commit only when its standby has it. */
async function startPair(test: TestContext) {
  const primary = await startPostgres(test);
  const url = await primary.newDatabase();
  const standby = await primary.startStandby();
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await primary.query('SELECT pg_reload_conf()');
  for (;;) {
    const rows = await primary.query('SELECT sync_state FROM pg_stat_replication');
    if (rows[0]?.['sync_state'] === 'sync') break;
    await wait(50);
  }
  return { primary, standby, url };
}

const through = (url: string, ...ports: number[]) => ({
  newDatabase: () =>
    Promise.resolve(
      url.replace(/@[^/]+/, `@${ports.map((port) => `127.0.0.1:${port}`).join(',')}`),
    ),
});

/** Fails over under load; `lose` takes the primary away. */
async function failOver(
  test: TestContext,
  standby: PostgresServer,
  database: ReturnType<typeof through>,
  lose: () => unknown,
): Promise<void> {
  const limit = 500;
  const nodes = await startNodes(test, database, { MONTHLY_LIMIT: String(limit) });
  const { form_id: formId } = await activeForm(nodes);
  const load = startLoad(nodes, formId);
  await wait(1_500);
  await lose();
  await standby.promote();
  const promoted = performance.now();
  await wait(RECOVERY + 2_000);
  const { submissions, creations } = await load.stop();

  for (const node of nodes.nodes)
    assert.equal(node.child.exitCode, null, node.output().slice(-2_000));
  for (const { status, retryable } of [...submissions, ...creations]) {
    assert.ok(status < 400 || retryable === true, `a failure is retryable (${status})`);
  }
  const failures = [...submissions, ...creations].filter(({ status }) => status >= 400);
  test.diagnostic(`${submissions.length} submissions, ${creations.length} creations`);
  test.diagnostic(
    `failures: ${failures.length}, the last ${lastAfter(failures, promoted)} ms after`,
  );
  const late = failures.filter(({ startedAt }) => startedAt > promoted + RECOVERY);
  assert.deepEqual(late, [], 'nothing fails any more');

  const created = creations.filter(({ status }) => status === 202);
  assert.ok(created.length > 10);
  for (const { formId: id } of created) {
    const answer = await fetch(`${nodes.any().url}/v1/routes/${id}`);
    assert.equal(answer.status, 200, 'an acknowledged route exists');
  }
  const accepted = submissions.filter(({ status }) => status === 200).length;
  const arrived = () => nodes.sink.mails.filter(isDelivery).length;
  assert.equal(arrived(), accepted, 'what was accepted arrived, and nothing else');
  let left = 0;
  while ((await submit(nodes.any().url, formId)).status === 200) left += 1;
  assert.ok(arrived() <= limit, `${arrived()} of ${limit}`);
  assert.equal(arrived(), accepted + left);
}

const lastAfter = (answers: { startedAt: number }[], moment: number) =>
  Math.round(Math.max(0, ...answers.map(({ startedAt }) => startedAt - moment)));

describe('three nodes on a primary and its standby', { concurrency: 2 }, () => {
  // Guarantee: The process
  it('three nodes move to the standby when the primary is killed', async (test) => {
    const { primary, standby, url } = await startPair(test);
    const database = through(url, primary.port, standby.port);
    await failOver(test, standby, database, () => primary.stop('SIGKILL'));
  });

  it('three nodes move to the standby when the primary falls silent', async (test) => {
    const { primary, standby, url } = await startPair(test);
    const proxy = await startFreezingProxy(primary.port);
    test.after(() => proxy.close());
    const database = through(url, proxy.port, standby.port);
    await failOver(test, standby, database, async () => {
      proxy.freeze();
      await wait(1_000);
    });
  });

  it('three nodes recover by themselves when the database restarts', async (test) => {
    const server = await startPostgres(test);
    const nodes = await startNodes(test, server);
    const { form_id: formId } = await activeForm(nodes);
    const load = startLoad(nodes, formId);
    await wait(1_000);
    await server.stop('SIGINT');
    await server.start();
    const restarted = performance.now();
    await wait(4_000);
    const { submissions, creations } = await load.stop();
    const failures = [...submissions, ...creations].filter(({ status }) => status >= 400);
    test.diagnostic(`failures: ${failures.length} of ${submissions.length + creations.length}`);
    assert.ok(failures.every(({ retryable }) => retryable === true));
    assert.ok(failures.every(({ startedAt }) => startedAt < restarted + 2_000));
  });

  it('visitors with keys are delivered once soon after a synchronous standby returns', async (test) => {
    const { standby, url } = await startPair(test);
    const nodes = await startNodes(test, { newDatabase: () => Promise.resolve(url) });
    const { form_id: formId } = await activeForm(nodes);
    const send = (visitor: number) =>
      fetch(`${nodes.any().url}/f/${formId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': `visitor-${visitor}` },
        body: JSON.stringify({ message: `From visitor ${visitor}, who comes again` }),
      }).then(({ status }) => status);
    const visitors = [1, 2, 3, 4, 5, 6];
    // No commit is acknowledged now, so every claim of a key is in doubt.
    await standby.stop();
    const refused = await Promise.all(visitors.map(send));
    assert.ok(refused.every((status) => status >= 500));
    await standby.start();
    let left = visitors;
    for (let round = 0; round < 3 && left.length > 0; round += 1) {
      await wait(1_000);
      const answers = await Promise.all(
        left.map(async (visitor) => [visitor, await send(visitor)]),
      );
      left = answers.filter(([, status]) => status !== 200).map(([visitor = 0]) => visitor);
    }
    assert.deepEqual(left, [], 'visitors who were not delivered');
    assert.equal(nodes.sink.mails.filter(isDelivery).length, visitors.length);
  });
});

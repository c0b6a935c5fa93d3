import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { toSink } from '../stopping/environments.ts';
import {
  countArrivals,
  openForm,
  startVisitors,
  submit,
  type Outcome,
} from '../stopping/visitors.ts';
import { newNodeKeys } from '../support/keys.ts';
import { reservePort } from '../support/own-port.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { runService, type ServiceProcess } from '../support/service-process.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import type { Running, RunningProxy } from './programs.ts';

/** Milliseconds after which a node that runs away is killed. */
const PATIENCE = 240_000;

export interface TwoNodes {
  ports: readonly [number, number];
  sink: SmtpSink;
  /** The path of a form. */
  form: string;
  /** Stops a node as a process manager does, and starts it again on its port. */
  restart(which: 0 | 1): Promise<void>;
}

/**
 * Two nodes behind a proxy of this machine, on one new database. `settingsFor` names what else
 * differs from the usual, given the mail server that ends all mail.
 */
export async function startTwoNodes(
  test: TestContext,
  database: Pick<PostgresServer, 'newDatabase'>,
  settingsFor: (sink: SmtpSink) => Promise<Record<string, string>> = () => Promise.resolve({}),
): Promise<TwoNodes> {
  const sink = await startSmtpSink();
  const settings = {
    ...toSink(sink),
    DATABASE_URL: await database.newDatabase(),
    ...newNodeKeys(),
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...(await settingsFor(sink)),
  };
  const run = (port: number) =>
    runService(test, { ...settings, PORT: String(port) }, { patience: PATIENCE });
  const ports: [number, number] = [await reservePort(), await reservePort()];
  const nodes: [ServiceProcess, ServiceProcess] = [run(ports[0]), run(ports[1])];
  // It waits for their sessions: they end first.
  test.after(() => sink.close());
  const [url] = await Promise.all(nodes.map((node) => node.url()));
  const form = await openForm(String(url), sink);
  return {
    ports,
    sink,
    form,
    async restart(which) {
      nodes[which].child.kill('SIGTERM');
      assert.equal(await nodes[which].exited, 0, nodes[which].output());
      nodes[which] = run(ports[which]);
      await nodes[which].url();
    },
  };
}

/** The newest lines of a proxy's log, without what each restart brings. */
const complaintsOf = ({ output }: Running): string =>
  output()
    .split('\n')
    .filter((line) => !line.includes('Connection refused'))
    .slice(-20)
    .join('\n');

/** Restarts the nodes in turn while visitors use the proxy: each gets one answer, 200. */
export async function restartUnderLoad(
  { form, sink, restart }: TwoNodes,
  proxy: RunningProxy,
  { restarts, perSecond }: { restarts: number; perSecond: number },
): Promise<void> {
  const visitors = startVisitors(`http://127.0.0.1:${proxy.port}${form}`, 'visitor', perSecond);
  for (let count = 0; count < restarts; count += 1) {
    await wait(250);
    await restart(count % 2 === 0 ? 0 : 1);
    // Until the proxy considers the node ready again.
    await wait(1_500);
  }
  const outcomes = await visitors.stop();
  const lost = outcomes.filter(({ status }) => status !== 200);
  const count = `${lost.length} of ${outcomes.length}`;
  const [first] = lost;
  assert.equal(first, undefined, `${count}: ${JSON.stringify(first)}\n${complaintsOf(proxy)}`);
  assert.ok(outcomes.length > restarts * perSecond);
  const arrivals = countArrivals(sink);
  assert.equal(arrivals.size, outcomes.length);
  assert.deepEqual(
    [...arrivals].filter(([, times]) => times > 1),
    [],
  );
}

/** Visitors per second, to each node. */
const STEADY = 20;

/** What the visitor saw: not delivered, delivered, or unknown. */
function judge({ status, body }: Outcome): 'delivered' | 'undelivered' | 'unknown' {
  if (status === 200) return 'delivered';
  if (status === undefined || body.includes('may not have been delivered')) return 'unknown';
  return 'undelivered';
}

/** Mails by submission; a relay that crashed may repeat one with the same Message-ID. */
function countMessages({ mails }: SmtpSink): Map<string, number> {
  const seen = new Map(mails.map((mail) => [mail.email.messageId, mail]));
  return countArrivals({ mails: [...seen.values()] });
}

/** Resolves when a submission is delivered again. */
const untilServed = (url: string) =>
  until('the recovery', async () => {
    const manner = { agent: new Agent(), json: true, pause: 0 };
    return (await submit(url, 'after', manner)).status === 200;
  });

/** What has arrived when all of these have, or nothing more comes. */
async function settled(sink: SmtpSink, accepted: readonly Outcome[]) {
  const isThere = () => {
    const arrivals = countMessages(sink);
    return accepted.every(({ id }) => arrivals.has(id));
  };
  await until('the mails', isThere).catch(() => undefined);
  return countMessages(sink);
}

/**
 * Ends a neighbour without warning while visitors come to both nodes, and starts it again: what was
 * answered arrives as it was answered, and the nodes recover by themselves.
 */
export async function breakUnderLoad(
  { ports, form, sink }: TwoNodes,
  neighbour: Pick<Running, 'kill' | 'start'>,
): Promise<void> {
  const visitors = ports.map((port, node) =>
    startVisitors(`http://127.0.0.1:${port}${form}`, `visitor-${node}`, STEADY),
  );
  await wait(1_500);
  await neighbour.kill();
  await wait(1_500);
  await neighbour.start();
  for (const port of ports) await untilServed(`http://127.0.0.1:${port}${form}`);
  const outcomes = (await Promise.all(visitors.map((one) => one.stop()))).flat();
  const accepted = outcomes.filter((outcome) => judge(outcome) === 'delivered');
  // A relay passes mails on in its own time; what never comes is named below.
  const arrivals = await settled(sink, accepted);
  const wrong = outcomes.filter((outcome) => {
    const times = arrivals.get(outcome.id) ?? 0;
    const told = judge(outcome);
    return told === 'unknown' ? times > 1 : times !== (told === 'delivered' ? 1 : 0);
  });
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} of ${outcomes.length}`);
  const codes = new Set(outcomes.map(({ status }) => status));
  for (const status of codes) assert.ok([200, 500, 503].includes(Number(status)), String(status));
  assert.ok(accepted.length > STEADY, `${accepted.length} of ${outcomes.length}`);
}

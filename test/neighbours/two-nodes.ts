import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { onWorkers, toSink } from '../stopping/environments.ts';
import { countArrivals, openForm, startVisitors } from '../stopping/visitors.ts';
import { freePort } from '../support/free-port.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { runService, type ServiceProcess } from '../support/service-process.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

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

/** Two nodes behind a proxy of this machine, on one new database. */
export async function startTwoNodes(test: TestContext, server: PostgresServer): Promise<TwoNodes> {
  const sink = await startSmtpSink();
  const settings = {
    ...toSink(sink),
    ...(await onWorkers(server, 1)),
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
  };
  const run = (port: number) =>
    runService(test, { ...settings, PORT: String(port) }, { patience: PATIENCE });
  const ports: [number, number] = [await freePort(), await freePort()];
  const nodes: [ServiceProcess, ServiceProcess] = [run(ports[0]), run(ports[1])];
  const [url] = await Promise.all(nodes.map((node) => node.url()));
  test.after(() => sink.close());
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

/** Restarts the nodes in turn while visitors come to the proxy: all of them are answered 200, once. */
export async function restartUnderLoad(
  { form, sink, restart }: TwoNodes,
  { proxy, restarts, perSecond }: { proxy: number; restarts: number; perSecond: number },
): Promise<void> {
  const visitors = startVisitors(`http://127.0.0.1:${proxy}${form}`, 'visitor', perSecond);
  for (let count = 0; count < restarts; count += 1) {
    await wait(250);
    await restart(count % 2 === 0 ? 0 : 1);
    // Until the proxy takes the node for one that serves again.
    await wait(1_500);
  }
  const outcomes = await visitors.stop();
  const lost = outcomes.filter(({ status }) => status !== 200);
  assert.deepEqual(lost.slice(0, 5), [], `${lost.length} of ${outcomes.length}`);
  assert.ok(outcomes.length > restarts * perSecond);
  const arrivals = countArrivals(sink);
  assert.equal(arrivals.size, outcomes.length);
  assert.deepEqual(
    [...arrivals].filter(([, times]) => times > 1),
    [],
  );
}

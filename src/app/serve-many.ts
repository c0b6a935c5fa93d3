import cluster, { type Worker } from 'node:cluster';
import { once } from '../platform/waiting/once.ts';
import { createLog } from '../platform/log/log.ts';
import type { MetricsSum, ProcessMetrics } from '../platform/monitor/registry.ts';
import type { Readiness } from '../platform/monitor/mount-monitor.ts';
import { drainOf, type Settings } from '../platform/settings/settings.ts';
import type { Service } from './service.ts';
import { EXIT, type CommandContext } from '../cli/operator/command.ts';
import { greet, startService } from './start-service.ts';
import { endOnFaults, ignoreSignals, STOP_DEADLINE, stopOnSignals } from './process-life.ts';
import {
  createAsk,
  createRateAnswer,
  createWorkerRates,
  isMessage,
  tell,
  type Answer,
} from './worker-channel.ts';
import { Workers } from './workers.ts';

/** Serves as one of the primary's workers until the primary ends or tells it to stop. */
async function serveAsWorker(settings: Settings, worker: Worker): Promise<'running'> {
  let serving: Service | undefined = undefined;
  let stopping = false;
  const { promise: lastConnection, resolve: noteLast } = Promise.withResolvers<void>();
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(EXIT.fault), STOP_DEADLINE).unref();
    await serving?.close(lastConnection);
    process.exit(EXIT.ok);
  };
  ignoreSignals();
  worker.on('message', (received) => {
    if (isMessage(received, 'stop')) void stop();
    if (isMessage(received, 'last')) noteLast();
  });
  worker.on('disconnect', () => {
    // Otherwise Node ends a worker at once when its primary ends.
    worker.exitedAfterDisconnect = true;
    noteLast();
    void stop();
  });
  const ask = createAsk(worker, async (question) => {
    if (question === 'readiness') return serving?.readiness();
    return serving?.metrics?.values();
  });
  const allMetrics = async () => (await ask('all-metrics')) as string;
  const overrides = { allMetrics, rates: createWorkerRates(ask) };
  const { service, listening } = await startService(settings, overrides);
  serving = service;
  tell(worker, { letterslot: 'ready', listening });
  return 'running';
}

async function openSum(): Promise<MetricsSum> {
  const { MetricsSum } = await import('../platform/monitor/registry.ts');
  const sum = new MetricsSum();
  cluster.on('exit', ({ id }) => sum.end(id));
  return sum;
}

/** Ready as soon as one worker is. */
async function readinessOf(workers: Workers): Promise<Readiness> {
  const all = [...(await workers.askAll('readiness')).values()] as Readiness[];
  return all.find(({ ready }) => ready) ?? all[0] ?? { ready: false, checks: {} };
}

/** Settings that the primary has worked out, so that all workers agree and do not repeat it. */
const environmentOf = ({ SOURCE_COMMIT: commit }: Settings, count: number) => ({
  WORKERS: String(count),
  ...(commit !== undefined && { SOURCE_COMMIT: commit }),
});

/**
 * Serves in `count` workers that share the port, until a signal ends them. This process is the
 * primary: it accepts connections and hands them out, so whatever concerns all workers is here.
 */
export async function serveMany(
  context: CommandContext,
  settings: Settings,
  count: number,
): Promise<number | 'running'> {
  if (cluster.worker) return serveAsWorker(settings, cluster.worker);
  const log = createLog(settings.LOG_LEVEL);
  const sum = once(openSum);
  const allMetrics = async () => {
    const opened = await sum();
    return opened.text((await workers.askAll('metrics')) as Map<number, ProcessMetrics>);
  };
  const countRates = createRateAnswer();
  const answer: Answer = async (question, about) =>
    question === 'rates' ? countRates(about) : allMetrics();
  const workers = new Workers(count, environmentOf(settings, count), log, answer);
  let serving = false;
  stopOnSignals(
    context,
    async (signal) => {
      if (serving) log.stopping({ signal });
      const clean = await workers.stop(serving ? drainOf(settings).accepting : 0);
      if (serving) log.stopped();
      return clean ? EXIT.ok : EXIT.fault;
    },
    () => workers.kill(),
  );
  if (settings.METRICS_PORT !== undefined) {
    const { openMetricsListener } = await import('./open/open-monitor.ts');
    const readiness = { read: () => readinessOf(workers) };
    await openMetricsListener(settings, { text: allMetrics, readiness, log });
  }
  const first = await workers.start();
  // The first worker has already printed on standard error why it ended.
  if (typeof first === 'number') return first;
  serving = true;
  endOnFaults(log);
  greet(context, settings, first, () => readinessOf(workers));
  return 'running';
}

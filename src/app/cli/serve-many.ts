import cluster from 'node:cluster';
import { createLog, type Log } from '../../platform/log/log.ts';
import type { MetricsSum, ProcessMetrics } from '../../platform/monitor/metrics.ts';
import type { Readiness } from '../../platform/monitor/readiness.ts';
import { drainOf, type Settings } from '../../platform/settings/settings.ts';
import { EXIT, type CommandContext } from './command.ts';
import { greet } from './greeting.ts';
import { endOnFaults, stopOnSignals } from './process-life.ts';
import { serveAsWorker } from './serve-as-worker.ts';
import { Workers } from './workers.ts';

async function openSum(): Promise<MetricsSum> {
  const { MetricsSum } = await import('../../platform/monitor/metrics.ts');
  const sum = new MetricsSum();
  cluster.on('exit', ({ id }) => sum.end(id));
  return sum;
}

/** Adds up what the workers count and have counted, for whoever asks one of them or the primary. */
function createAddUp(workers: () => Workers): () => Promise<string> {
  let opened: Promise<MetricsSum> | undefined = undefined;
  return async () => {
    const sum = await (opened ??= openSum());
    const answers = await workers().askAll('metrics');
    return sum.text(answers as ReadonlyMap<number, ProcessMetrics>);
  };
}

/** Ready as soon as one worker is. */
async function readinessOf(workers: Workers): Promise<Readiness> {
  const all = [...(await workers.askAll('readiness')).values()] as Readiness[];
  return all.find(({ ready }) => ready) ?? all[0] ?? { ready: false, checks: {} };
}

/** The primary's own listener, where METRICS_PORT asks for one. */
async function openMonitoring(
  settings: Settings,
  log: Log,
  workers: Workers,
  text: () => Promise<string>,
): Promise<void> {
  if (settings.METRICS_PORT === undefined) return;
  const { openMetricsListener } = await import('../open/open-monitor.ts');
  const readiness = { read: () => readinessOf(workers) };
  await openMetricsListener(settings, { text, readiness, log });
}

/**
 * Serves in `count` workers that share the port, until a signal ends them. This process is the
 * primary: it accepts connections and hands them out, so what speaks for all of them belongs here.
 */
export async function serveMany(
  context: CommandContext,
  settings: Settings,
  count: number,
): Promise<number | undefined> {
  if (cluster.worker) return serveAsWorker(settings, cluster.worker);
  const log = createLog(settings.LOG_LEVEL);
  const addUp = createAddUp(() => workers);
  const workers = new Workers(count, log, addUp);
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
  await openMonitoring(settings, log, workers, addUp);
  const first = await workers.start();
  // The first worker has said on standard error why it ended.
  if (typeof first === 'number') return first;
  serving = true;
  endOnFaults(log);
  greet(context, settings, first);
  return undefined;
}

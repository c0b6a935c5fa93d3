import cluster from 'node:cluster';
import { createLog, type Log } from '../log.ts';
import type { ProcessMetrics } from '../monitor/aggregate-metrics.ts';
import type { Readiness } from '../monitor/readiness.ts';
import type { Settings } from '../settings.ts';
import { EXIT, type CommandContext } from './command.ts';
import { greet } from './greeting.ts';
import { endOnFaults, stopOnSignals } from './process-life.ts';
import { serveAsWorker } from './serve-as-worker.ts';
import { Workers } from './workers.ts';

/** Adds up what the workers count, for whoever asks one of them or the primary. */
async function addUp(workers: Workers): Promise<string> {
  const { aggregateMetrics } = await import('../monitor/aggregate-metrics.ts');
  return aggregateMetrics((await workers.askAll('metrics')) as ProcessMetrics[]);
}

/** Ready as soon as one worker is. */
async function readinessOf(workers: Workers): Promise<Readiness> {
  const all = (await workers.askAll('readiness')) as Readiness[];
  return all.find(({ ready }) => ready) ?? all[0] ?? { ready: false, checks: {} };
}

/** The primary's own listener, where METRICS_PORT asks for one. */
async function openMonitoring(settings: Settings, log: Log, workers: Workers): Promise<void> {
  if (settings.METRICS_PORT === undefined) return;
  const { openMetricsListener } = await import('../open/open-metrics-listener.ts');
  const readiness = { read: () => readinessOf(workers) };
  await openMetricsListener(settings, { text: () => addUp(workers), readiness, log });
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
  const workers: Workers = new Workers(count, log, () => addUp(workers));
  let serving = false;
  stopOnSignals(
    context,
    async (signal) => {
      if (serving) log.stopping(signal);
      const clean = await workers.stop();
      if (serving) log.stopped();
      return clean ? EXIT.ok : EXIT.fault;
    },
    () => workers.kill(),
  );
  await openMonitoring(settings, log, workers);
  const first = await workers.start();
  // The first worker has said on standard error why it ended.
  if (typeof first === 'number') return first;
  serving = true;
  endOnFaults(log);
  greet(context, settings, first);
  return undefined;
}

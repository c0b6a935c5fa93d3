import cluster from 'node:cluster';
import { createLog } from '../log.ts';
import type { Settings } from '../settings.ts';
import { EXIT, type CommandContext } from './command.ts';
import { greet } from './greeting.ts';
import { endOnFaults, stopOnSignals } from './process-life.ts';
import { serveAsWorker } from './serve-as-worker.ts';
import { Workers } from './workers.ts';

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
  const workers = new Workers(count, log);
  let serving = false;
  stopOnSignals(
    async (signal) => {
      if (serving) log.stopping(signal);
      const clean = await workers.stop();
      if (serving) log.stopped();
      return clean ? EXIT.ok : EXIT.fault;
    },
    () => workers.kill(),
  );
  const first = await workers.start();
  // The first worker has said on standard error why it ended.
  if (typeof first === 'number') return first;
  serving = true;
  endOnFaults(log);
  greet(context, settings, first);
  return undefined;
}

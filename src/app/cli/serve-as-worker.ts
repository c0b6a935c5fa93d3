import type { Worker } from 'node:cluster';
import type { Service } from '../service.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { EXIT } from './command.ts';
import { converse } from './conversation.ts';
import { listen } from './greeting.ts';
import { endOnFaults, ignoreSignals, STOP_DEADLINE } from './process-life.ts';
import { tuneEngine } from './tune-engine.ts';
import { isMessage, type ReadyMessage } from './worker-messages.ts';

/** Serves as one of the primary's workers until the primary says stop, or is gone. */
export async function serveAsWorker(settings: Settings, worker: Worker): Promise<undefined> {
  let serving: Service | undefined = undefined;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(EXIT.fault), STOP_DEADLINE).unref();
    await serving?.close();
    process.exit(EXIT.ok);
  };
  ignoreSignals();
  worker.on('message', (received) => {
    if (isMessage(received, 'stop')) void stop();
  });
  worker.on('disconnect', () => {
    // Otherwise Node ends a worker at once when its primary is gone.
    worker.exitedAfterDisconnect = true;
    void stop();
  });
  const ask = converse(worker, async (question) => {
    if (question === 'readiness') return serving?.readiness();
    return serving?.metrics?.registry.getMetricsAsJSON();
  });
  const { createService } = await import('../service.ts');
  const allMetrics = async () => (await ask('all-metrics')) as string;
  const service = await createService(settings, { allMetrics });
  const ready: ReadyMessage = { letterslot: 'ready', listening: await listen(service) };
  serving = service;
  endOnFaults(service.log);
  tuneEngine();
  worker.send(ready, () => undefined);
}

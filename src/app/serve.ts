import { availableParallelism } from 'node:os';
import type { Settings } from '../platform/settings/settings.ts';
import type { Service } from './service.ts';
import { readSourceCommit } from './source-commit.ts';
import { EXIT, type CommandContext, type Run } from '../cli/operator/command.ts';
import { greet, startService } from './start-service.ts';
import { stopOnSignals } from './process-life.ts';

/** How many processes serve; `auto` is one if more would be refused. */
function countWorkers({ WORKERS, SMTP_URL }: Settings): number {
  if (WORKERS !== 'auto') return WORKERS;
  return SMTP_URL ? availableParallelism() : 1;
}

async function serveOne(context: CommandContext, settings: Settings): Promise<'running'> {
  let serving: Service | undefined = undefined;
  stopOnSignals(context, async (signal) => {
    // Until it listens, there is nothing to finish.
    serving?.log.stopping({ signal });
    await serving?.close();
    serving?.log.stopped();
    return EXIT.ok;
  });
  const { service, listening } = await startService(settings);
  serving = service;
  greet(context, settings, listening, service.readiness);
  return 'running';
}

export const serve: Run = async (context) => {
  const settings = context.readSettings();
  settings.SOURCE_COMMIT ??= readSourceCommit(context.root);
  const workers = countWorkers(settings);
  if (workers === 1) return serveOne(context, settings);
  const { serveMany } = await import('./serve-many.ts');
  return serveMany(context, settings, workers);
};

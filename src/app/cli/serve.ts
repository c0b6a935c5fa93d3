import { availableParallelism } from 'node:os';
import { isShared } from '../../platform/settings/database-url.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { readSourceCommit } from '../source-commit.ts';
import type { Run } from './command.ts';
import { serveOne } from './serve-one.ts';

/** How many processes serve; `auto` is one wherever more than one is refused. */
function countWorkers({ WORKERS, DATABASE_URL, SMTP_URL }: Settings): number {
  if (WORKERS !== 'auto') return WORKERS;
  return isShared(DATABASE_URL) && SMTP_URL ? availableParallelism() : 1;
}

/** Serves until a signal ends it. */
export const serve: Run = async (context) => {
  const settings = context.readSettings();
  settings.SOURCE_COMMIT ??= readSourceCommit(context.root);
  const workers = countWorkers(settings);
  if (workers === 1) return serveOne(context, settings);
  const { serveMany } = await import('./serve-many.ts');
  return serveMany(context, settings, workers);
};

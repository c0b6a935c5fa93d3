import { describeDatabase } from '../../platform/settings/database-url.ts';
import { openEngine } from '../open/open-store.ts';
import { inspectStore } from '../../platform/stores/inspection.ts';
import { NEWEST_STEP } from '../../platform/stores/migrations.ts';
import { EXIT, type Run } from './command.ts';
import { BUSY_TIMEOUT } from './open-existing.ts';

/** Brings the schema to the newest version; creates the database when there is none. */
export const migrate: Run = async (context) => {
  const settings = context.readSettings();
  const { DATABASE_URL: database } = settings;
  const before = (await inspectStore(database))?.version ?? 0;
  await (await openEngine(settings, BUSY_TIMEOUT)).close();
  const place = describeDatabase(database);
  context.print(
    before === NEWEST_STEP
      ? `Nothing to do: ${place} has schema ${NEWEST_STEP}, the newest.`
      : `Migrated ${place} from schema ${before} to ${NEWEST_STEP}.`,
  );
  return EXIT.ok;
};

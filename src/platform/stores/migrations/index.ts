import { routesAndCounters } from './0001-routes-and-counters.ts';
import { stoppedRoutesAndRates } from './0002-stopped-routes-and-rates.ts';
import { denserTables } from './0003-denser-tables.ts';
import { ownerControls } from './0004-owner-controls.ts';
import { outcomes } from './0005-outcomes.ts';
import { unapprovedRoutes } from './0006-unapproved-routes.ts';
import type { Migration } from './migration.ts';

/** Every migration, oldest first. A landed one is never changed; a new one follows it. */
export const MIGRATIONS: readonly Migration[] = [
  routesAndCounters,
  stoppedRoutesAndRates,
  denserTables,
  ownerControls,
  outcomes,
  unapprovedRoutes,
];

/** The step that this version brings every database to. */
export const NEWEST_STEP = MIGRATIONS.at(-1)?.id ?? 0;

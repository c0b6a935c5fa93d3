import { MIGRATIONS, type Migration } from '../../src/platform/stores/migrations.ts';

/** The schema step of this version. */
export const NEWEST = MIGRATIONS.at(-1)?.id ?? 0;

/** What a later version might add. */
const NEXT: Migration = {
  id: NEWEST + 1,
  name: 'a step of a later version',
  statements: () => [
    'ALTER TABLE routes ADD COLUMN locale TEXT',
    'ALTER TABLE counters ADD COLUMN note TEXT',
    'CREATE TABLE later (id TEXT PRIMARY KEY)',
  ],
};

/** The steps of a later version. */
export const LATER: readonly Migration[] = [...MIGRATIONS, NEXT];

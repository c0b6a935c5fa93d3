import type { Migration } from './migration.ts';

/** Null means approved, which routes of earlier versions count as. */
export const unapprovedRoutes: Migration = {
  id: 6,
  name: 'unapproved routes',
  statements: () => [`ALTER TABLE routes ADD COLUMN unapproved_since BIGINT`],
};

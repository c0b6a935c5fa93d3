import type { Migration } from './migration.ts';

export const outcomes: Migration = {
  id: 5,
  name: 'outcomes',
  statements: ({ clustered }) => [
    `CREATE TABLE outcomes (
      subject TEXT PRIMARY KEY,
      request TEXT NOT NULL,
      claim TEXT NOT NULL,
      claimed_at BIGINT NOT NULL,
      sealed TEXT
    )${clustered}`,
    `CREATE INDEX outcomes_by_claim ON outcomes (claimed_at)`,
  ],
};

import type { Migration } from './migration.ts';

export const stoppedRoutesAndRates: Migration = {
  id: 2,
  name: 'stopped routes and rates',
  statements: ({ clustered, transient }) => [
    `ALTER TABLE routes ADD COLUMN stopped_at BIGINT`,
    `CREATE ${transient}TABLE rates (
      subject TEXT NOT NULL,
      ends_at BIGINT NOT NULL,
      used BIGINT NOT NULL,
      PRIMARY KEY (subject, ends_at)
    )${clustered}`,
    `CREATE INDEX rates_by_end ON rates (ends_at)`,
  ],
};

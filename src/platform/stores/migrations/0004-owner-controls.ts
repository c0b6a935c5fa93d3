import type { Migration } from './migration.ts';

/** Confirmations withdrawn by their owner, and addresses that want no verification mails. */
export const ownerControls: Migration = {
  id: 4,
  name: 'owner controls',
  statements: ({ clustered }) => [
    `ALTER TABLE routes ADD COLUMN withdrawn_at BIGINT`,
    `CREATE TABLE refusals (
      subject TEXT PRIMARY KEY,
      ends_at BIGINT NOT NULL
    )${clustered}`,
    `CREATE INDEX refusals_by_end ON refusals (ends_at)`,
  ],
};

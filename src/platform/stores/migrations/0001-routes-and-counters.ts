import type { Migration } from './migration.ts';

export const routesAndCounters: Migration = {
  id: 1,
  name: 'routes and counters',
  statements: ({ clustered }) => [
    `CREATE TABLE routes (
      form_id TEXT PRIMARY KEY,
      sealed TEXT NOT NULL,
      status TEXT NOT NULL,
      mode TEXT NOT NULL,
      owner TEXT NOT NULL,
      quota TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      verification_sent_at BIGINT,
      token_nonce TEXT NOT NULL,
      idempotency_key TEXT UNIQUE,
      request_hash TEXT
    )${clustered}`,
    `CREATE INDEX routes_by_owner ON routes (owner, status)`,
    `CREATE INDEX unverified_routes ON routes (created_at) WHERE status = 'pending_verification'`,
    `CREATE TABLE counters (
      subject TEXT NOT NULL,
      ends_at BIGINT NOT NULL,
      used BIGINT NOT NULL,
      PRIMARY KEY (subject, ends_at)
    )${clustered}`,
    `CREATE INDEX counters_by_end ON counters (ends_at)`,
    `CREATE TABLE key_checks (name TEXT PRIMARY KEY, value TEXT NOT NULL)${clustered}`,
  ],
};

import type { Migration } from './migration.ts';

const COLUMNS = `form_id, sealed, status, mode, owner, quota, created_at, verification_sent_at,
  token_nonce, idempotency_key, request_hash, stopped_at`;

/**
 * SQLite only, where a page of rows in the order of random ids stays a third empty: routes are
 * appended, counters lie in the order in which they are swept, and no index holds what is null.
 */
export const denserTables: Migration = {
  id: 3,
  name: 'denser tables',
  statements({ engine }) {
    if (engine !== 'sqlite') return [];
    return [
      `CREATE TABLE denser_routes (
        form_id TEXT PRIMARY KEY,
        sealed TEXT NOT NULL,
        status TEXT NOT NULL,
        mode TEXT NOT NULL,
        owner TEXT NOT NULL,
        quota TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        verification_sent_at BIGINT,
        token_nonce TEXT NOT NULL,
        idempotency_key TEXT,
        request_hash TEXT,
        stopped_at BIGINT
      )`,
      `INSERT INTO denser_routes (${COLUMNS}) SELECT ${COLUMNS} FROM routes`,
      `DROP TABLE routes`,
      `ALTER TABLE denser_routes RENAME TO routes`,
      `CREATE INDEX routes_by_owner ON routes (owner)`,
      `CREATE UNIQUE INDEX routes_by_idempotency_key ON routes (idempotency_key)
        WHERE idempotency_key IS NOT NULL`,
      `CREATE INDEX unverified_routes ON routes (created_at) WHERE status = 'pending_verification'`,
      `CREATE TABLE denser_counters (
        subject TEXT NOT NULL,
        ends_at BIGINT NOT NULL,
        used BIGINT NOT NULL,
        PRIMARY KEY (ends_at, subject)
      ) WITHOUT ROWID`,
      `INSERT INTO denser_counters (subject, ends_at, used) SELECT subject, ends_at, used FROM counters`,
      `DROP TABLE counters`,
      `ALTER TABLE denser_counters RENAME TO counters`,
    ];
  },
};

import { StoreError } from './store-errors.ts';

/** The differences between the engines' DDL. */
export interface Dialect {
  /**
   * After a table: it is stored in its primary key, or each page has room for the next versions of
   * its rows, which then need no new entries in indexes.
   */
  stored: string;
  /** Before TABLE: a crash may empty it, so it needs no log, if the engine can; else empty. */
  transient: string;
}

/**
 * One step of the schema. Steps are applied in the order of their ids, each in one transaction, and
 * only add: during a rolling update, nodes of the previous version run at the same time.
 */
export interface Migration {
  id: number;
  name: string;
  statements(dialect: Dialect): readonly string[];
}

/**
 * A table of counts; each has a subject, and the second in which its period ends. Its key is in the
 * order of sweeps, which need no other index; random subjects would leave pages a third empty.
 */
const countsTable = (name: string, { stored }: Dialect) => `TABLE ${name} (
  subject TEXT NOT NULL,
  ends_at BIGINT NOT NULL,
  used BIGINT NOT NULL,
  PRIMARY KEY (ends_at, subject)
)${stored}`;

const firstSchema: Migration = {
  id: 1,
  name: 'schema of 1.0.0',
  statements: (dialect) => [
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
      idempotency_key TEXT,
      request_hash TEXT,
      suspended_at BIGINT,
      stopped_at BIGINT,
      unapproved_since BIGINT
    )`,
    `CREATE INDEX routes_by_owner_and_age ON routes (owner, created_at)`,
    `CREATE INDEX routes_by_quota ON routes (quota)`,
    `CREATE UNIQUE INDEX routes_by_idempotency_key ON routes (idempotency_key)
      WHERE idempotency_key IS NOT NULL`,
    `CREATE INDEX unverified_routes ON routes (created_at) WHERE status = 'pending_verification'`,
    // Counts are deleted with their form, by every statement and version of the program.
    `CREATE TABLE form_counts (
      form_id TEXT NOT NULL REFERENCES routes (form_id) ON DELETE CASCADE,
      day BIGINT NOT NULL,
      outcome TEXT NOT NULL,
      n BIGINT NOT NULL,
      PRIMARY KEY (form_id, day, outcome)
    )${dialect.stored}`,
    `CREATE INDEX form_counts_by_day ON form_counts (day)`,
    `CREATE ${countsTable('counters', dialect)}`,
    // Allowances end at midnight: without them here, a submission does not write to this index.
    `CREATE INDEX buckets_by_subject ON counters (subject, ends_at) WHERE ends_at % 86400 <> 0`,
    `CREATE ${dialect.transient}${countsTable('rates', dialect)}`,
    // Addresses that want no verification mails.
    `CREATE TABLE refusals (
      subject TEXT PRIMARY KEY,
      ends_at BIGINT NOT NULL
    )${dialect.stored}`,
    `CREATE INDEX refusals_by_end ON refusals (ends_at)`,
    `CREATE TABLE outcomes (
      subject TEXT PRIMARY KEY,
      request TEXT NOT NULL,
      claim TEXT NOT NULL,
      claimed_at BIGINT NOT NULL,
      sealed TEXT
    )${dialect.stored}`,
    `CREATE INDEX outcomes_by_claim ON outcomes (claimed_at)`,
    `CREATE TABLE key_checks (name TEXT PRIMARY KEY, value TEXT NOT NULL)${dialect.stored}`,
  ],
};

/**
 * Every migration, oldest first. Once released, one never changes: changes come as new ones. In
 * SQLite a step that drops `routes` would empty `form_counts`.
 */
export const MIGRATIONS: readonly Migration[] = [firstSchema];

/** The schema step of this version. */
export const NEWEST_STEP = MIGRATIONS.at(-1)?.id ?? 0;

/** Throws StoreError where a schema is not of a released version: its numbers mean other steps. */
export function refuseUnreleased(isReleased: boolean): void {
  if (isReleased) return;
  throw new StoreError(
    'The database is of Letterslot before its first release, or of another program: no later version reads it. ' +
      'Use another database.',
  );
}

/** Throws StoreError when the schema is newer than the newest step that this version knows. */
export function refuseNewer(version: number, newest: number, what: string): void {
  if (version <= newest) return;
  throw new StoreError(
    `The database was made by a newer version of Letterslot (schema ${version}, this one knows ` +
      `${newest}). Start that version, or use another ${what}.`,
  );
}

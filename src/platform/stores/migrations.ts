import { StoreError } from './store-errors.ts';

/** What differs between the engines' DDL. */
export interface Dialect {
  engine: 'sqlite' | 'postgres';
  /** Stores a table inside its primary key, where the engine can; else empty. */
  clustered: string;
  /** Before TABLE: a crash may empty it, so it needs no log, where the engine can; else empty. */
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

const routesAndCounters: Migration = {
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

const stoppedRoutesAndRates: Migration = {
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

/** Before owner controls. */
const OLD_ROUTE_COLUMNS = `form_id, sealed, status, mode, owner, quota, created_at, verification_sent_at,
  token_nonce, idempotency_key, request_hash, stopped_at`;

/**
 * SQLite only, where a page of rows in the order of random ids stays a third empty: routes are
 * appended, counters are stored in the order in which they are swept, and indexes skip nulls.
 */
const denserTables: Migration = {
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
      `INSERT INTO denser_routes (${OLD_ROUTE_COLUMNS}) SELECT ${OLD_ROUTE_COLUMNS} FROM routes`,
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

/** Confirmations withdrawn by their owner, and addresses that want no verification mails. */
const ownerControls: Migration = {
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

const outcomes: Migration = {
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

/** Null means approved, which routes of earlier versions count as. */
const unapprovedRoutes: Migration = {
  id: 6,
  name: 'unapproved routes',
  statements: () => [`ALTER TABLE routes ADD COLUMN unapproved_since BIGINT`],
};

/**
 * SQLite only, where counters are found by their end first. Allowances end at midnight: leaving them
 * out keeps a submission from writing to this index.
 */
const bucketsBySubject: Migration = {
  id: 7,
  name: 'buckets by subject',
  statements({ engine }) {
    if (engine !== 'sqlite') return [];
    return [
      `CREATE INDEX buckets_by_subject ON counters (subject, ends_at) WHERE ends_at % 86400 <> 0`,
    ];
  },
};

/** Lists of an owner's routes are read page by page; the new index replaces the one without a time. */
const routesByAge: Migration = {
  id: 8,
  name: 'routes by age',
  statements: () => [
    `CREATE INDEX routes_by_owner_and_age ON routes (owner, created_at)`,
    `DROP INDEX routes_by_owner`,
  ],
};

/**
 * Counts go with their form, whichever statement or version of the program deletes it. In SQLite a step
 * that drops `routes` would empty this table.
 */
const formCounts: Migration = {
  id: 9,
  name: 'form counts',
  statements: ({ clustered }) => [
    `CREATE TABLE form_counts (
      form_id TEXT NOT NULL REFERENCES routes (form_id) ON DELETE CASCADE,
      day BIGINT NOT NULL,
      outcome TEXT NOT NULL,
      n BIGINT NOT NULL,
      PRIMARY KEY (form_id, day, outcome)
    )${clustered}`,
    `CREATE INDEX form_counts_by_day ON form_counts (day)`,
  ],
};

/** The forms of an inbox are counted when another one is made. */
const routesByQuota: Migration = {
  id: 10,
  name: 'routes by quota',
  statements: () => [`CREATE INDEX routes_by_quota ON routes (quota)`],
};

/** Every migration, oldest first. A released one never changes; changes come as new ones. */
export const MIGRATIONS: readonly Migration[] = [
  routesAndCounters,
  stoppedRoutesAndRates,
  denserTables,
  ownerControls,
  outcomes,
  unapprovedRoutes,
  bucketsBySubject,
  routesByAge,
  formCounts,
  routesByQuota,
];

/** The schema step of this version. */
export const NEWEST_STEP = MIGRATIONS.at(-1)?.id ?? 0;

/** Throws StoreError when the schema is newer than the newest step that this version knows. */
export function refuseNewer(version: number, newest: number, what: string): void {
  if (version <= newest) return;
  throw new StoreError(
    `The database was made by a newer version of Letterslot (schema ${version}, this one knows ` +
      `${newest}). Start that version, or use another ${what}.`,
  );
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrl, type PostgresDatabase } from '../src/database-url.ts';
import { parseEmailAddress } from '../src/inboxes/email-address.ts';
import { identifyInbox } from '../src/inboxes/inbox-identity.ts';
import { newFormId, type FormId } from '../src/routes/form-id.ts';
import { sealRoute, type RouteRow } from '../src/routes/route.ts';
import { createKeyring } from '../src/secrets/keyring.ts';
import type { KeyedHash } from '../src/secrets/keyed-hash.ts';
import { openPostgresStore } from '../src/stores/postgres-store.ts';
import { openSqliteStore } from '../src/stores/sqlite-store.ts';
import type { Store } from '../src/stores/store.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

// What a store costs as it grows: bytes, time to open, and the statements of one submission.
// Usage: node bench/growth.ts sqlite|postgres SIZE…
const [engine = 'sqlite', ...sizes] = process.argv.slice(2);
const SAMPLES = 5_000;
const IN_FLIGHT = 32;
const BATCH = 1_000;
const PERIOD = Date.UTC(2026, 11, 1) / 1000;

const keyring = createKeyring([{ id: 'k1', secret: randomBytes(32) }], randomBytes(32));

interface Known {
  formId: FormId;
  quota: KeyedHash;
}

interface Bench {
  open(): Promise<Store>;
  fill(rows: readonly RouteRow[]): Promise<void>;
  bytes(): Promise<number>;
}

function newRow(index: number): RouteRow {
  const address = parseEmailAddress(`owner-${index}@customer-${index % 1_000}.example`);
  if (!address) throw new Error('the address is not one');
  return sealRoute(keyring, {
    formId: newFormId(),
    alias: 'Contact form of the shop',
    address,
    status: 'active',
    mode: 'email',
    inbox: identifyInbox(keyring, address),
    createdAt: 1_790_000_000_000 + index,
    verificationSentAt: 1_790_000_000_000 + index,
    tokenNonce: randomBytes(12).toString('base64url'),
    idempotency: undefined,
  });
}

const cleanUps: (() => Promise<void> | void)[] = [];

function sqliteBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'letterslot-growth-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'growth.db');
  let filling: Store | undefined;
  return {
    async open() {
      await filling?.close();
      filling = undefined;
      return openSqliteStore(path);
    },
    async fill(rows) {
      const store = (filling ??= openSqliteStore(path));
      await Promise.all(rows.map((row) => store.routes.insert(row)));
    },
    bytes: async () =>
      readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
  };
}

async function postgresBench(): Promise<Bench> {
  const server = await startPostgres({ after: (run) => void cleanUps.push(run) }, [
    'shared_buffers=2GB',
    'max_wal_size=4GB',
  ]);
  const url = await server.newDatabase();
  const open = () => openPostgresStore(databaseUrl(url) as PostgresDatabase, { connections: 10 });
  await (await open()).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanUps.unshift(() => client.end());
  return {
    open,
    async fill(rows) {
      const columns = rows.map((row) => [
        row.formId,
        row.sealed,
        row.owner,
        row.quota,
        String(row.createdAt),
        row.tokenNonce,
      ]);
      const lists = [0, 1, 2, 3, 4, 5].map((place) => columns.map((column) => column[place]));
      await client.query(
        `INSERT INTO routes (form_id, sealed, status, mode, owner, quota, created_at, token_nonce)
         SELECT a, b, 'active', 'email', c, d, e::bigint, f
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
           AS t (a, b, c, d, e, f)`,
        lists,
      );
    },
    async bytes() {
      await client.query('VACUUM ANALYZE routes');
      const { rows } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return Number(rows[0]?.bytes);
    },
  };
}

const pick = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick');
  return value;
};

/** Microseconds of one call after the other, at the given shares. */
async function times(run: () => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const start = performance.now();
    await run();
    taken.push((performance.now() - start) * 1000);
  }
  const sorted = taken.slice(SAMPLES / 10).toSorted((left, right) => left - right);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? NaN);
  return `${at(0.5)}/${at(0.99)}`;
}

/** The statements of a submission, many at the same time; a second. */
async function perSecond(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let left = SAMPLES * 4;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return Math.round((SAMPLES * 4) / ((performance.now() - start) / 1000));
}

async function measure(bench: Bench, count: number, known: readonly Known[]): Promise<string> {
  const bytes = await bench.bytes();
  const start = performance.now();
  const store = await bench.open();
  await store.listKeyChecks();
  const opened = Math.round(performance.now() - start);
  const find = () => store.routes.find(pick(known).formId);
  const take = () => store.counters.take(pick(known).quota, PERIOD, 1_000_000);
  const rates = async ({ formId, quota }: Known) => {
    if (engine === 'postgres') await store.rates.take([quota, formId as never], PERIOD);
  };
  const submission = async () => {
    const route = pick(known);
    await store.routes.find(route.formId);
    await rates(route);
    await store.counters.take(route.quota, PERIOD, 1_000_000);
  };
  const found = await times(find);
  const taken = await times(take);
  const inserted = await times(() => store.routes.insert(newRow(Math.floor(Math.random() * 1e9))));
  const rate = await perSecond(submission);
  await store.close();
  const perRoute = Math.round(bytes / count);
  return `| ${count.toLocaleString('en')} | ${(bytes / 2 ** 20).toFixed(1)} | ${perRoute} | ${opened} | ${found} | ${taken} | ${inserted} | ${rate.toLocaleString('en')} |`;
}

try {
  const bench = engine === 'postgres' ? await postgresBench() : sqliteBench();
  const [cpu] = cpus();
  process.stdout.write(
    `${engine}, Node.js ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown'}\n` +
      '| routes | MiB | bytes a route | open, ms | find, µs p50/p99 | take | insert | submissions/s |\n',
  );
  const known: Known[] = [];
  let count = 0;
  for (const size of sizes.map(Number)) {
    while (count < size) {
      const rows = Array.from({ length: Math.min(BATCH, size - count) }, (_, index) =>
        newRow(count + index),
      );
      await bench.fill(rows);
      count += rows.length;
      known.push(...rows.map(({ formId, quota }) => ({ formId, quota })));
    }
    process.stdout.write(`${await measure(bench, count, known)}\n`);
  }
} finally {
  for (const cleanUp of cleanUps) await cleanUp();
}

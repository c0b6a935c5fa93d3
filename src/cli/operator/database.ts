import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { describeDatabase } from '../../platform/settings/database-url.ts';
import {
  openEngine,
  openStore,
  type OpenedStore,
  type OpenOptions,
} from '../../platform/stores/open-store.ts';
import { keyFileFor } from '../../platform/stores/key-file.ts';
import { faultOf, CommandError } from '../command.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { hasFile } from '../../platform/stores/files.ts';
import { inspectStore } from '../../platform/stores/inspection.ts';
import { NEWEST_STEP } from '../../platform/stores/migrations.ts';
import type { OperatorRun } from './context.ts';

/** Milliseconds that a command waits for writes of the service to the same SQLite file. */
const BUSY_TIMEOUT = 10_000;

/** Refuses to continue without a database; a command with a wrong path must not create one. */
function requireDatabase({ DATABASE_URL: database }: Settings): void {
  if (database.engine === 'postgres' || hasFile(database.path)) return;
  throw new CommandError(
    `There is no database ${database.path}: check DATABASE_URL and the current folder.`,
  );
}

export async function withStore<T>(
  settings: Settings,
  work: (opened: OpenedStore) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  requireDatabase(settings);
  const opened = await openStore(settings, { busyTimeout: BUSY_TIMEOUT, ...options });
  try {
    return await work(opened);
  } finally {
    await opened.store.close();
  }
}

/** Brings the schema to the newest version; creates the database when there is none. */
export const migrate: OperatorRun = async (context) => {
  const settings = context.readSettings();
  const { DATABASE_URL: database } = settings;
  const before = (await inspectStore(database))?.version ?? 0;
  await (await openEngine(settings, { busyTimeout: BUSY_TIMEOUT })).close();
  const place = describeDatabase(database);
  context.print(
    before === NEWEST_STEP
      ? `Nothing to do: ${place} has schema ${NEWEST_STEP}, the newest.`
      : `Migrated ${place} from schema ${before} to ${NEWEST_STEP}.`,
  );
};

/** All pages in one step: a copy in several steps starts over at each write of another process. */
const ALL_PAGES = 2 ** 31 - 1;

const FAULTS: Readonly<Record<string, string>> = {
  EEXIST: 'exists already; a backup overwrites nothing',
  ENOENT: 'is in a folder that does not exist',
};

/** Creates an empty file that only its owner can read; throws CommandError when it exists. */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const code = faultOf(error);
    throw new CommandError(`${path} ${FAULTS[code] ?? `cannot be written (${code})`}.`);
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT });
  await backup(source, to, { rate: ALL_PAGES });
}

/** Makes the copy one durable file; throws CommandError when SQLite finds a fault in it. */
function checkCopy(path: string): void {
  using copy = new DatabaseSync(path);
  copy.exec('PRAGMA journal_mode = DELETE');
  const [row] = copy.prepare('PRAGMA integrity_check').all();
  if (row?.['integrity_check'] !== 'ok') {
    throw new CommandError('The copy is damaged and was removed: check the disk, then try again.');
  }
}

function makeDurable(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Copies the SQLite database of a running service into a new file. */
export const backUp: OperatorRun = async (context) => {
  const [path = ''] = context.positionals;
  const settings = context.readSettings();
  const { DATABASE_URL: database } = settings;
  if (database.engine === 'postgres') {
    throw new CommandError(
      `${describeDatabase(database)} is backed up by PostgreSQL's own program: pg_dump ` +
        `--format=custom --file=FILE ${database.name}`,
    );
  }
  requireDatabase(settings);
  createEmpty(path);
  try {
    await copyDatabase(database.path, path);
    checkCopy(path);
    makeDurable(path);
  } catch (error) {
    rmSync(path, { force: true });
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new CommandError(`${database.path} could not be copied: ${reason}.`);
  }
  const keys = keyFileFor(settings);
  context.print(
    `Copied ${database.path} to ${path} and checked the copy.`,
    keys === undefined
      ? 'It cannot be read without SEALING_KEYS and INDEX_KEY: keep a copy of them elsewhere.'
      : `It cannot be read without the keys in ${keys}, which is not part of it: keep a copy elsewhere.`,
  );
};

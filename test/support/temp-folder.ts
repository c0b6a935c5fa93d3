import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** Runs what refuses to run as root, such as PostgreSQL; this user owns nothing else. */
export const NOBODY = 65_534;

const USER = userInfo().uid;

/** Whose folders this user makes. */
const OWNERS: ReadonlySet<number> = new Set(USER === 0 ? [USER, NOBODY] : [USER]);

/** Where process ids are from: containers may share a temporary folder. */
function readNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

const NAMESPACE = readNamespace();
const MADE = new RegExp(`^letterslot-.*-${NAMESPACE}-(\\d+)-\\w{6}(?:\\.\\w+)?$`);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const swept = new Set<string>();

/**
 * Removes what test processes that are gone have left in a folder. A PostgreSQL that such a process
 * has left running ends by itself within a minute after its folder is gone.
 */
function sweep(parent: string): void {
  if (swept.has(parent)) return;
  swept.add(parent);
  for (const name of readdirSync(parent)) {
    const [, pid] = MADE.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(parent, name);
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (!facts || !OWNERS.has(facts.uid)) continue;
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // Another test is at it, or a later one will be.
    }
  }
}

/** A new empty folder beside `prefix`, named by process for a later sweep. */
export function newFolderAt(prefix: string): string {
  const parent = dirname(prefix);
  sweep(parent);
  const what = basename(prefix).replace(/^letterslot-/, '');
  return mkdtempSync(join(parent, `letterslot-${what}-${NAMESPACE}-${process.pid}-`));
}

/** A new, empty folder for temporary files, removed when its owner ends, or else by the caller. */
export function newTempFolder(what: string, owner?: Pick<TestContext, 'after'>): string {
  const folder = newFolderAt(join(tmpdir(), what));
  owner?.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const IN_MEMORY = '/dev/shm';
/** Bytes: many times what the databases of all tests at a time take. */
const ROOM = 4_294_967_296;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

const forDatabases = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();

/** The same for a database: in memory if possible, since each write would wait for a disk. */
export const newDatabaseFolder = (what: string): string => newFolderAt(join(forDatabases, what));

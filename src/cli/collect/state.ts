import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CommandError, faultOf } from '../operator/command.ts';
import { Columns, digestOf, type Cells, type FieldColumn } from './columns.ts';
import type { Mailbox, Past } from './mailbox.ts';

/**
 * `messages` has the rows. Of a .csv or .jsonl, those that are not in the file yet. The other tables are what later
 * runs have to know; they have no content of messages.
 */
const TABLES = `
  CREATE TABLE collect_about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE collect_columns (
    name TEXT PRIMARY KEY, label TEXT NOT NULL, nth INTEGER NOT NULL, place INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE collect_mailboxes (
    name TEXT PRIMARY KEY, terms TEXT NOT NULL, last TEXT
  ) WITHOUT ROWID;
  CREATE TABLE collect_mails (
    mailbox TEXT, position TEXT, PRIMARY KEY (mailbox, position)
  ) WITHOUT ROWID;
  CREATE TABLE collect_rows (key TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE collect_unproven (key TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE collect_superseded (digest TEXT PRIMARY KEY) WITHOUT ROWID;
`;

const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

const list = (names: readonly string[]) => names.map(quoteName).join(', ');

/** Statements that are kept: mails of a form have few sets of fields. */
const MOST_STATEMENTS = 200;

/** Takes the file for this process alone, and makes the tables in a new one. */
function makeTables(database: DatabaseSync): boolean {
  database.exec(
    'PRAGMA auto_vacuum = FULL; PRAGMA secure_delete = ON; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE',
  );
  const tables = database.prepare('SELECT name FROM sqlite_master').all();
  if (tables.length === 0) database.exec(TABLES);
  database.exec('COMMIT');
  return tables.length === 0 || tables.some(({ name }) => name === 'collect_about');
}

function openDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    // Others cannot read what people sent.
    closeSync(openSync(path, 'a', 0o600));
    database = new DatabaseSync(path);
    if (makeTables(database)) return database;
  } catch (cause) {
    database?.close();
    const reason = /locked/.test(String(cause)) ? 'another run uses it' : faultOf(cause);
    throw new CommandError(`${path} cannot be opened as a database: ${reason}.`, { cause });
  }
  database.close();
  throw new CommandError(`${path} is another database: name another file with --out.`);
}

/** What runs remember, and rows, in one SQLite database. Everything since the last `commit` is lost with the process. */
export class State {
  readonly columns: Columns;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #inTable: Set<string>;
  /** How many columns of fields are stored, and how many were there when the table was made to fit. */
  #stored: number;
  #added = -1;
  /** The last mail that was read and its mailbox, which a commit writes. */
  #last: [position: string, mailbox: string] | undefined;

  constructor(path: string) {
    this.#database = openDatabase(path);
    const fields = this.#run('SELECT label, nth, name FROM collect_columns ORDER BY place');
    this.columns = new Columns(fields.all() as unknown as FieldColumn[]);
    this.#stored = this.columns.fields.length;
    const known = this.#run('SELECT name FROM pragma_table_info(?)').all('messages');
    this.#inTable = new Set(known.map(({ name }) => String(name)));
    this.#database.exec('BEGIN IMMEDIATE');
  }

  #run(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  get(name: string): string | undefined {
    const row = this.#run('SELECT value FROM collect_about WHERE name = ?').get(name);
    return row && String(row['value']);
  }

  set(name: string, value: string | undefined): void {
    if (value === undefined) this.#run('DELETE FROM collect_about WHERE name = ?').run(name);
    else this.#run('REPLACE INTO collect_about VALUES (?, ?)').run(name, value);
  }

  /** Mails of a mailbox that were read on the same terms; none if those are other ones now. */
  pastOf(mailbox: string, terms: string): Past {
    const found = this.#run('SELECT terms, last FROM collect_mailboxes WHERE name = ?').get(
      mailbox,
    );
    if (found?.['terms'] !== terms) {
      this.#run('REPLACE INTO collect_mailboxes VALUES (?, ?, NULL)').run(mailbox, terms);
      this.#run('DELETE FROM collect_mails WHERE mailbox = ?').run(mailbox);
    }
    const { last } =
      this.#run('SELECT last FROM collect_mailboxes WHERE name = ?').get(mailbox) ?? {};
    const isRead = this.#run('SELECT 1 FROM collect_mails WHERE mailbox = ? AND position = ?');
    return {
      last: typeof last === 'string' ? last : undefined,
      has: (position) => isRead.get(mailbox, position) !== undefined,
    };
  }

  noteRead({ name, isOrdered }: Mailbox, position: string): void {
    if (!isOrdered)
      this.#run('INSERT OR IGNORE INTO collect_mails VALUES (?, ?)').run(name, position);
    this.#last = [position, name];
  }

  hasRow(key: string): boolean {
    return this.#run('SELECT 1 FROM collect_rows WHERE key = ?').get(key) !== undefined;
  }

  /** Whether the row of this key can be replaced by one with more in it. */
  isUnproven(key: string): boolean {
    return this.#run('SELECT 1 FROM collect_unproven WHERE key = ?').get(key) !== undefined;
  }

  hasUnproven(): boolean {
    return this.#run('SELECT 1 FROM collect_unproven LIMIT 1').get() !== undefined;
  }

  /** Adds a row; one that is unproven is remembered, so that another run can replace it. */
  addRow(key: string, cells: Cells, isUnproven: boolean): void {
    this.addColumns();
    const names = Array.from(cells.keys());
    const sql = `INSERT INTO messages (${list(names)}) VALUES (${names.map(() => '?').join()})`;
    this.#run(sql).run(...cells.values());
    this.#run('INSERT OR IGNORE INTO collect_rows VALUES (?)').run(key);
    if (isUnproven)
      this.#run('REPLACE INTO collect_unproven VALUES (?, ?)').run(key, digestOf(cells));
  }

  /** Removes the row of this key, if a better one can replace it: from the table, or later from the file. */
  supersede(key: string, reference: string): void {
    const { digest } =
      this.#run('SELECT digest FROM collect_unproven WHERE key = ?').get(key) ?? {};
    if (typeof digest !== 'string') return;
    for (const table of ['rows', 'unproven'])
      this.#run(`DELETE FROM collect_${table} WHERE key = ?`).run(key);
    const old = this.#findByDigest(reference, digest);
    if (!old)
      return void this.#run('INSERT OR IGNORE INTO collect_superseded VALUES (?)').run(digest);
    const same = Object.keys(old).map((name) => `${quoteName(name)} IS ?`);
    this.#run(`DELETE FROM messages WHERE ${same.join(' AND ')}`).run(
      ...(Object.values(old) as SQLInputValue[]),
    );
  }

  #findByDigest(reference: string, digest: string) {
    if (this.#inTable.size === 0) return undefined;
    const rows = this.#database
      .prepare('SELECT * FROM messages WHERE reference = ?')
      .all(reference);
    return rows.find((row) => digestOf(toCells(row)) === digest);
  }

  /** The digests of rows that are in the file and no longer wanted. */
  superseded(): ReadonlySet<string> {
    const rows = this.#run('SELECT digest FROM collect_superseded').all();
    return new Set(rows.map(({ digest }) => String(digest)));
  }

  /** Makes the table of rows if there is none, and adds the columns that it lacks. */
  addColumns(): void {
    if (this.columns.fields.length === this.#added) return;
    this.#added = this.columns.fields.length;
    const missing = this.columns.names.filter((name) => !this.#inTable.has(name));
    if (this.#inTable.size === 0) {
      this.#database.exec(
        `CREATE TABLE messages (${list(missing)}); CREATE INDEX collect_by_reference ON messages (reference)`,
      );
    } else {
      for (const name of missing)
        this.#database.exec(`ALTER TABLE messages ADD COLUMN ${quoteName(name)}`);
    }
    for (const name of missing) this.#inTable.add(name);
  }

  *rows(): Generator<Cells> {
    if (this.#inTable.size === 0) return;
    // Not a statement that is kept: its columns change.
    for (const row of this.#database.prepare('SELECT * FROM messages').iterate())
      yield toCells(row);
  }

  /** Forgets the rows that are in the file now. */
  clearRows(): void {
    if (this.#inTable.size > 0) this.#database.exec('DROP TABLE messages');
    this.#inTable.clear();
    this.#added = -1;
    this.#database.exec('DELETE FROM collect_superseded');
    this.#statements.clear();
  }

  commit(): void {
    const { fields } = this.columns;
    if (fields.length !== this.#stored) {
      const store = this.#run('REPLACE INTO collect_columns VALUES (?, ?, ?, ?)');
      fields.forEach(({ name, label, nth }, place) => store.run(name, label, nth, place));
      this.#stored = fields.length;
    }
    if (this.#last)
      this.#run('UPDATE collect_mailboxes SET last = ? WHERE name = ?').run(...this.#last);
    this.#database.exec('COMMIT; BEGIN IMMEDIATE');
  }

  /** Without a commit, all since the last one is forgotten. */
  close(): void {
    this.#database.close();
  }
}

/** A stored row without its empty cells. */
function toCells(row: Readonly<Record<string, unknown>>): Cells {
  const cells = Object.entries(row).filter(([, value]) => value !== null);
  return new Map(cells.map(([name, value]) => [name, String(value)]));
}

import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { CommandError, faultOf } from '../command.ts';
import { Columns, type Cells, type FieldColumn } from './columns.ts';
import type { Mailbox, Past } from './mailbox.ts';

/**
 * `messages` has the rows; for a .csv, only those not yet in the file. The other tables are for
 * later runs and contain no messages.
 */
const TABLES = `
  CREATE TABLE collect_about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE collect_columns (
    name TEXT PRIMARY KEY, field TEXT NOT NULL, form TEXT NOT NULL, place INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE collect_mailboxes (
    name TEXT PRIMARY KEY, terms TEXT NOT NULL, last TEXT
  ) WITHOUT ROWID;
  CREATE TABLE collect_mails (
    mailbox TEXT, position TEXT, PRIMARY KEY (mailbox, position)
  ) WITHOUT ROWID;
  CREATE TABLE collect_rows (key TEXT PRIMARY KEY) WITHOUT ROWID;
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

/** The state of runs, and rows, in one SQLite database. A crash loses everything since `commit`. */
export class State {
  readonly columns: Columns;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #inTable: Set<string>;
  /** Number of stored field columns, and number of columns that the table has. */
  #stored: number;
  #added = -1;
  /** The last mail that was read and its mailbox, which a commit writes. */
  #last: [position: string, mailbox: string] | undefined;

  constructor(path: string) {
    this.#database = openDatabase(path);
    const fields = this.#run('SELECT field, name, form FROM collect_columns ORDER BY place');
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

  addRow(key: string, cells: Cells): void {
    this.addColumns();
    const names = Array.from(cells.keys());
    const sql = `INSERT INTO messages (${list(names)}) VALUES (${names.map(() => '?').join()})`;
    this.#run(sql).run(...cells.values());
    this.#run('INSERT OR IGNORE INTO collect_rows VALUES (?)').run(key);
  }

  /** Makes the table of rows if there is none, and adds the columns that it lacks. */
  addColumns(): void {
    if (this.columns.fields.length === this.#added) return;
    this.#added = this.columns.fields.length;
    const missing = this.columns.names.filter((name) => !this.#inTable.has(name));
    if (this.#inTable.size === 0) {
      this.#database.exec(`CREATE TABLE messages (${list(missing)})`);
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
    this.#statements.clear();
  }

  commit(): void {
    const { fields } = this.columns;
    if (fields.length !== this.#stored) {
      const store = this.#run('REPLACE INTO collect_columns VALUES (?, ?, ?, ?)');
      fields.forEach(({ name, field, form }, place) => store.run(name, field, form, place));
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

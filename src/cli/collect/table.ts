import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { CommandError, faultOf, UsageError } from '../command.ts';
import { readCells, readRecord, recordsOf, toRecord, writeCells } from './csv.ts';
import { State } from './state.ts';

/** Rows, and what runs remember of them. */
export interface Table {
  state: State;
  /** Commits, and brings the rows into the file. Throws CommandError. */
  finish(): Promise<void>;
}

const BOM = '\ufeff';

/** Characters that are written at once. */
const AT_ONCE = 262_144;

/** Makes a file, and takes the place of none. */
async function makeFile(path: string, mode: number) {
  try {
    return await open(path, 'wx', mode);
  } catch (cause) {
    const isThere = faultOf(cause) === 'EEXIST';
    const reason = isThere ? 'there is one already, so move it away' : faultOf(cause);
    throw new CommandError(`The file ${path} cannot be made: ${reason}.`, { cause });
  }
}

async function writeAll(file: FileHandle, pieces: AsyncIterable<string>): Promise<void> {
  try {
    let text = '';
    for await (const piece of pieces) {
      text += piece;
      if (text.length < AT_ONCE) continue;
      await file.writeFile(text);
      text = '';
    }
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

const inodeOf = (path: string) => (existsSync(path) ? String(statSync(path).ino) : undefined);

/**
 * A .csv file, which each run replaces as a whole. New rows wait in the state; `published` is the
 * new file's inode during the replacement; `writing` is set while a new file may exist.
 */
class CsvTable implements Table {
  readonly state: State;
  readonly #path: string;
  readonly #withBom: boolean;

  constructor(path: string, withBom: boolean) {
    this.#path = existsSync(path) ? realpathSync(path) : path;
    this.#withBom = withBom;
    this.state = new State(`${path}.state`);
    const published = this.state.get('published');
    if (published !== undefined && published === inodeOf(this.#path)) this.#forgetRows();
  }

  /** The rows are in the file. */
  #forgetRows(): void {
    this.state.clearRows();
    this.state.set('published', undefined);
    this.state.set('writing', undefined);
    this.state.set('columns', JSON.stringify(this.state.columns.names));
    this.state.commit();
  }

  /** Throws CommandError if the file is foreign or gone, or has other columns. */
  async check(): Promise<void> {
    const written = this.state.get('columns');
    if (!existsSync(this.#path)) {
      if (written === undefined) return;
      throw new CommandError(
        `${this.#path} is gone, and its rows with it: delete ${this.#path}.state too, and everything is collected again.`,
      );
    }
    if (written !== undefined && (await this.#readNames()) === written) return;
    const what =
      written === undefined ? 'was not written by this command' : 'has other columns now';
    throw new CommandError(
      `${this.#path} ${what}, and nothing can be added to it: move it away, or name another file with --out.`,
    );
  }

  async #firstRecord(): Promise<string> {
    if (!existsSync(this.#path)) return '';
    for await (const record of recordsOf(this.#path)) return record;
    return '';
  }

  async #readNames(): Promise<string> {
    return JSON.stringify(readRecord((await this.#firstRecord()).replace(BOM, '')));
  }

  /** The records that the file has, with its columns as they are now. */
  async *#oldRecords(names: readonly string[]): AsyncGenerator<string> {
    let before: readonly string[] | undefined;
    for await (const record of recordsOf(this.#path)) {
      if (!before) before = readRecord(record.replace(BOM, ''));
      else if (before.length !== names.length) yield writeCells(readCells(record, before), names);
      else yield record.endsWith('\n') ? record : `${record}\n`;
    }
  }

  async *#pieces(): AsyncGenerator<string> {
    const { names } = this.state.columns;
    if (this.#withBom || (await this.#firstRecord()).startsWith(BOM)) yield BOM;
    yield toRecord(names);
    if (existsSync(this.#path)) yield* this.#oldRecords(names);
    for (const cells of this.state.rows()) yield writeCells(cells, names);
  }

  async finish(): Promise<void> {
    const { state } = this;
    const written = `${this.#path}.new`;
    // A run that was ended has left it.
    if (state.get('writing') !== undefined) rmSync(written, { force: true });
    const mode = existsSync(this.#path) ? statSync(this.#path).mode & 0o777 : 0o600;
    const file = await makeFile(written, mode);
    state.set('writing', written);
    state.commit();
    await writeAll(file, this.#pieces());
    state.set('published', inodeOf(written));
    state.commit();
    renameSync(written, this.#path);
    this.#forgetRows();
  }
}

/** Opens `--out`. Throws UsageError for unknown formats, CommandError for foreign files. */
export async function openTable(path: string, withBom: boolean): Promise<Table> {
  const ending = extname(path).toLowerCase();
  if (existsSync(path) && !statSync(path).isFile())
    throw new CommandError(`${path} is not a file: name another one with --out.`);
  if (ending === '.db') {
    const state = new State(path);
    const finish = () => {
      state.addColumns();
      state.commit();
      return Promise.resolve();
    };
    return { state, finish };
  }
  if (ending === '.jsonl')
    throw new UsageError(
      '--out writes no .jsonl any more: name a .csv, or a .db, which is SQLite.',
    );
  if (ending !== '.csv')
    throw new UsageError('--out must end in .csv or .db, which says its format.');
  const table = new CsvTable(path, withBom);
  try {
    await table.check();
  } catch (error) {
    table.state.close();
    throw error;
  }
  return table;
}

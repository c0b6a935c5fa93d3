import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { CommandError, faultOf, UsageError } from '../operator/command.ts';
import { digestOf } from './columns.ts';
import { State } from './state.ts';
import { readCsvRecord, TEXT_FORMATS, type TextFormat } from './text-formats.ts';

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
 * A .csv or .jsonl, which each run writes as a whole: at any time it is the old file or the new one. Its rows wait in
 * the state until then, and `published` has the inode of the new file while it takes the old one's place. `writing` is
 * set while there may be a new file.
 */
class TextTable implements Table {
  readonly state: State;
  readonly #path: string;
  readonly #format: TextFormat;
  readonly #withBom: boolean;

  constructor(path: string, format: TextFormat, withBom: boolean) {
    this.#path = existsSync(path) ? realpathSync(path) : path;
    this.#format = format;
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

  /** Throws CommandError for a file that no run has written, that is gone, or whose columns were changed. */
  async check(): Promise<void> {
    const written = this.state.get('columns');
    if (!existsSync(this.#path)) {
      if (written === undefined) return;
      throw new CommandError(
        `${this.#path} is gone, and its rows with it: delete ${this.#path}.state too, and everything is collected again.`,
      );
    }
    const isSame = !this.#format.hasHeader || (await this.#readNames()) === written;
    if (written !== undefined && isSame) return;
    const what =
      written === undefined ? 'was not written by this command' : 'has other columns now';
    throw new CommandError(
      `${this.#path} ${what}, and nothing can be added to it: move it away, or name another file with --out.`,
    );
  }

  async #readNames(): Promise<string> {
    for await (const record of this.#format.records(this.#path))
      return JSON.stringify(readCsvRecord(record.replace(BOM, '')));
    return '';
  }

  /** The records that the file has, with its columns as they are now, and without those that better ones replace. */
  async *#oldRecords(names: readonly string[]): AsyncGenerator<string> {
    const superseded = this.state.superseded();
    let before = this.#format.hasHeader ? undefined : names;
    for await (const record of this.#format.records(this.#path)) {
      if (!before) {
        before = readCsvRecord(record.replace(BOM, ''));
        continue;
      }
      const isSame = before.length === names.length && superseded.size === 0;
      const cells = isSame ? undefined : this.#format.read(record, before);
      if (!cells) yield record.endsWith('\n') ? record : `${record}\n`;
      else if (!superseded.has(digestOf(cells))) yield this.#format.write(cells, names);
    }
  }

  async *#pieces(): AsyncGenerator<string> {
    const { columns } = this.state;
    const { hasHeader, write } = this.#format;
    const { names } = columns;
    if (hasHeader && (this.#withBom || (await this.#hasBom()))) yield BOM;
    if (hasHeader) yield write(new Map(names.map((name) => [name, name])), names);
    if (existsSync(this.#path)) yield* this.#oldRecords(names);
    for (const cells of this.state.rows()) yield write(cells, names);
  }

  async #hasBom(): Promise<boolean> {
    if (!existsSync(this.#path)) return false;
    for await (const record of this.#format.records(this.#path)) return record.startsWith(BOM);
    return false;
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

/** The table that `--out` names. Throws UsageError for a format that there is not, CommandError for a file of another kind. */
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
  const format = TEXT_FORMATS[ending];
  if (!format)
    throw new UsageError('--out must end in .csv, .jsonl or .db, which says its format.');
  const table = new TextTable(path, format, withBom);
  try {
    await table.check();
  } catch (error) {
    table.state.close();
    throw error;
  }
  return table;
}

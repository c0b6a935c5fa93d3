import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CommandContext } from '../../src/cli/command.ts';
import { collectMails } from '../../src/cli/collect/collect.ts';
import { createDeployment } from './composed-mails.ts';
import { newTempFolder } from './temp-folder.ts';

type Row = Readonly<Record<string, string>>;

const { send, keyring } = createDeployment();

export { send };

const folder = newTempFolder('collect');
const KEYS = join(folder, 'keys.json');
writeFileSync(KEYS, JSON.stringify({ keys: [keyring.signing.publicJwk] }));

let count = 0;

/** A new place in the folder of this test. */
export const newPath = (ending: string) => join(folder, `${(count += 1)}${ending}`);

const quoteFrom = (raw: string) => raw.replaceAll('\r\n', '\n').replace(/^(>*From )/gm, '>$1');

const toMbox = (raws: readonly string[]) =>
  raws.map((raw) => `From a@b.example Thu Jan  1 00:00:00 1970\n${quoteFrom(raw)}\n`).join('');

export function writeMbox(raws: readonly string[], path = newPath('.mbox')): string {
  writeFileSync(path, toMbox(raws), 'latin1');
  return path;
}

/** Runs the command in this process. */
export async function collect(options: Record<string, string | true>) {
  const given: Record<string, string | true> = { keys: KEYS, ...options };
  const lines: string[] = [];
  const notes: string[] = [];
  const context = {
    positionals: [],
    option: (name: string) => (typeof given[name] === 'string' ? given[name] : undefined),
    flag: (name: string) => given[name] === true,
    variable: () => undefined,
    print: (...more: string[]) => lines.push(...more),
    note: (...more: string[]) => notes.push(...more),
  } as unknown as CommandContext;
  const code = await collectMails(context);
  return { code, out: lines.join('\n'), notes: notes.join('\n') };
}

/** A CSV reader that shares nothing with the command's: character by character. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const next = text.charAt(at + 1);
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (next === '"') {
        cell += next;
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') {
      record.push(cell);
      cell = '';
    } else if (sign === '\r' && next === '\n') {
      records.push([...record, cell]);
      record = [];
      cell = '';
      at += 1;
    } else cell += sign;
  }
  assert.deepEqual([record, cell, isQuoted], [[], '', false], 'the file ends with a line');
  return records;
}

const withoutEmpty = (row: Iterable<readonly [string, unknown]>): Row =>
  Object.fromEntries(
    Array.from(row, ([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : '',
    ]).filter(([, text]) => text !== ''),
  );

export function rowsOf(path: string): Row[] {
  if (path.endsWith('.db')) {
    const database = new DatabaseSync(path, { readOnly: true });
    const rows = database.prepare('SELECT * FROM messages').all();
    database.close();
    return rows.map((row) => withoutEmpty(Object.entries(row)));
  }
  const text = readFileSync(path, 'utf8');
  const [names = [], ...records] = parseCsv(text.replace('\ufeff', ''));
  const read = (cell = '') => (cell.startsWith("'") ? cell.slice(1) : cell);
  return records.map((record) => {
    assert.equal(record.length, names.length);
    for (const cell of [...names, ...record]) assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
    return withoutEmpty(names.map((name, at) => [read(name), read(record[at])]));
  });
}

export const ofFields = (fields: Record<string, string>) =>
  new Map(Object.entries(fields).map(([name, value]) => [name, [value]]));

export const HELLO = ofFields({ name: 'Ada', message: 'Hello\n\nthere' });

export const FORMATS = ['.csv', '.db'];

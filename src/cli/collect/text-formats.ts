import { createReadStream } from 'node:fs';
import { readJsonObject } from '../../platform/text/json.ts';
import type { Cells } from './columns.ts';

type Names = readonly string[];

/** How a table is written as text, and read back. */
export interface TextFormat {
  /** The first record names the columns. */
  hasHeader: boolean;
  /** The records of a file as they are. */
  records(path: string): AsyncGenerator<string>;
  read(record: string, names: Names): Cells;
  write(cells: Cells, names: Names): string;
}

/** Lines with their ends. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let begun = '';
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (begun + chunk).split(/(?<=\n)/);
    begun = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    yield* lines;
  }
  if (begun !== '') yield begun;
}

/** What spreadsheets calculate, in ASCII and in full width, and the mark that stands before it. */
const FORMULA = /^['=+\-@\t\r\n＝＋－＠]/;

/** A cell for spreadsheets: behind `'` if it could be a formula, or begins with `'` itself. */
const toInert = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** Quoted if RFC 4180 asks for it, or a program that expects another separator would cut it. */
function toCsvCell(text: string): string {
  const inert = toInert(text);
  return /[",;\t\r\n]|^ | $/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const toCsvRecord = (texts: Names) => `${texts.map(toCsvCell).join(',')}\r\n`;

const CSV_CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^,]*))(,|$)/gy;

/** The texts of a record, as they were before they were made safe. */
export function readCsvRecord(record: string): string[] {
  const texts: string[] = [];
  for (const [, quoted, bare = '', end] of record.replace(/\r?\n$/, '').matchAll(CSV_CELL)) {
    texts.push((quoted?.replaceAll('""', '"') ?? bare).replace(/^'/, ''));
    if (end === '') break;
  }
  return texts;
}

const toMember = (name: string, value: unknown) =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}`;

const withoutEmpty = (cells: readonly (readonly [string, string])[]): Cells =>
  new Map(cells.filter(([, text]) => text !== ''));

/** The column whose cell has several names, one a line; a list in JSON. */
const LISTED = 'attachments';

const splitNames = (text: string | undefined) => (text ? text.split('\n') : []);

/** By the ending of the file. */
export const TEXT_FORMATS: Readonly<Record<string, TextFormat>> = {
  '.csv': {
    hasHeader: true,
    async *records(path) {
      let record = '';
      let isQuoted = false;
      for await (const line of linesOf(path)) {
        record += line;
        if ((line.match(/"/g)?.length ?? 0) % 2 === 1) isQuoted = !isQuoted;
        if (isQuoted) continue;
        yield record;
        record = '';
      }
      if (record !== '') yield record;
    },
    read(record, names) {
      const texts = readCsvRecord(record);
      return withoutEmpty(names.map((name, at) => [name, texts[at] ?? '']));
    },
    write: (cells, names) => toCsvRecord(names.map((name) => cells.get(name) ?? '')),
  },
  '.jsonl': {
    hasHeader: false,
    records: linesOf,
    read: (record) =>
      withoutEmpty(
        Object.entries(readJsonObject(record) ?? {}).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join('\n') : String(value),
        ]),
      ),
    write(cells, names) {
      const members = names.flatMap((name) => {
        if (name === LISTED) return [toMember(name, splitNames(cells.get(name)))];
        return cells.has(name) ? [toMember(name, cells.get(name))] : [];
      });
      return `{${members.join(',')}}\n`;
    },
  },
};

import { createReadStream } from 'node:fs';
import type { Cells } from './columns.ts';

type Names = readonly string[];

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

/** The records of a file as they are. */
export async function* recordsOf(path: string): AsyncGenerator<string> {
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
}

/** Signs of a formula in spreadsheets, in ASCII and full width, and the mark before them. */
const FORMULA = /^['=+\-@\t\r\n＝＋－＠]/;

/** A cell for spreadsheets: behind `'` if it could be a formula, or begins with `'` itself. */
const toInert = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** Quoted if RFC 4180 asks for it, or a program that expects another separator would cut it. */
function toCell(text: string): string {
  const inert = toInert(text);
  return /[",;\t\r\n]|^ | $/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A record of these texts. */
export const toRecord = (texts: Names): string => `${texts.map(toCell).join(',')}\r\n`;

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^,]*))(,|$)/gy;

/** The texts of a record, as they were before they were made safe. */
export function readRecord(record: string): string[] {
  const texts: string[] = [];
  for (const [, quoted, bare = '', end] of record.replace(/\r?\n$/, '').matchAll(CELL)) {
    texts.push((quoted?.replaceAll('""', '"') ?? bare).replace(/^'/, ''));
    if (end === '') break;
  }
  return texts;
}

/** The cells of a record by the names of their columns. */
export function readCells(record: string, names: Names): Cells {
  const texts = readRecord(record);
  const cells = names.map((name, at): [string, string] => [name, texts[at] ?? '']);
  return new Map(cells.filter(([, text]) => text !== ''));
}

/** A row as a record of these columns. */
export const writeCells = (cells: Cells, names: Names): string =>
  toRecord(names.map((name) => cells.get(name) ?? ''));

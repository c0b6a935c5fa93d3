import fc from 'fast-check';
import { rowsOf } from '../support/collect-tables.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';

/** Texts that spreadsheets, mails or terminals treat in their own way. */
const PIECES = [
  'a',
  'Größe',
  '日本',
  '😀',
  'مرحبا',
  ' ',
  '\n',
  '\n\n',
  '"',
  ',',
  ';',
  "'",
  '=1+1',
  '@x',
]
  .concat(['-- ', '> ', '| ', '.', 'From ', '\\', '\t', '%0A', '&amp;', '=?UTF-8?Q?x?=', ':'])
  .concat(['+49 30', '-5', '<b>', 'https://example.org/?a=b#c']);

const NAMES = ['name', 'message', 'Größe', '日本', 'two words', '=SUM(A1)', 'reference', 'receipt'];

export const TEXT = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join('').trim())
  .filter((text) => text !== '');

export const SUBMISSION = fc.array(fc.tuple(fc.constantFrom(...NAMES), TEXT), {
  minLength: 1,
  maxLength: 6,
});

export type Given = readonly (readonly [name: string, value: string])[];

/** A message as it was submitted. */
export interface Sent {
  reference: string;
  form: string;
  given: Given;
  files: Record<string, string>;
  mail: ReceivedMail;
}

export type Row = Record<string, unknown> & { reference: string; form: string; receipt: string };

const FIXED = new Set(['reference', 'received', 'form', 'attachments', 'receipt']);

/** A row's cells by field name; a number distinguishes columns with equal names. */
export function fieldsIn(row: Row): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [column, text] of Object.entries(row)) {
    if (FIXED.has(column)) continue;
    const [, name = ''] = /^(.*?)(?: \(\d+\))?$/s.exec(column) ?? [];
    (found[name] ??= []).push(String(text));
  }
  return found;
}

/** What was sent, as one cell shows it: several values of a field are lines. */
export function fieldsOf(given: Given): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [label, value] of given) {
    const [others] = fields[label] ?? [];
    fields[label] = [others === undefined ? value : `${others}\n${value}`];
  }
  return fields;
}

export const rowsIn = (path: string) => rowsOf(path) as Row[];

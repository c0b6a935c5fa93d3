import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const AROUND = 3;

/** The lines around the first one that differs, as a reader of the report needs them. */
function firstDifference(expected: string, actual: string): string | undefined {
  if (expected === actual) return undefined;
  const [before, now] = [expected.split('\n'), actual.split('\n')];
  const at = now.findIndex((line, number) => line !== before[number]);
  const line = at < 0 ? now.length : at;
  const cut = (lines: string[], sign: string) =>
    lines.slice(line, line + AROUND).map((text) => `${sign} ${text.slice(0, 300)}`);
  const above = now
    .slice(Math.max(0, line - AROUND), line)
    .map((text) => `  ${text.slice(0, 300)}`);
  return [`line ${line + 1}:`, ...above, ...cut(before, '-'), ...cut(now, '+')].join('\n');
}

/** Compares a text with this file in test/goldens; UPDATE_GOLDENS=1 writes the file instead. */
export function expectGolden(name: string, text: string): void {
  const path = join(import.meta.dirname, name);
  if (process.env['UPDATE_GOLDENS'] === '1') return writeFileSync(path, text);
  const difference = firstDifference(readFileSync(path, 'utf8'), text);
  assert.equal(
    difference,
    undefined,
    `test/goldens/${name} differs. If that is meant, run the test with UPDATE_GOLDENS=1.`,
  );
}

const CHANCE: readonly [pattern: RegExp, replacement: string][] = [
  [/\bcfm_[0-9A-Z]{16}\b/g, 'cfm_FORM'],
  [/\b(msg|req|id|cmt)_[\w-]{10,}/g, '$1_ID'],
  [/\b[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}\b/g, 'REFERENCE'],
  [/\btoken=[\w.%~-]{20,}/g, 'token=TOKEN'],
  [/http:\/\/localhost:\d+/g, 'http://localhost'],
  [/\b(assets\/\w+)\.[\da-f]{16}\./g, '$1.DIGEST.'],
  [/boundary="?[^";\s]+"?/g, 'boundary=BOUNDARY'],
];

/** The same text without what chance made: ids, tokens, ports. */
export const withoutChance = (text: string): string =>
  CHANCE.reduce((all, [pattern, replacement]) => all.replaceAll(pattern, replacement), text);

/** Repeated texts, such as styles: each is shown once and referred to by name. */
export function createRepeated(kind: string) {
  const numbers = new Map<string, number>();
  return {
    nameOf(text: string): string {
      const number = numbers.get(text) ?? numbers.size + 1;
      numbers.set(text, number);
      return `[${kind} ${number}]`;
    },
    text: () =>
      Array.from(numbers, ([text, number]) => `== ${kind} ${number}\n${text.trim()}\n`).join('\n'),
  };
}

export type Repeated = ReturnType<typeof createRepeated>;

const AS_IT_IS = /(<(?:pre|textarea)\b.*?<\/(?:pre|textarea)>)/s;
const INLINE = '(?:a|b|bdi|br|code|em|input|small|span|strong)\\b';
const CONTAINERS =
  'body|div|dl|fieldset|form|head|html|main|noscript|ol|section|select|svg|table|td|tr|ul';
/** A line begins at a non-inline element's start, and at the end of one with such elements. */
const LINE = new RegExp(`(?=<(?!${INLINE})[a-z!]|</(?:${CONTAINERS})\\b)`, 'g');
const BLANK_BESIDE_BLOCK = new RegExp(
  `(</?(?!${INLINE})[a-z][^>]*>) | (?=</?(?!${INLINE})[a-z])`,
  'g',
);

/** A tag with its attributes in order, since theirs means nothing. */
const sortAttributes = (_: string, name: string, attributes: string) =>
  [name, ...(attributes.match(/[^\s=]+(?:="[^"]*")?/g) ?? []).toSorted()].join(' ') + '>';

const toLines = (markup: string) =>
  markup
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\/?>/g, '>')
    .replaceAll(/(<[a-z]\w*)((?: [^\s=>]+(?:="[^"]*")?)+)>/g, sortAttributes)
    .replaceAll(BLANK_BESIDE_BLOCK, '$1')
    .replaceAll(LINE, '\n');

/** What HTML repeats: its styles, attributes included, and its scripts. */
export interface RepeatedParts {
  styles: Repeated;
  scripts: Repeated;
}

/** HTML with one element a line, whatever its blanks, and with names for repeated parts. */
export function readableHtml(html: string, { styles, scripts }: RepeatedParts): string {
  const named = html
    .replaceAll(/(?<=<style[^>]*>).+?(?=<\/style>)/gs, (text) => styles.nameOf(text))
    .replaceAll(/(?<=<script[^>]*>).+?(?=<\/script>)/gs, (text) => scripts.nameOf(text))
    .replaceAll(/(?<= style=")[^"]*/g, (text) => styles.nameOf(text))
    .replaceAll(/(?<=href="data:)[^"]*/g, '');
  const parts = named.split(AS_IT_IS).map((part, number) => (number % 2 ? part : toLines(part)));
  const lines = parts.join('').split('\n');
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

import { endingOf } from './clean-file-name.ts';
import type { FileContent } from './file-content.ts';

/** Types of text by ending; other text is plain. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['.csv', 'text/csv'],
  ['.tsv', 'text/tab-separated-values'],
  ['.md', 'text/markdown'],
  ['.ics', 'text/calendar'],
  ['.vcf', 'text/vcard'],
  ['.json', 'application/json'],
]);

/** What text has to begin with to be of such a type; white space may be before it. */
const BEGINS: ReadonlyMap<string, RegExp> = new Map([
  ['text/calendar', /^\s*BEGIN:VCALENDAR/i],
  ['text/vcard', /^\s*BEGIN:VCARD/i],
  ['application/json', /^\s*[[{"\d]/],
]);

/** Control characters that no text has; form feeds are in some. */
const CONTROL = /(?![\t\n\f\r])\p{Cc}/u;

/** What tells HTML wherever it stands, and at the start (WHATWG, MIME Sniffing, 7.1). */
const HTML_ANYWHERE = /<(?:!doctype\s+html|html|script|iframe)(?=[\s>/])/i;
const HTML_FIRST =
  /^\s*<(?:!--|(?:head|body|style|title|table|div|font|img|base|link|meta|form|a|b|p|br|h1|object|embed)(?=[\s>/]))/i;

const SVG = /<(?:[a-z]{1,16}:)?svg(?=[\s>/])|<!doctype\s+svg/i;

const XML = /^\s*<\?xml\s/i;

/** Endings by which computers open a file in a browser, whatever it holds. */
const ACTIVE_ENDINGS: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.svgz', 'image/svg+xml'],
  ['.xml', 'application/xml'],
  ['.xsl', 'application/xml'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.shtml', 'text/html'],
  ['.xht', 'text/html'],
  ['.xhtml', 'text/html'],
  ['.mht', 'text/html'],
  ['.mhtml', 'text/html'],
]);

/** The type of files that browsers open, by the ending of their name. */
export const activeTypeOf = (name: string): string | undefined =>
  ACTIVE_ENDINGS.get(endingOf(name));

/** The text at the start of a file: UTF-8, UTF-16 with its mark, or another encoding with ASCII in it. */
function readStart(start: string): string {
  const bytes = Buffer.from(start, 'latin1');
  const mark = start.slice(0, 2);
  if (mark === '\xff\xfe') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '\xfe\xff') return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** The type of a text file; undefined for other files. Text that browsers would run is named as what it is. */
export function textTypeOf(
  { size }: Pick<FileContent, 'size'>,
  name: string,
  start: string,
): string | undefined {
  if (size === 0) return 'text/plain';
  const text = readStart(start);
  if (CONTROL.test(text)) return undefined;
  if (SVG.test(text)) return 'image/svg+xml';
  if (HTML_ANYWHERE.test(text) || HTML_FIRST.test(text)) return 'text/html';
  if (XML.test(text)) return 'application/xml';
  const type = BY_ENDING.get(endingOf(name)) ?? 'text/plain';
  return BEGINS.get(type)?.test(text) === false ? 'text/plain' : type;
}

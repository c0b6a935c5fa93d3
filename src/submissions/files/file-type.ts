import { COMPOUND } from './blocked-files.ts';
import { endingOf } from './clean-file-name.ts';
import { octetsOf, type FileContent } from './file-content.ts';

/** Types of text by ending; other text is plain. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['.csv', 'text/csv'],
  ['.tsv', 'text/tab-separated-values'],
  ['.md', 'text/markdown'],
  ['.ics', 'text/calendar'],
  ['.vcf', 'text/vcard'],
  ['.json', 'application/json'],
]);

/** The beginning that text needs to be of such a type; white space may come before it. */
const BEGINS: ReadonlyMap<string, RegExp> = new Map([
  ['text/calendar', /^\s*BEGIN:VCALENDAR/i],
  ['text/vcard', /^\s*BEGIN:VCARD/i],
  ['application/json', /^\s*[[{"\d]/],
]);

/** Control characters that no text has; form feeds are in some. */
const CONTROL = /(?![\t\n\f\r])\p{Cc}/u;

/** Signs of HTML, anywhere and at the start (WHATWG, MIME Sniffing, 7.1). */
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

/** Text at a file's start: UTF-8, UTF-16 with a mark, or another encoding with ASCII. */
function readStart(start: string): string {
  const bytes = Buffer.from(start, 'latin1');
  const mark = start.slice(0, 2);
  if (mark === '\xff\xfe') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === '\xfe\xff') return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

/** The type of a text file, by what browsers would run; undefined for other files. */
function textTypeOf(
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

/** Octets from the start that are looked at. */
const START = 4_096;

/** Types that first bytes cannot prove. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Types by their first octets in Latin-1, before the library: some can be text alone, and for
 * others it would unpack, skip or follow the file's own claims.
 */
const SIGNATURES: readonly (readonly [type: string, start: RegExp])[] = [
  ['application/pdf', /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]{0,1000}%PDF-/],
  ['application/rtf', /^\{\\rtf1/],
  ['application/postscript', /^%!PS-/],
  ['audio/amr', /^#!AMR/],
  ['image/tiff', /^(?:II[*+]\0|MM\0[*+])/],
  ['audio/mpeg', /^ID3[\x02-\x04]/],
  ['application/gzip', /^\x1f\x8b\x08/],
];

/** PDFs begin within 1,024 octets (ISO 32000-1, Annex H), maybe after lines of a printer. */
const LATER_PDF = /(?:^|[\r\n\0])%PDF-\d/;
const PDF_WITHIN = 1_024;

/** True if a PDF begins after harmless lines; a web page before it would not be harmless. */
function hasLaterPdf(start: string): boolean {
  const before = start.slice(0, start.slice(0, PDF_WITHIN).search(LATER_PDF) + 1);
  return before !== '' && ![HTML_ANYWHERE, HTML_FIRST, SVG, XML].some((sign) => sign.test(before));
}

/** Brands of pictures in the ISO base media file format (ISO 23008-12; AV1 Image File Format). */
const PICTURE_BRANDS: ReadonlyMap<string, string> = new Map([
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'].map(
    (brand) => [brand, 'image/heic'] as const,
  ),
  ...['avif', 'avis'].map((brand) => [brand, 'image/avif'] as const),
]);

/** Brands that leave to the compatible ones how a picture is coded. */
const VAGUE_BRANDS: ReadonlySet<string> = new Set(['mif1', 'msf1', 'mif2', 'miaf']);

/** The type of a picture by its major brand, or else by the first compatible one that says more. */
function pictureTypeOf(start: string): string | undefined {
  if (start.slice(4, 8) !== 'ftyp') return undefined;
  const major = start.slice(8, 12);
  if (!VAGUE_BRANDS.has(major)) return PICTURE_BRANDS.get(major);
  const size = Buffer.from(start.slice(0, 4), 'latin1').readUInt32BE();
  const compatible = start.slice(16, size).match(/[^]{4}/g) ?? [];
  const brand = compatible.find((one) => PICTURE_BRANDS.has(one));
  return PICTURE_BRANDS.get(brand ?? '') ?? 'image/heif';
}

/** A mark of UTF-8, which the library reads past. */
const UTF8_MARK = '\xef\xbb\xbf';

/** Types of the library by other names that forms know them by; two of them are too vague. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['image/apng', 'image/png'],
  ['image/heic-sequence', 'image/heic'],
  ['image/heif-sequence', 'image/heif'],
  ['audio/x-m4a', 'audio/mp4'],
  ['video/x-m4v', 'video/mp4'],
  ['video/vnd.avi', 'video/x-msvideo'],
  ['video/matroska', 'video/x-matroska'],
  ['application/x-rar-compressed', 'application/vnd.rar'],
  ['application/x-apple-diskimage', UNKNOWN_TYPE],
  ['application/x-msdownload', UNKNOWN_TYPE],
]);

/** The types of compound files, which differ inside alone, by their ending. */
const COMPOUND_TYPES: ReadonlyMap<string, string> = new Map([
  ['.doc', 'application/msword'],
  ['.dot', 'application/msword'],
  ['.xls', 'application/vnd.ms-excel'],
  ['.xlt', 'application/vnd.ms-excel'],
  ['.ppt', 'application/vnd.ms-powerpoint'],
  ['.pps', 'application/vnd.ms-powerpoint'],
  ['.pot', 'application/vnd.ms-powerpoint'],
  ['.msg', 'application/vnd.ms-outlook'],
]);

/** The type that the library finds in the first bytes of a file that is not text. */
async function typeInLibrary(start: string): Promise<string> {
  if (start.startsWith(UTF8_MARK)) return UNKNOWN_TYPE;
  const { fileTypeFromBuffer } = await import('file-type');
  // It throws for none that is known; if it does, the type is unknown.
  const found = await fileTypeFromBuffer(Buffer.from(start, 'latin1')).catch(() => undefined);
  const [type = ''] = found?.mime.toLowerCase().split(';', 1) ?? [];
  return OTHER_NAMES.get(type) ?? (/^(?:|text\/.*)$/.test(type) ? UNKNOWN_TYPE : type);
}

/** The type that the bytes of a file support, which is no zip archive. */
export async function typeOf(content: FileContent, name: string, start: string): Promise<string> {
  if (start.startsWith(COMPOUND)) return COMPOUND_TYPES.get(endingOf(name)) ?? 'application/x-cfb';
  const found = SIGNATURES.find(([, pattern]) => pattern.test(start));
  const type =
    found?.[0] ??
    pictureTypeOf(start) ??
    textTypeOf(content, name, start) ??
    (await typeInLibrary(start));
  const mayBePdf = type === UNKNOWN_TYPE || (type === 'text/plain' && endingOf(name) === '.pdf');
  return mayBePdf && hasLaterPdf(start) ? 'application/pdf' : type;
}

export const startOf = (content: FileContent): string => octetsOf(content, 0, START);

import { COMPOUND } from './blocked-files.ts';
import { endingOf } from './clean-file-name.ts';
import { octetsOf, type FileContent } from './file-content.ts';
import { textTypeOf } from './text-type.ts';

/** Octets from the start that are looked at. */
const START = 4_096;

/** What no first bytes support. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Types by what stands at the start, in Latin-1, that are told before the library is asked: some can be text alone,
 * and in the others it would unpack, skip or follow what the file says.
 */
const SIGNATURES: readonly (readonly [type: string, start: RegExp])[] = [
  ['application/pdf', /^%PDF-/],
  ['application/rtf', /^\{\\rtf1/],
  ['application/postscript', /^%!PS-/],
  ['audio/amr', /^#!AMR/],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/],
  ['audio/mpeg', /^ID3[\x02-\x04]/],
  ['application/gzip', /^\x1f\x8b\x08/],
];

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
  ['.ppt', 'application/vnd.ms-powerpoint'],
  ['.msg', 'application/vnd.ms-outlook'],
]);

/** What the library finds in the first bytes of a file that is no text. */
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
  return found?.[0] ?? textTypeOf(content, name, start) ?? (await typeInLibrary(start));
}

export const startOf = (content: FileContent): string => octetsOf(content, 0, START);

import { COMPOUND } from './blocked-files.ts';
import { endingOf } from './clean-file-name.ts';
import { octetsOf, type FileContent } from './file-content.ts';
import { activeTypeOf, textTypeOf } from './text-type.ts';

/** Octets from the start that are looked at. */
export const START = 4_096;

export const ZIP = /^PK(?:\x03\x04|\x05\x06)/;
export const GZIP = /^\x1f\x8b\x08/;
export const RAR = /^Rar!\x1a\x07(?:\0|\x01\0)/;

/** What no first bytes support. */
export const UNKNOWN_TYPE = 'application/octet-stream';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

/** Types by what stands at the start, in Latin-1 where a dot is any octet; the first that fits counts. */
const SIGNATURES: readonly (readonly [type: string, start: RegExp])[] = [
  ['application/pdf', /^%PDF-/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/tiff', /^(?:II\*\0|MM\0\*)/],
  ['image/bmp', /^BM.{4}\0{4}/s],
  ['image/avif', /^.{4}ftypavi[fs]/s],
  ['image/heic', /^.{4}ftyp(?:hei[cmsx]|hev[cmsx])/s],
  ['image/heif', /^.{4}ftyp(?:mif1|msf1)/s],
  ['image/jxl', /^(?:\xff\x0a|\0\0\0\x0cJXL \r\n\x87\n)/],
  ['image/jp2', /^\0\0\0\x0cjP {2}\r\n\x87\n/],
  ['image/vnd.adobe.photoshop', /^8BPS\0\x01/],
  ['image/vnd.dwg', /^AC10\d\d/],
  ['audio/mp4', /^.{4}ftypM4[AB] /s],
  ['video/quicktime', /^.{4}ftypqt {2}/s],
  ['video/3gpp', /^.{4}ftyp3g[ep2]/s],
  ['video/mp4', /^.{4}ftyp(?:iso[\dm]|mp4[12]|avc1|dash|M4V |MSNV|f4v )/s],
  ['video/webm', /^\x1aE\xdf\xa3.{0,40}webm/s],
  ['video/x-matroska', /^\x1aE\xdf\xa3.{0,40}matroska/s],
  ['video/x-msvideo', /^RIFF.{4}AVI /s],
  ['audio/wav', /^RIFF.{4}WAVE/s],
  ['audio/flac', /^fLaC/],
  ['audio/ogg', /^OggS\0/],
  ['audio/amr', /^#!AMR/],
  ['audio/midi', /^MThd\0\0\0\x06/],
  ['audio/mpeg', /^(?:ID3[\x02-\x04]|\xff[\xfb\xf3\xf2\xfa])/],
  ['audio/aac', /^\xff[\xf1\xf9]/],
  ['application/rtf', /^\{\\rtf1/],
  ['application/postscript', /^%!PS-/],
  ['application/gzip', GZIP],
  ['application/x-bzip2', /^BZh[1-9]1AY&SY/],
  ['application/x-xz', /^\xfd7zXZ\0/],
  ['application/zstd', /^\x28\xb5\x2f\xfd/],
  ['application/x-7z-compressed', /^7z\xbc\xaf'\x1c/],
  ['application/vnd.rar', RAR],
  ['application/x-tar', /^.{257}ustar/s],
  ['application/vnd.sqlite3', /^SQLite format 3\0/],
  ['font/woff', /^wOFF/],
  ['font/woff2', /^wOF2/],
  ['font/otf', /^OTTO\0/],
];

/** What the first entry of OpenDocument and EPUB says, unpacked as their standards ask. */
const NAMED_IN_ZIP =
  /^.{26}\x08\0..mimetype(application\/(?:epub\+zip|vnd\.oasis\.opendocument\.[a-z-]{1,40}))/s;

/** Types of office documents by a folder in their archive, without macros and with. */
const BY_FOLDER: readonly (readonly [type: string, withMacros: string, folder: string])[] = [
  [
    `${OPEN_XML}.wordprocessingml.document`,
    'application/vnd.ms-word.document.macroenabled.12',
    'word/',
  ],
  [`${OPEN_XML}.spreadsheetml.sheet`, 'application/vnd.ms-excel.sheet.macroenabled.12', 'xl/'],
  [
    `${OPEN_XML}.presentationml.presentation`,
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'ppt/',
  ],
];

/** The file with the macros of a document. */
const MACROS = /\/vbaproject\.bin$/i;

/** The types of compound files, which differ inside alone, by their ending. */
const COMPOUND_TYPES: ReadonlyMap<string, string> = new Map([
  ['.doc', 'application/msword'],
  ['.dot', 'application/msword'],
  ['.xls', 'application/vnd.ms-excel'],
  ['.ppt', 'application/vnd.ms-powerpoint'],
  ['.msg', 'application/vnd.ms-outlook'],
]);

function typeOfZip(start: string, names: readonly string[]): string {
  const [, named] = NAMED_IN_ZIP.exec(start) ?? [];
  if (named !== undefined) return named;
  if (!names.includes('[Content_Types].xml')) return 'application/zip';
  const [type, withMacros] =
    BY_FOLDER.find(([, , folder]) => names.some((name) => name.startsWith(folder))) ?? [];
  const found = names.some((name) => MACROS.test(name)) ? withMacros : type;
  return found ?? 'application/zip';
}

/** The type that the bytes support, unless the name has browsers run them. `names` are those in a zip archive. */
export function typeOf(
  content: FileContent,
  name: string,
  { start, names = [] }: { start: string; names?: readonly string[] | undefined },
): string {
  const active = activeTypeOf(name);
  if (active !== undefined) return active;
  if (ZIP.test(start)) return typeOfZip(start, names);
  if (start.startsWith(COMPOUND)) return COMPOUND_TYPES.get(endingOf(name)) ?? 'application/x-cfb';
  const found = SIGNATURES.find(([, pattern]) => pattern.test(start));
  return found?.[0] ?? textTypeOf(content, name, start) ?? UNKNOWN_TYPE;
}

export const startOf = (content: FileContent): string => octetsOf(content, 0, START);

/** One file of a zip archive, as its directory has it. */
export interface ZipEntry {
  /** In Latin-1, whatever their encoding is: endings are ASCII. A second one is in an extra field. */
  names: readonly string[];
  isEncrypted: boolean;
  method: number;
  /** Octets of its packed and of its unpacked content. */
  packed: number;
  size: number;
  /** Where its local header begins. */
  offset: number;
}

/** The directory of an archive, and where it begins. */
export interface ZipDirectory {
  start: number;
  entries: ZipEntry[];
}

/** Octets of a directory that are read: enough for some 10,000 files. */
const MOST_DIRECTORY = 1_048_576;

/** Where the end of a directory begins: 22 octets from the end, and a comment (APPNOTE, 4.3.16). */
const END = { octets: 22, comment: 65_535 };
const LOCATOR_OCTETS = 20;
const RECORD_OCTETS = 56;
const ENTRY_OCTETS = 46;

/** A number of 32 bits that stands for one of 64 elsewhere. */
const ELSEWHERE = 0xffff_ffff;

const MARKS = {
  end: Buffer.from('PK\x05\x06', 'latin1'),
  locator: Buffer.from('PK\x06\x07', 'latin1'),
  record: Buffer.from('PK\x06\x06', 'latin1'),
  entry: Buffer.from('PK\x01\x02', 'latin1'),
};

/** Identifiers of extra fields: sizes of 64 bits, and the name in UTF-8, which programs prefer. */
const EXTRA = { sizes: 0x0001, name: 0x7075 };

const NO_EXTRA: ReadonlyMap<number, Buffer> = new Map();

export const hasMark = (bytes: Buffer, at: number, mark: Buffer): boolean =>
  at >= 0 && mark.equals(bytes.subarray(at, at + mark.length));

/** Octets at the end of a file in which the end of a directory begins. */
export const MOST_END = END.octets + END.comment;

/** Where the end of a directory begins in the last octets of a file; -1 where none does. */
export function findEnd(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - MOST_END);
  const at = bytes.subarray(from).lastIndexOf(MARKS.end);
  return at < 0 ? -1 : from + at;
}

/** Whether a directory ends where the file does, its comment included. */
export const endsThere = (bytes: Buffer, at: number): boolean =>
  hasMark(bytes, at, MARKS.end) &&
  at + END.octets <= bytes.length &&
  at + END.octets + bytes.readUInt16LE(at + 20) === bytes.length;

const readLong = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

/** Extra fields by their identifier; undefined where they are damaged. */
export function readExtra(bytes: Buffer): ReadonlyMap<number, Buffer> | undefined {
  if (bytes.length === 0) return NO_EXTRA;
  const fields = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length;) {
    const id = bytes.readUInt16LE(at);
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    // Of two such fields, programs take the first or the last one.
    const isTwice = fields.has(id) && (id === EXTRA.sizes || id === EXTRA.name);
    if (end > bytes.length || isTwice) return undefined;
    fields.set(id, bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** Numbers of 32 bits, each replaced by the next one of 64 bits where it says so. */
export function widen(
  numbers: readonly number[],
  extra: ReadonlyMap<number, Buffer>,
): number[] | undefined {
  if (numbers.every((number) => number < ELSEWHERE)) return [...numbers];
  const wide = extra.get(EXTRA.sizes) ?? Buffer.alloc(0);
  let at = 0;
  const widened = numbers.map((number) => {
    if (number !== ELSEWHERE || at + 8 > wide.length) return number;
    at += 8;
    return readLong(wide, at - 8);
  });
  return widened.every((number) => number < ELSEWHERE) ? widened : undefined;
}

/** The name that a file has in UTF-8 beside that in its header (APPNOTE, 4.6.9). */
export const nameInExtra = (extra: ReadonlyMap<number, Buffer>): string[] => {
  const field = extra.get(EXTRA.name);
  return field && field.length > 5 ? [field.toString('latin1', 5)] : [];
};

/** One entry of a directory, and where it ends; undefined where it is damaged. */
function readEntry(directory: Buffer, at: number): { entry: ZipEntry; end: number } | undefined {
  if (at + ENTRY_OCTETS > directory.length || !hasMark(directory, at, MARKS.entry))
    return undefined;
  const nameEnd = at + ENTRY_OCTETS + directory.readUInt16LE(at + 28);
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
  const end = extraEnd + directory.readUInt16LE(at + 32);
  const extra =
    end > directory.length ? undefined : readExtra(directory.subarray(nameEnd, extraEnd));
  const number = (from: number) => directory.readUInt32LE(at + from);
  const [size, packed, offset] =
    (extra && widen([number(24), number(20), number(42)], extra)) ?? [];
  if (!extra || size === undefined || packed === undefined || offset === undefined)
    return undefined;
  const name = directory.toString('latin1', at + ENTRY_OCTETS, nameEnd);
  const entry = {
    names: [name, ...nameInExtra(extra)],
    isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    method: directory.readUInt16LE(at + 10),
    packed,
    size,
    offset,
  };
  return { entry, end };
}

function readEntries(directory: Buffer, most: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  for (let at = 0; at < directory.length;) {
    const read = readEntry(directory, at);
    if (!read || entries.length === most) return undefined;
    entries.push(read.entry);
    at = read.end;
  }
  return entries;
}

/** What the end of a directory says of it, with numbers of 64 bits where it has them (APPNOTE, 4.3.14). */
function readEnd(bytes: Buffer, at: number) {
  const [count, octets, offset] = [
    bytes.readUInt16LE(at + 10),
    bytes.readUInt32LE(at + 12),
    bytes.readUInt32LE(at + 16),
  ];
  const locator = at - LOCATOR_OCTETS;
  if (!hasMark(bytes, locator, MARKS.locator)) return { count, octets, offset, end: at };
  const record = readLong(bytes, locator + 8);
  if (record !== locator - RECORD_OCTETS || !hasMark(bytes, record, MARKS.record)) return undefined;
  const wide = {
    count: readLong(bytes, record + 32),
    octets: readLong(bytes, record + 40),
    offset: readLong(bytes, record + 48),
  };
  const agrees =
    [wide.count, 0xffff].includes(count) &&
    [wide.octets, ELSEWHERE].includes(octets) &&
    [wide.offset, ELSEWHERE].includes(offset);
  return agrees ? { ...wide, end: record } : undefined;
}

/**
 * The directory that ends at `at`, of at most `most` files; undefined where it is damaged, over 1 MiB, not where it
 * says, or where its numbers disagree: programs would find different files.
 */
export function readDirectory(bytes: Buffer, at: number, most: number): ZipDirectory | undefined {
  const found = at + END.octets <= bytes.length ? readEnd(bytes, at) : undefined;
  if (!found || found.octets > MOST_DIRECTORY) return undefined;
  const start = found.end - found.octets;
  if (start < 0 || found.offset !== start) return undefined;
  const entries = readEntries(bytes.subarray(start, found.end), most);
  return entries?.length === found.count ? { start, entries } : undefined;
}

/** Whether bytes begin as an entry of a directory. */
export const hasEntry = (bytes: Buffer): boolean => hasMark(bytes, 0, MARKS.entry);

/** The names in a directory that ends at `at`, where it begins then, and where it says that it begins. */
export function namesBefore(bytes: Buffer, at: number, most: number) {
  const isWhole = at + END.octets <= bytes.length;
  const octets = isWhole ? bytes.readUInt32LE(at + 12) : 0;
  const start = at - octets;
  const isRead = start >= 0 && octets <= MOST_DIRECTORY;
  const entries = isRead ? (readEntries(bytes.subarray(start, at), most) ?? []) : [];
  const saysStart = isWhole ? bytes.readUInt32LE(at + 16) : start;
  return { names: entries.flatMap(({ names }) => names), start, saysStart };
}

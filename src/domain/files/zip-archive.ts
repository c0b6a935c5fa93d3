import {
  endsThere,
  findEnd,
  hasMark,
  nameInExtra,
  readDirectory,
  readExtra,
  widen,
  type ZipEntry,
} from './zip-directory.ts';

/** A file in an archive, with its content as it is packed. */
export interface ArchivedFile extends Omit<ZipEntry, 'packed' | 'offset'> {
  packed: Buffer;
}

const LOCAL_MARK = Buffer.from('PK\x03\x04', 'latin1');
const LOCAL_OCTETS = 30;

/** Octets of the sizes that may follow a content: of 32 or 64 bits, with a mark or without (APPNOTE, 4.3.9). */
const DESCRIPTORS: ReadonlySet<number> = new Set([12, 16, 20, 24]);

/** The local header at the place of an entry, where both say the same; undefined where they differ. */
function readLocal(bytes: Buffer, entry: ZipEntry) {
  const { offset } = entry;
  if (offset + LOCAL_OCTETS > bytes.length || !hasMark(bytes, offset, LOCAL_MARK)) return undefined;
  const flags = bytes.readUInt16LE(offset + 6);
  const nameEnd = offset + LOCAL_OCTETS + bytes.readUInt16LE(offset + 26);
  const start = nameEnd + bytes.readUInt16LE(offset + 28);
  const extra = start > bytes.length ? undefined : readExtra(bytes.subarray(nameEnd, start));
  const given = [bytes.readUInt32LE(offset + 22), bytes.readUInt32LE(offset + 18)];
  const hasDescriptor = (flags & 8) !== 0;
  const sizes = extra && widen(given, extra);
  if (!extra || !sizes) return undefined;
  const isSame = (size: number | undefined, known: number) =>
    size === known || (hasDescriptor && size === 0);
  const agrees =
    bytes.toString('latin1', offset + LOCAL_OCTETS, nameEnd) === entry.names[0] &&
    bytes.readUInt16LE(offset + 8) === entry.method &&
    ((flags & 1) === 1) === entry.isEncrypted &&
    isSame(sizes[0], entry.size) &&
    isSame(sizes[1], entry.packed);
  return agrees ? { start, hasDescriptor, names: nameInExtra(extra) } : undefined;
}

/**
 * The files of a zip archive, at most `most`. Undefined unless they, one after the other, and their directory are all of it:
 * programs that read it from its beginning, from its end or by its directory find the same files.
 */
export function readZip(bytes: Buffer, most: number): ArchivedFile[] | undefined {
  const end = findEnd(bytes);
  const directory = endsThere(bytes, end) ? readDirectory(bytes, end, most) : undefined;
  if (!directory) return undefined;
  const entries = directory.entries.toSorted((one, other) => one.offset - other.offset);
  const files: ArchivedFile[] = [];
  let expected = 0;
  for (const [at, entry] of entries.entries()) {
    const local = entry.offset === expected ? readLocal(bytes, entry) : undefined;
    if (!local) return undefined;
    const contentEnd = local.start + entry.packed;
    expected = entries[at + 1]?.offset ?? directory.start;
    const rest = expected - contentEnd;
    if (rest !== 0 && !(local.hasDescriptor && DESCRIPTORS.has(rest))) return undefined;
    const { isEncrypted, method, size } = entry;
    const names = [...entry.names, ...local.names];
    files.push({
      names,
      isEncrypted,
      method,
      size,
      packed: bytes.subarray(local.start, contentEnd),
    });
  }
  return expected === directory.start ? files : undefined;
}

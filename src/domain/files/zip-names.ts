import { bytesOf, type FileContent } from './file-content.ts';

/** Octets of a directory that are read: enough for some 10,000 files. */
const MOST_DIRECTORY = 1_048_576;

/** Where the end of a directory begins: 22 octets from the end, and a comment (APPNOTE, 4.3.16). */
const END = { octets: 22, comment: 65_535 };

const END_MARK = Buffer.from('PK\x05\x06', 'latin1');
const ENTRY_MARK = Buffer.from('PK\x01\x02', 'latin1');
const ENTRY_OCTETS = 46;

/** Place and octets of the directory; undefined where there is none, or none of this size is read. */
function findDirectory(content: FileContent): Buffer | undefined {
  const from = Math.max(0, content.size - END.octets - END.comment);
  const tail = bytesOf(content, from, END.octets + END.comment);
  const at = tail.lastIndexOf(END_MARK, tail.length - END.octets);
  if (tail.length < END.octets || at < 0) return undefined;
  const octets = tail.readUInt32LE(at + 12);
  // What an archive says about its place is wrong where something stands before it.
  const start = from + at - octets;
  if (octets > MOST_DIRECTORY || start < 0) return undefined;
  const count = tail.readUInt16LE(at + 10);
  return count === 0 && octets > 0 ? undefined : bytesOf(content, start, octets);
}

/** One entry of a directory; undefined where it is damaged. */
function readEntry(directory: Buffer, at: number): { name: string; end: number } | undefined {
  const fits = at + ENTRY_OCTETS <= directory.length;
  if (!fits || directory.compare(ENTRY_MARK, 0, 4, at, at + 4) !== 0) return undefined;
  const nameEnd = at + ENTRY_OCTETS + directory.readUInt16LE(at + 28);
  const end = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  if (end > directory.length) return undefined;
  // In whatever encoding: endings are ASCII.
  return { name: directory.toString('latin1', at + ENTRY_OCTETS, nameEnd), end };
}

/**
 * The names of the files in a zip archive, by its directory: nothing is unpacked. Undefined where they
 * cannot be read: a damaged archive, one of more than 4 GB (ZIP64) or with a directory over 1 MiB.
 */
export function zipNames(content: FileContent): string[] | undefined {
  const directory = findDirectory(content);
  if (!directory) return undefined;
  const names: string[] = [];
  for (let at = 0; at < directory.length;) {
    const entry = readEntry(directory, at);
    if (!entry) return undefined;
    names.push(entry.name);
    at = entry.end;
  }
  return names;
}

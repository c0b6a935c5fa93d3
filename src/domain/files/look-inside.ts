import { holdsBlocked, isArchiveName, isBlockedContent } from './blocked-files.ts';
import { bytesOf, contentOf, type FileContent } from './file-content.ts';
import { GZIP, RAR, START, UNKNOWN_TYPE, ZIP } from './file-type.ts';
import { rarNames } from './rar-names.ts';
import { isTar, readTar } from './tar-archive.ts';
import { beginningOf, gunzip, nameInGzip, unpackAll, type Room } from './unpack.ts';
import { readZip, type ArchivedFile } from './zip-archive.ts';
import { endsThere, findEnd, hasEntry, MOST_END, namesBefore } from './zip-directory.ts';

/** Archives within archives that are looked into: a table in a document in an archive is the third. */
const DEEPEST = 3;

/** Octets at the end of a file in which a directory of an archive is looked for. */
const TAIL = 1_114_112;

const textOf = (bytes: Buffer): string => bytes.toString('latin1', 0, START);

const isPacked = (start: string): boolean =>
  [ZIP, GZIP, RAR].some((mark) => mark.test(start)) ||
  isTar(Buffer.from(start.slice(0, 512), 'latin1'));

/** Whether one of the files is refused; those called archives get the room first. */
function areFilesBlocked(files: readonly ArchivedFile[], room: Room, depth: number): boolean {
  const isArchive = ({ names }: ArchivedFile) => names.some(isArchiveName);
  // Gmail refuses archives behind a password: nobody can look into them.
  if (files.some((file) => file.isEncrypted && isArchive(file))) return true;
  const inOrder = [...files.filter(isArchive), ...files.filter((file) => !isArchive(file))];
  return inOrder.some((file) => {
    const beginning = beginningOf(file, room);
    if (!beginning) return false;
    const start = textOf(beginning);
    if (isBlockedContent(contentOf(beginning), start)) return true;
    const all = isPacked(start) ? unpackAll(file, room) : undefined;
    return all !== undefined && isBlockedArchive(all, room, depth + 1);
  });
}

/** The names of the files in a zip archive; undefined where it is refused. */
function readZipNames(bytes: Buffer, room: Room, depth: number): string[] | undefined {
  const files = readZip(bytes, room.names);
  // One that cannot be read may hold anything.
  if (!files) return undefined;
  room.names -= files.length;
  const names = files.flatMap((file) => file.names);
  const isBlocked =
    holdsBlocked(names) || (depth <= DEEPEST && areFilesBlocked(files, room, depth));
  return isBlocked ? undefined : names;
}

function isGzipBlocked(bytes: Buffer, room: Room, depth: number): boolean {
  const name = nameInGzip(bytes);
  if (name !== undefined && holdsBlocked([name])) return true;
  const unpacked = depth <= DEEPEST ? gunzip(bytes, room) : undefined;
  return unpacked !== undefined && isBlockedInside(unpacked, room, depth);
}

function isTarBlocked(bytes: Buffer, room: Room, depth: number): boolean {
  const files = readTar(bytes, room.names);
  room.names -= files.length;
  if (holdsBlocked(files.map(({ name }) => name))) return true;
  return depth <= DEEPEST && files.some(({ content }) => isBlockedInside(content, room, depth));
}

/** Whether a file that was unpacked is refused. */
const isBlockedInside = (bytes: Buffer, room: Room, depth: number): boolean =>
  isBlockedContent(contentOf(bytes), textOf(bytes)) || isBlockedArchive(bytes, room, depth + 1);

function isBlockedArchive(bytes: Buffer, room: Room, depth: number): boolean {
  const start = textOf(bytes);
  if (ZIP.test(start)) return readZipNames(bytes, room, depth) === undefined;
  if (GZIP.test(start)) return isGzipBlocked(bytes, room, depth);
  if (RAR.test(start)) return holdsBlocked(rarNames(bytes));
  return isTar(bytes) && isTarBlocked(bytes, room, depth);
}

const tailOf = (content: FileContent, length: number): Buffer =>
  bytesOf(content, Math.max(0, content.size - length), length);

/** The names in an archive at the end of another file; undefined where programs find different ones. */
function namesAtEnd(content: FileContent, room: Room): string[] | undefined {
  // Most files end here, before more of them is copied.
  if (findEnd(tailOf(content, MOST_END)) < 0) return [];
  const tail = tailOf(content, TAIL);
  const from = content.size - tail.length;
  const end = findEnd(tail);
  const { names, start, saysStart } = namesBefore(tail, end, room.names);
  if (!endsThere(tail, end)) return names;
  const isOther = saysStart !== from + start;
  const hasTwo = isOther && hasEntry(bytesOf(content, saysStart, 4));
  return names.length === 0 || hasTwo ? undefined : names;
}

/** Whether a file ends as an archive that does not begin with it. */
function endsAsArchive(content: FileContent): boolean {
  const tail = tailOf(content, MOST_END);
  return endsThere(tail, findEnd(tail));
}

/**
 * Whether one program opens a file that begins like this as what its type says, another one as an archive. A
 * type that nobody knows may be both: drawings of Autodesk are an archive behind a line of text.
 */
export const isTwoFiles = (content: FileContent, start: string, type: string): boolean =>
  type !== UNKNOWN_TYPE && !ZIP.test(start) && endsAsArchive(content);

/**
 * Looks into a zip, gzip, tar or RAR file, as far as there is room. The names of the files in a zip archive, none for
 * other files; undefined for what mail providers block, and where programs would find different files.
 */
export function lookInside(content: FileContent, start: string, room: Room): string[] | undefined {
  if (!isPacked(start)) {
    const names = namesAtEnd(content, room);
    return !names || holdsBlocked(names) ? undefined : [];
  }
  const bytes = bytesOf(content, 0, content.size);
  if (ZIP.test(start)) return readZipNames(bytes, room, 1);
  return isBlockedArchive(bytes, room, 1) ? undefined : [];
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  fromRandomAccessReaderPromise,
  parseExtraFields,
  RandomAccessReader,
  type Entry,
  type ExtraField,
  type LocalFileHeader,
  type ZipFile,
} from 'yauzl';
import { bytesOf, type FileContent } from './file-content.ts';
import type { ZipBudget } from './zip-archive.ts';

/** One file of an archive. */
interface ZipEntry {
  /** As its headers say; a second one is in an extra field. */
  names: readonly string[];
  isEncrypted: boolean;
}

/** Octets of a name; the longest path of common systems has as many. */
const MOST_NAME = 4_096;

/** Extra fields of one file; some programs write ten. */
const MOST_FIELDS = 64;

/** Octets of headers that are read in one turn of the event loop. */
const TURN = 16_384;

/** Fixed octets of an entry and of a local header together (APPNOTE, 4.3.7 and 4.3.12). */
const FIXED = 46 + 30;

/** Octets of the end of a directory, and of its record of 64 bits with the locator of that (APPNOTE, 4.3.14 to 4.3.16). */
const END = 22;
const WIDE_END = { record: 56, locator: 20 };

/** Numbers of 16 and 32 bits that stand for a wider one elsewhere. */
const ELSEWHERE = { short: 0xffff, long: 0xffff_ffff };

/** Sizes that may follow a content: of 32 or 64 bits, with a mark or without (APPNOTE, 4.3.9). */
const DESCRIPTORS: ReadonlySet<number> = new Set([12, 16, 20, 24]);

/** Programs would find different files. */
const ambiguous = () => new Error('The archive disagrees with itself.');

/** Reads the pieces of a file where they are. */
class ContentReader extends RandomAccessReader {
  readonly #content: FileContent;

  constructor(content: FileContent) {
    super();
    this.#content = content;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const copied = bytesOf(this.#content, position, length).copy(target, offset);
    callback(copied < length ? new Error('The archive ends too early.') : null);
  }
}

function take(budget: ZipBudget, entry: Entry, local: LocalFileHeader): number {
  const octets =
    FIXED +
    (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength) +
    (local.fileNameLength + local.extraFieldLength);
  budget.entries -= 1;
  budget.octets -= octets;
  if (budget.entries < 0 || budget.octets < 0) throw new Error('The archive is too large.');
  return octets;
}

/** Endings are ASCII in each encoding of names. */
function textOf(name: Buffer): string {
  if (name.length > MOST_NAME) throw new Error('A name in the archive is too long.');
  return name.toString('utf8');
}

/** The names in UTF-8 besides that in a header, which programs prefer (APPNOTE, 4.6.9). */
function namesIn(fields: readonly ExtraField[]): string[] {
  if (fields.length > MOST_FIELDS) throw new Error('A file in the archive has too many fields.');
  return fields.filter(({ id }) => id === 0x7075).map(({ data }) => textOf(data.subarray(5)));
}

/** Whether the two headers of a file say the same. */
function agree(entry: Entry, local: LocalFileHeader): boolean {
  const { compressedSize: size, generalPurposeBitFlag: flags } = local;
  return (
    local.fileName.equals(entry.fileNameRaw) &&
    local.compressionMethod === entry.compressionMethod &&
    (size === entry.compressedSize || size === ELSEWHERE.long || (size === 0 && hasSizes(flags)))
  );
}

/** Whether sizes follow the content. */
const hasSizes = (flags: number): boolean => (flags & 8) !== 0;

/** Where the file of an entry begins and ends, and whether sizes may follow. */
interface Extent {
  start: number;
  end: number;
  hasSizes: boolean;
}

/** Throws unless the files are all that is before the directory, one after the other. */
function expectNoGaps(extents: Extent[], directory: number): void {
  extents.sort((one, other) => one.start - other.start);
  const starts = [...extents.map(({ start }) => start), directory];
  if (starts[0] !== 0) throw ambiguous();
  for (const [at, extent] of extents.entries()) {
    const rest = (starts[at + 1] ?? 0) - extent.end;
    if (rest !== 0 && !(extent.hasSizes && DESCRIPTORS.has(rest))) throw ambiguous();
  }
}

/** The types of yauzl have a boolean here: the next octet of the directory. */
const cursorOf = (zip: ZipFile): number => Number(zip.readEntryCursor);

/** Throws unless the directory is between the files and its end, which says the same of it. */
function expectEnd(content: FileContent, zip: ZipFile, start: number): void {
  const at = content.size - END - zip.comment.length;
  const end = bytesOf(content, at, END);
  const locator = bytesOf(content, at - WIDE_END.locator, WIDE_END.locator);
  const isWide = locator.toString('latin1', 0, 4) === 'PK\x06\x07';
  const before = isWide ? WIDE_END.locator + WIDE_END.record : 0;
  const length = cursorOf(zip) - start;
  const says = (number: number, expected: number, elsewhere: number) =>
    number === expected || (isWide && number === elsewhere);
  const isWhole =
    cursorOf(zip) === at - before &&
    (!isWide || locator.readBigUInt64LE(8) === BigInt(at - before)) &&
    says(end.readUInt16LE(10), zip.entryCount, ELSEWHERE.short) &&
    says(end.readUInt32LE(12), length, ELSEWHERE.long) &&
    says(end.readUInt32LE(16), start, ELSEWHERE.long);
  if (!isWhole) throw ambiguous();
}

/**
 * The files of a zip archive, one at a time; nothing is unpacked. Throws where the archive is damaged, where it is more
 * than the budget allows, or where programs would find different files: those that read it from its beginning, from
 * its end or by its directory.
 */
export async function* readZip(content: FileContent, budget: ZipBudget): AsyncGenerator<ZipEntry> {
  const reader = new ContentReader(content);
  const zip = await fromRandomAccessReaderPromise(reader, content.size, { decodeStrings: false });
  const start = cursorOf(zip);
  const extents: Extent[] = [];
  let sinceTurn = 0;
  for await (const entry of zip.eachEntry()) {
    const local = await zip.readLocalFileHeaderPromise(entry);
    sinceTurn += take(budget, entry, local);
    if (!agree(entry, local)) throw ambiguous();
    extents.push({
      start: entry.relativeOffsetOfLocalHeader,
      end: local.fileDataStart + entry.compressedSize,
      hasSizes: hasSizes(local.generalPurposeBitFlag),
    });
    const others = [...entry.extraFields, ...parseExtraFields(local.extraField)];
    const names = [textOf(entry.fileNameRaw), ...namesIn(others)];
    yield { names, isEncrypted: entry.isEncrypted() };
    if (sinceTurn >= TURN) {
      sinceTurn = 0;
      await nextTurn();
    }
  }
  expectNoGaps(extents, start);
  expectEnd(content, zip, start);
}

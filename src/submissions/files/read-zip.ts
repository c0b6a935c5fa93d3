import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  fromRandomAccessReaderPromise,
  RandomAccessReader,
  type Entry,
  type ExtraField,
} from 'yauzl';
import { bytesOf, type FileContent } from './file-content.ts';

/** Octets and entries of zip directories that may still be read for one upload. */
export interface ZipBudget {
  entries: number;
  octets: number;
}

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

/** Fixed octets of an entry (APPNOTE, 4.3.12). */
const FIXED = 46;

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

function take(budget: ZipBudget, entry: Entry): number {
  const octets = FIXED + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
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

/**
 * The files in a zip archive's directory, one at a time; unpacks nothing. Throws if the directory
 * is damaged or over budget.
 */
export async function* readZip(content: FileContent, budget: ZipBudget): AsyncGenerator<ZipEntry> {
  const reader = new ContentReader(content);
  const zip = await fromRandomAccessReaderPromise(reader, content.size, { decodeStrings: false });
  let sinceTurn = 0;
  for await (const entry of zip.eachEntry()) {
    sinceTurn += take(budget, entry);
    const names = [textOf(entry.fileNameRaw), ...namesIn(entry.extraFields)];
    yield { names, isEncrypted: entry.isEncrypted() };
    if (sinceTurn >= TURN) {
      sinceTurn = 0;
      await nextTurn();
    }
  }
}

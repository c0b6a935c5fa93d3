import { isArchiveName, isBlockedInArchive } from './blocked-files.ts';
import { bytesOf, type FileContent } from './file-content.ts';
import type { ZipBudget } from './read-zip.ts';

/** Directories of all archives of one upload. */
export const newZipBudget = (): ZipBudget => ({ entries: 10_000, octets: 2_097_152 });

/** True if a file begins as an archive, or as the end of an empty one. */
export const isZip = (start: string): boolean =>
  start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06');

/** A directory's end: 22 octets, and a comment of the length in the last two (APPNOTE, 4.3.16). */
const END = { mark: Buffer.from('PK\x05\x06', 'latin1'), octets: 22, comment: 65_535 };

/** True if a zip directory ends at the file's end: some program opens it as an archive. */
export function endsAsZip(content: FileContent): boolean {
  const most = END.octets + END.comment;
  const tail = bytesOf(content, Math.max(0, content.size - most), most);
  let at = tail.indexOf(END.mark);
  for (; at >= 0 && at + END.octets <= tail.length; at = tail.indexOf(END.mark, at + 1)) {
    if (at + END.octets + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

/** The first entry of OpenDocument and EPUB, stored as standards require; its header: 30 octets. */
const NAMED_IN_ZIP =
  /^.{30}mimetype(application\/(?:epub\+zip|vnd\.oasis\.opendocument\.[a-z-]{1,40}))/s;

/** Types of office documents by a folder in their archive, without macros and with. */
const BY_FOLDER: ReadonlyMap<string, readonly [type: string, withMacros: string]> = new Map([
  [
    'word',
    [`${OPEN_XML}.wordprocessingml.document`, 'application/vnd.ms-word.document.macroenabled.12'],
  ],
  ['xl', [`${OPEN_XML}.spreadsheetml.sheet`, 'application/vnd.ms-excel.sheet.macroenabled.12']],
  [
    'ppt',
    [
      `${OPEN_XML}.presentationml.presentation`,
      'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    ],
  ],
]);

/** The file with the macros of a document. */
const MACROS = /\/vbaproject\.bin$/i;

/** Tells an archive's type by the names of its files. */
class ZipType {
  #isDocument = false;
  #hasMacros = false;
  #types: readonly [type: string, withMacros: string] | undefined;

  /** Some programs write the paths of Windows. */
  add(path: string): void {
    const name = path.replaceAll('\\', '/');
    this.#isDocument ||= name === '[Content_Types].xml';
    this.#hasMacros ||= MACROS.test(name);
    this.#types ??= BY_FOLDER.get(name.slice(0, Math.max(0, name.indexOf('/'))));
  }

  get type(): string {
    return (
      (this.#isDocument ? this.#types?.[this.#hasMacros ? 1 : 0] : undefined) ?? 'application/zip'
    );
  }
}

/**
 * A zip archive's type by the names in it. Undefined if mail providers block a name, an archive in
 * it has a password, or it cannot be read within the budget.
 */
export async function typeOfZip(
  content: FileContent,
  start: string,
  budget: ZipBudget,
): Promise<string | undefined> {
  const { readZip } = await import('./read-zip.ts');
  const found = new ZipType();
  try {
    for await (const { names, isEncrypted } of readZip(content, budget)) {
      for (const name of names) {
        // Gmail refuses archives behind a password: nobody can look into them.
        if (isBlockedInArchive(name) || (isEncrypted && isArchiveName(name))) return undefined;
        found.add(name);
      }
    }
  } catch {
    return undefined;
  }
  return NAMED_IN_ZIP.exec(start)?.[1] ?? found.type;
}

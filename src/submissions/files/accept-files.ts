import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../contract/service-error.ts';
import type { UploadedFile } from './file-content.ts';
import { isBlockedContent, isBlockedName, isScript } from './blocked-files.ts';
import { cleanFileName, tellApart } from './clean-file-name.ts';
import { activeTypeOf, startOf, typeOf, UNKNOWN_TYPE } from './file-type.ts';
import type { ZipBudget } from './read-zip.ts';
import { endsAsZip, isZip, newZipBudget, typeOfZip } from './zip-archive.ts';

/** Types that run scripts where a mail program shows them: they are attached as unknown ones. */
const ACTIVE: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml', 'application/xml']);

/** True if a form takes a type. SVG can hold scripts, so that it has to be named. */
export const takesType = (allowed: readonly string[], type: string): boolean =>
  allowed.some(
    (one) =>
      one === type ||
      one === '*/*' ||
      (one.endsWith('/*') && !ACTIVE.has(type) && type.startsWith(one.slice(0, -1))),
  );

/** The endings of names that are made here. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', '.pdf'],
  ['application/zip', '.zip'],
  ['application/rtf', '.rtf'],
  ['application/msword', '.doc'],
  ['application/json', '.json'],
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/heic', '.heic'],
  ['image/avif', '.avif'],
  ['image/tiff', '.tiff'],
  ['image/svg+xml', '.svg'],
  ['audio/mpeg', '.mp3'],
  ['audio/wav', '.wav'],
  ['audio/mp4', '.m4a'],
  ['audio/ogg', '.ogg'],
  ['video/mp4', '.mp4'],
  ['video/webm', '.webm'],
  ['video/quicktime', '.mov'],
  ['text/plain', '.txt'],
  ['text/csv', '.csv'],
  ['text/html', '.html'],
]);

/** The type of a file as its bytes are; undefined for what mail providers block. */
async function inspect(
  file: UploadedFile,
  name: string,
  budget: ZipBudget,
): Promise<string | undefined> {
  const start = startOf(file);
  if (isBlockedName(name) || isBlockedContent(file, start) || isScript(start)) return undefined;
  const beginsAsZip = isZip(start);
  // One program opens it as what it begins as, another one as an archive.
  if (!beginsAsZip && endsAsZip(file)) return undefined;
  const type = beginsAsZip ? await typeOfZip(file, start, budget) : await typeOf(file, name, start);
  return type === undefined ? undefined : (activeTypeOf(name) ?? type);
}

/**
 * The files for the mail: clean, distinct names, and types that their bytes support. Throws
 * `file_type_refused` for files that mail providers block or the form's `types` exclude.
 */
export async function acceptFiles(
  files: readonly UploadedFile[],
  types: readonly string[] | undefined,
): Promise<UploadedFile[]> {
  const budget = newZipBudget();
  const accepted: UploadedFile[] = [];
  for (const file of files) {
    // Each is bounded; many of them are not to hold up other requests.
    if (accepted.length > 0) await nextTurn();
    const name = cleanFileName(file.name);
    const type = await inspect(file, name, budget);
    const details = { allowed: [...(types ?? ['*/*'])] };
    if (type === undefined)
      throw new ServiceError('file_type_refused', details, { variant: 'blocked_file' });
    if (types && !takesType(types, type)) {
      const wording = file.size === 0 ? ({ variant: 'empty_file' } as const) : undefined;
      throw new ServiceError('file_type_refused', details, wording);
    }
    accepted.push({
      ...file,
      name: name || `file${ENDINGS.get(type) ?? ''}`,
      type: ACTIVE.has(type) ? UNKNOWN_TYPE : type,
    });
  }
  const names = tellApart(accepted.map(({ name }) => name));
  return accepted.map((file, at) => ({ ...file, name: names[at] ?? '' }));
}

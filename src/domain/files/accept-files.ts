import { ServiceError } from '../../contract/service-error.ts';
import type { UploadedFile } from '../submissions/uploaded-file.ts';
import { isBlockedContent, isBlockedName, isScript } from './blocked-files.ts';
import { cleanFileName, tellApart } from './clean-file-name.ts';
import { startOf, typeOf, UNKNOWN_TYPE } from './file-type.ts';
import { isTwoFiles, lookInside } from './look-inside.ts';
import { newRoom, type Room } from './unpack.ts';

/** Types that run scripts where a mail program shows them: they are attached as unknown ones. */
const ACTIVE: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml', 'application/xml']);

/** Whether a form takes a type. SVG can hold scripts, so that it has to be named. */
const takes = (allowed: readonly string[], type: string): boolean =>
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

/** One file as its bytes are; undefined for what mail providers block. */
function inspect(file: UploadedFile, room: Room): { name: string; type: string } | undefined {
  const cleaned = cleanFileName(file.name);
  const start = startOf(file);
  if (isBlockedName(cleaned) || isBlockedContent(file, start) || isScript(start)) return undefined;
  const names = lookInside(file, start, room);
  if (!names) return undefined;
  const type = typeOf(file, cleaned, { start, names });
  if (isTwoFiles(file, start, type)) return undefined;
  return { name: cleaned || `file${ENDINGS.get(type) ?? ''}`, type };
}

/**
 * The files as the mail has them: with clean names that differ, and types that their bytes support. Throws
 * `file_type_refused` for one that mail providers block, or that is none of `types`, those of the form.
 */
export function acceptFiles(
  files: readonly UploadedFile[],
  types: readonly string[] | undefined,
): UploadedFile[] {
  const room = newRoom();
  const inspected = files.map((file) => {
    const found = inspect(file, room);
    const details = { allowed: [...(types ?? ['*/*'])] };
    if (!found) throw new ServiceError('file_type_refused', details, { variant: 'blocked_file' });
    if (types && !takes(types, found.type)) throw new ServiceError('file_type_refused', details);
    return found;
  });
  const names = tellApart(inspected.map(({ name }) => name));
  return files.map((file, at) => {
    const type = inspected[at]?.type ?? UNKNOWN_TYPE;
    return { ...file, name: names[at] ?? '', type: ACTIVE.has(type) ? UNKNOWN_TYPE : type };
  });
}

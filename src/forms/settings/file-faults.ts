import type { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { below, type Fault } from './schema-faults.ts';

type FileSettings = NonNullable<FormSettings['files']>;

/** `type/subtype` or all of a type (RFC 6838, 4.2). */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/i;

/** Where files can go. */
interface FilePlace {
  /** MAX_FILE_BYTES; 0 for no files. */
  maxFileBytes: number;
  /** The form has an inbox that it sends mail to. */
  sendsMail: boolean;
}

/** Faults of the setting `files` that its schema cannot say. */
export function* faultsOfFiles(
  { max_bytes = 0, types = [] }: FileSettings,
  path: string,
  { maxFileBytes, sendsMail }: FilePlace,
): Generator<Fault> {
  if (maxFileBytes === 0) {
    yield { path, message: 'This deployment takes no files: its operator has switched them off.' };
    return;
  }
  if (!sendsMail) {
    yield { path, message: 'Files go out with the mail, and this form sends none.' };
  }
  if (max_bytes > maxFileBytes) {
    const message = `It must be at most ${maxFileBytes}: the operator allows no more.`;
    yield { path: below(path, 'max_bytes'), message };
  }
  for (const [at, type] of types.entries()) {
    if (MEDIA_TYPE.test(type)) continue;
    const message = 'It must be a media type like application/pdf, or all of a kind like image/*.';
    yield { path: below(below(path, 'types'), at), message };
  }
}

/** Its members in the order of the schema, types in lower case and once. */
export const normaliseFiles = ({ max_count, max_bytes, types }: FileSettings): FileSettings => ({
  ...(max_count !== undefined && { max_count }),
  ...(max_bytes !== undefined && { max_bytes }),
  ...(types && { types: [...new Set(types.map((type) => type.toLowerCase()))] }),
});

/** How many, their bytes where the form says so, and their types: lines that `describeChange` puts into words. */
export const describeFiles = ({
  max_count = LIMITS.usualFiles,
  max_bytes,
  types = [],
}: FileSettings): string[] => [String(max_count), String(max_bytes ?? ''), ...types];

/** Whether every file of the type is of one of the types. */
const covers = (types: readonly string[], type: string): boolean =>
  types.includes(type) || types.includes(type.replace(/\/.*/, '/*'));

/** Whether it lets in what it did not before: more files, larger ones, or others. Less holds at once. */
export function letsMoreIn(before: FileSettings | undefined, after?: FileSettings): boolean {
  if (!before || !after) return after !== undefined;
  const count = ({ max_count = LIMITS.usualFiles }: FileSettings) => max_count;
  const bytes = ({ max_bytes = Infinity }: FileSettings) => max_bytes;
  if (count(after) > count(before) || bytes(after) > bytes(before)) return true;
  const { types: known } = before;
  return known !== undefined && !(after.types?.every((type) => covers(known, type)) ?? false);
}

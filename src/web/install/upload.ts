import type { FormField, FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { takesSeveral, typeOf } from '../../submissions/fields/declared-field.ts';

/** What the files of a submission may be. */
export interface Upload {
  maxCount: number;
  /** Of all files together. */
  maxBytes: number;
  /** Media types; empty for any. */
  types: readonly string[];
}

/** What a form with these settings takes; undefined if it asks for no files. */
export function uploadOf(
  { fields = [], files = {} }: FormSettings,
  maxFileBytes: number,
): Upload | undefined {
  if (fields.every((field) => typeOf(field) !== 'file')) return undefined;
  const { max_count: maxCount = LIMITS.usualFiles, max_bytes: maxBytes = maxFileBytes } = files;
  return { maxCount, maxBytes: Math.min(maxBytes, maxFileBytes), types: files.types ?? [] };
}

/** Bytes as people say them, rounded down. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} KB` : `${Math.floor(bytes / 100_000) / 10} MB`;

/** The note at a field before anything is chosen. */
export function explainUpload({ maxCount, maxBytes }: Upload, field: FormField): string {
  const size = sizeOf(maxBytes);
  return takesSeveral(field) && maxCount > 1
    ? `(up to ${maxCount} files, ${size} together)`
    : `(up to ${size})`;
}

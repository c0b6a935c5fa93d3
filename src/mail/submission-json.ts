import type { FieldValues, MailedFile, MailedSubmission } from './mail-facts.ts';

/** Fields as a flat object; a repeated key is a list. */
export function fieldsToObject(fields: FieldValues): Record<string, string | readonly string[]> {
  const entries = Array.from(fields, ([name, values]): [string, string | readonly string[]] => [
    name,
    values.length === 1 ? (values[0] ?? '') : values,
  ]);
  return Object.fromEntries(entries);
}

/** What programs get of a file: never its bytes. */
export const toFileSummary = ({ name, size, type, sha256 }: MailedFile) => ({
  name,
  size,
  type,
  sha256,
});

/** The member of submission.json with the files; the others are the fields. */
export const FILES_MEMBER = '_files';

/** The fields for programs, and what the attached files are. */
export function writeJson({ fields, files }: Pick<MailedSubmission, 'fields' | 'files'>): string {
  const listed = files && { [FILES_MEMBER]: files.map(toFileSummary) };
  return JSON.stringify({ ...fieldsToObject(fields), ...listed }, undefined, 2);
}

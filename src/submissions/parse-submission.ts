import type { Fields } from './fields.ts';
import { readReservedFields } from './reserved-fields.ts';
import type { Submission } from './submission.ts';

/** Reads the reserved fields of a submission and leaves the rest to be shown. */
export function parseSubmission(fields: Fields): Submission {
  const { requests, consumed } = readReservedFields(fields);
  const shown = Array.from(fields).filter(([name]) => !consumed.has(name));
  return { ...requests, fields: new Map(shown) };
}

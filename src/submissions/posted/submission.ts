import type { Suspicion } from '../../contract/enums.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { isControlName, isTrap, type ReservedEffect } from '../fields/field-names.ts';
import { describeFields, type FieldEffect } from './describe-fields.ts';
import { isFilled, valuesIn, type Fields } from '../fields/given-fields.ts';
import { contentOf, isOdd } from '../suspicion/reasons.ts';
import { readReservedFields, type Requests, type Sender } from './reserved-fields.ts';
import { looksLikeAutofill } from './traps.ts';
import type { UploadedFile } from '../files/uploaded-file.ts';

/** Who probably filled a spam trap: a program, or a visitor's browser. */
export type TrapKind = 'bot' | 'autofill';

/** One submission, parsed once; it only exists in memory, until its delivery ends. */
export interface Submission extends Omit<Requests, 'dryRun'> {
  /** Every field as it was posted. */
  given: Fields;
  /** The fields that the mail shows. */
  fields: Fields;
  /** Its files in their order; absent if it has none. */
  files?: readonly UploadedFile[];
  replyTo: EmailAddress | undefined;
  /** Who filled a spam trap of the contract, if one is filled. */
  trapped: TrapKind | false;
  /** Why the mail is marked, once it was judged; it is still delivered. */
  suspicions?: readonly Suspicion[];
  /** The origin of the website that sent it, as its browser says. */
  site?: string;
  /** A test by a page of this service or who holds the form, which is no sign of spam; others are submissions. */
  isOwnTest?: true;
  /** The effect of each field, if the submission asks for a dry run. */
  dryRun?: readonly FieldEffect[];
}

/** Whether nothing was filled in: no shown field, no file, and no subject that a visitor can type. */
export function isEmpty({
  fields,
  subjectTyped,
  files = [],
}: Pick<Submission, 'fields' | 'subjectTyped' | 'files'>) {
  if (subjectTyped || files.length > 0) return false;
  return Array.from(fields.values()).every((values) => !values.some(isFilled));
}

/** A reserved field that took effect is not repeated, unless it is the visitor's own address. */
const isSpent = (effect: ReservedEffect | undefined) =>
  effect !== undefined && effect !== 'reply_to';

/** Reads the reserved fields of a submission and leaves the rest to be shown. */
export function parseSubmission(
  given: Fields,
  sender: Sender & { files?: readonly UploadedFile[] | undefined } = {},
): Submission {
  const { requests, effects } = readReservedFields(given, sender);
  const { site, files = [] } = sender;
  const { dryRun, ...asked } = requests;
  const shown: Fields = new Map(
    Array.from(given).filter(([name]) => !isControlName(name) && !isSpent(effects.get(name))),
  );
  const inTraps = valuesIn(given, isTrap);
  const judgeTrap = (): TrapKind => {
    const suspicious = isOdd(contentOf({ ...asked, given, fields: shown }));
    const parsed = { given, shown, suspicious };
    return looksLikeAutofill(inTraps, parsed) ? 'autofill' : 'bot';
  };
  const fileInTrap = files.some(({ field }) => isTrap(field));
  return {
    ...asked,
    given,
    fields: shown,
    ...(files.length > 0 && { files }),
    trapped: fileInTrap ? 'bot' : inTraps.length > 0 && judgeTrap(),
    ...(site !== undefined && { site }),
    ...(dryRun && { dryRun: describeFields(given, effects) }),
  };
}

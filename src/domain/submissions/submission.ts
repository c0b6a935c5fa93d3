import type { EmailAddress } from '../inboxes/email-address.ts';
import type { FieldEffect } from './describe-fields.ts';
import { isFilled, type Fields } from './fields.ts';
import type { Requests } from './reserved-fields.ts';
import type { Suspicion } from './suspicion.ts';

/** Who filled a spam trap, as far as one can tell: a program, or a visitor's own browser. */
export type TrapKind = 'bot' | 'autofill';

/** One submission, parsed once; it lives in memory until its delivery ends, and nowhere else. */
export interface Submission extends Omit<Requests, 'dryRun'> {
  /** What the mail shows. */
  fields: Fields;
  replyTo: EmailAddress | undefined;
  /** Who filled a spam trap of the contract, where one is filled. */
  trapped: TrapKind | false;
  /** Why the mail is marked; it is delivered all the same. */
  suspicions?: readonly Suspicion[];
  /** What each field does, where the submission asks for a dry run. */
  dryRun?: readonly FieldEffect[];
}

/** Whether nothing in it was filled in: no shown field, and no subject that a visitor may type. */
export function isEmpty({ fields, subjectTyped }: Pick<Submission, 'fields' | 'subjectTyped'>) {
  if (subjectTyped) return false;
  return Array.from(fields.values()).every((values) => !values.some(isFilled));
}

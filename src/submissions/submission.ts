import type { EmailAddress } from '../inboxes/email-address.ts';
import type { Fields } from './fields.ts';

/** One submission, parsed once; it lives in memory until its delivery ends, and nowhere else. */
export interface Submission {
  /** What the mail shows. */
  fields: Fields;
  replyTo: EmailAddress | undefined;
  subject?: string;
  /** Attach the fields as submission.json. */
  attachJson: boolean;
  redirect?: URL | 'invalid';
  /** A test submission and what it wants echoed. */
  test?: { echo: string | null };
  /** A spam trap is filled. */
  trapped: boolean;
}

/** Whether no shown field has content. */
export function isEmpty({ fields }: Submission): boolean {
  return Array.from(fields.values()).every((values) =>
    values.every((value) => value.trim() === ''),
  );
}

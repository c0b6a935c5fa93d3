import type { FormSettings } from '../contract/form-settings.ts';
import { FILES_MEMBER } from '../contract/names.ts';
import type { OutsideChannelName } from '../contract/channels.ts';
import type { LanguageId, Suspicion } from '../contract/enums.ts';
import type { AttachedFile } from './long-message.ts';

/** The part of a form that mails use. */
export interface MailForm {
  formId: string;
  alias: string;
  /** Of its inbox. */
  address: string;
  settings: FormSettings;
  /** Of the page or the request that made the form. */
  language: LanguageId;
  /** Set while its owner has not approved it. */
  unapprovedSince?: number | undefined;
  /** The last report that mail came back, until the inbox was shown to get mail; milliseconds. */
  bounced?: { kind: 'bounce' | 'complaint'; at: number; healedAt?: number } | undefined;
}

/** A destination besides or instead of the inbox that the inbox's owner must agree to. */
export interface Disclosure {
  channel: OutsideChannelName;
  /** Nothing is mailed to the inbox. */
  insteadOfMail: boolean;
  /** A host or the like, shown on its own line, so that no long address hides it. */
  place: string;
  /** The complete destination. */
  address: string;
}

/** Values by the names of their fields. */
export type FieldValues = ReadonlyMap<string, readonly string[]>;

/** A file of a submission. */
export interface MailedFile extends AttachedFile {
  /** SHA-256 of its bytes, in hex. */
  sha256: string;
}

/** Why replies reach nobody although an address is shown: there are several, or it is not used. */
export type NoReply = 'several' | 'unused';

/** Whom a reply reaches, or why nobody. */
export type Replies = NoReply | 'visitor' | 'nobody';

/** A submission as mails and messages of chats show it. */
export interface MailedSubmission {
  /** Those that are shown. */
  fields: FieldValues;
  /** The subject that its page asks for. */
  subject?: string;
  replyTo: string | undefined;
  /** Why there is none, if addresses are shown. */
  noReply?: NoReply;
  /** Attach the fields as submission.json. */
  attachJson: boolean;
  test?: { echo: string | null };
  /** A test that nobody could report as spam. */
  isOwnTest?: true;
  /** It says that an AI agent filled it in. */
  byAgent?: true;
  /** Why it is marked. */
  suspicions?: readonly Suspicion[];
  /** The origin of the website that sent it. */
  site?: string;
  files?: readonly MailedFile[];
}

/** Fields as a flat object; a repeated key is a list. */
export function fieldsToObject(fields: FieldValues): Record<string, string | readonly string[]> {
  const entries = Array.from(fields, ([name, values]): [string, string | readonly string[]] => [
    name,
    values.length === 1 ? (values[0] ?? '') : values,
  ]);
  return Object.fromEntries(entries);
}

/** A file for programs: never its bytes. */
export const toFileSummary = ({ name, size, type, sha256 }: MailedFile) => ({
  name,
  size,
  type,
  sha256,
});

/** The fields for programs, and what the attached files are. */
export function writeJson({ fields, files }: Pick<MailedSubmission, 'fields' | 'files'>): string {
  const listed = files && { [FILES_MEMBER]: files.map(toFileSummary) };
  return JSON.stringify({ ...fieldsToObject(fields), ...listed }, undefined, 2);
}

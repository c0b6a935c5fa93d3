import type { ChallengePolicy, FormSettings } from '../contract/form-settings.ts';
import type { OutsideChannelName } from '../contract/channels.ts';
import type { LanguageId, Suspicion } from '../contract/enums.ts';
import type { Change } from '../catalogs/describe-change.ts';
import type { AttachedFile } from './long-message.ts';

/** Who runs the service, and where to reach them: a mail address or an https URL. */
export interface Operator {
  operator: string;
  contact: string | undefined;
}

/** A form, as far as its mails tell of it. */
export interface MailForm {
  formId: string;
  alias: string;
  /** Of its inbox. */
  address: string;
  settings: FormSettings;
  /** Of the page or the request that made the form. */
  language: LanguageId;
}

/** The language of mails to the owner of the inbox. */
export const mailLanguageOf = ({ settings, language }: Pick<MailForm, 'settings' | 'language'>) =>
  settings.language ?? language;

/** A destination besides the inbox, or instead of it, that the owner of the inbox has to agree to. */
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

/** What mails and messages of chats say of a submission. */
export interface MailedSubmission {
  /** Those that are shown. */
  fields: FieldValues;
  /** The subject that its page asks for. */
  subject?: string;
  replyTo: string | undefined;
  /** Attach the fields as submission.json. */
  attachJson: boolean;
  test?: { echo: string | null };
  /** A test that nobody could report as spam. */
  isOwnTest?: true;
  /** Why it is marked. */
  suspicions?: readonly Suspicion[];
  /** The origin of the website that sent it. */
  site?: string;
  files?: readonly MailedFile[];
}

/** The facts that the mails of each kind need. */
export interface MailFacts {
  /** Asks an inbox for its consent. */
  confirm: {
    endpoint: string;
    disclosed: readonly Disclosure[];
    link: string;
    refuseLink: string;
  };
  /** Asks an inbox whether it wants copies of a form's messages; `route` has its address. */
  copy_ask: { link: string };
  /** Asks it whether to end them, because a link that others may have was pressed. */
  copy_stop: { stopLink: string };
  /** Asks the owner whether another inbox may get the form. */
  hand_over_ask: { to: string; link: string };
  /** Asks that inbox; `route` has its address. */
  hand_over_offer: { link: string };
  /** Says that it has the form; to the former owner, whose address `route` has, and to the new one. */
  handed_over: { inboxLink: string };
  taken_over: { inboxLink: string };
  /** Tells a confirmed inbox about another form, which is active at once. */
  new_form: {
    endpoint: string;
    disclosed: readonly Disclosure[];
    approveLink: string;
    /** What all unapproved forms of the inbox may deliver together, of how many a month. */
    share: { deliveries: number; limit: number } | undefined;
  };
  /** Tells an inbox about a new form that waits, because its owner has recently stopped another one. */
  held_form: { disclosed: readonly Disclosure[]; startLink: string };
  /** Tells an inbox how much of its month is used. */
  quota: {
    /** Percent of the month that was reached; 100 means that nothing is left. */
    level: number;
    used: number;
    limit: number;
    /** When the month ends. */
    resetsAt: Date;
    /** Submissions dropped by a spam trap that a browser's autofill may have filled. */
    autofillTraps: number;
  };
  /** Asks whether to stop a form, because a link that others may have was pressed. */
  ask_stop: { stopLink: string };
  /** Says that a form was stopped, with a link to start it again. */
  stopped: { restartLink: string; spam: boolean };
  /** Contains the link that starts a stopped form again. */
  restart: { restartLink: string };
  /** Says that a form was limited to one website by the link in the mail of a submission. */
  limited: { site: string; inboxLink: string };
  /** Says that a form asks for challenges by the link "This was spam". */
  guarded: { before: ChallengePolicy; challenge: ChallengePolicy; inboxLink: string };
  /** Says that a form marks less by the link "This was not spam". */
  relaxed: { reasons: readonly Suspicion[]; undoLink: string };
  /** Says that a place of the form no longer exists and gets nothing. */
  target_off: { disclosed: readonly Disclosure[]; status: number; inboxLink: string };
  /** Says that far more comes to a form than people send, with what was done about it today. */
  attack: {
    /** Never sent for `always`. */
    challenge: ChallengePolicy;
    counts: { delivered: number; challenged: number; refused: number; trapped: number };
    /** How many of the delivered ones were marked, as far as this node knows. */
    marked: number;
    link: string;
  };
  /** Says that a form usually delivers and has fallen silent. */
  silence: {
    /** The date of the last delivery, and how many whole days are without one since then. */
    last: string;
    silent: number;
    /** On how many of how many days before something was delivered. */
    active: number;
    of: number;
    /** The submissions since then, by outcome. */
    refused: { challenged: number; refused: number; trapped: number };
    endpoint: string;
    hasOrigins: boolean;
    challenge: ChallengePolicy;
    inboxLink: string;
    quietLink: string;
  };
  /** Asks the owner to accept a change of the settings. */
  proposal: { changes: readonly Change[]; link: string };
  /** Contains the link that lets its reader manage the forms of the inbox; not about a form. */
  inbox: { link: string };
}

export type MailKind = keyof MailFacts;

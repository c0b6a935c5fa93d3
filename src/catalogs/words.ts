import type { ErrorCode } from '../contract/error-codes.ts';
import type { ErrorVariant } from '../contract/error-codes.ts';
import type { FormField } from '../contract/form-fields.ts';
import type { FormSettings, SettingName } from '../contract/form-settings.ts';
import type { TargetType } from '../contract/form-targets.ts';
import type { OPERATIONS } from '../contract/operations.ts';
import type {
  CopyStatus,
  FieldFaultCode,
  LanguageId,
  OutsideChannelName,
  Suspicion,
} from '../contract/enums.ts';

type Operations = typeof OPERATIONS;

/** What a visitor can do about a fault of a field, where one code has several sentences. */
interface FaultSentences {
  valueMissing: 'text' | 'choice' | 'tick' | 'ticks' | 'file';
  typeMismatch: 'email' | 'emails' | 'url';
  rangeUnderflow: 'number' | 'moment' | 'time';
  rangeOverflow: 'number' | 'moment' | 'time';
  stepMismatch: 'number' | 'moment';
  badInput:
    'number' | 'date' | 'time' | 'moment' | 'option' | 'single' | 'file' | 'noFile' | 'singleFile';
}

/**
 * A sentence for each fault of a field. Placeholders: `{minlength}`, `{maxlength}`, `{min}`, `{max}`, `{step}`, and
 * `{base}`, from which steps are counted.
 */
export type FieldWords = {
  [Code in FieldFaultCode]: Code extends keyof FaultSentences
    ? Record<FaultSentences[Code], string>
    : string;
};

/** Codes that the operations with pages for this reader declare. */
type CodesOf<Reader> = {
  [Id in keyof Operations]: Operations[Id] extends {
    pages: Reader;
    errors: readonly (infer Code)[];
  }
    ? Code
    : never;
}[keyof Operations];

/** For a visitor of a website who has just sent its form. */
type VisitorCode = Extract<CodesOf<'visitor'>, ErrorCode>;

/** For the owner of an inbox, who follows a link in an email. Any answer may be internal_error. */
type OwnerCode = Extract<CodesOf<'owner'>, ErrorCode> | 'internal_error';

/** What a reader can do after an error. */
export type Hint =
  | 'back'
  | 'backAndRetry'
  | 'tellOwner'
  | 'unchanged'
  | 'wholeLink'
  | 'openAgainLater'
  | 'closePage';

export interface Wording {
  title: string;
  /** `{field}` is the form's field that is at fault. */
  message: string;
}

/** A page with a question and a button. */
export interface Question {
  title: string;
  explanation: string;
  button: string;
}

/** A mail to the owner of an inbox: what it is about, and why its reader gets it. */
interface Mail {
  subject: string;
  /** A clause for the words of `sentBy`. */
  why: string;
}

/** A mail with a link that does what it asks. */
interface AskingMail extends Mail {
  explanation: string;
  button: string;
}

/** The words around a submission. */
interface SubmissionWords {
  /** Above the name of the form. */
  heading: { real: string; test: string };
  /** A subject, for forms whose visitors give no name. */
  subject(form: string): string;
  /** The display name of the sender. */
  via(name: string, form: string): string;
  /** Why the inbox gets it: a clause for the words of `sentBy`. */
  why(form: string): string;
  /** Where a reply goes; follows who sent the mail and why. */
  replies: { visitor: string; nobody: string };
  /** From which website it came, by its host; and the link that limits the form to it. */
  sentFrom(host: string): string;
  onlyFrom: string;
  /** Of a copy: why its inbox gets it, and the link that ends its copies. */
  whyCopy(form: string): string;
  stopCopy: string;
  /** The links by which an owner judges a submission. */
  wasSpam: string;
  notSpam: string;
  /** Above the fields of a submission that is marked. */
  marked(reasons: string): string;
  both(one: string, other: string): string;
  /** Clauses, one for each reason to mark a submission. */
  reasons: Record<Suspicion, string>;
}

/** The words of mails to owners, by kind. */
interface MailWords {
  /** A label with its separator. */
  label(text: string): string;
  /** Who sends a mail, and why its reader gets it. */
  sentBy(operator: string, why: string, formId?: string): string;
  /** The way out at the end of a mail. */
  stopForm: string;
  /** The link to the page `/inbox`, at the end of each mail to an owner. */
  inboxPage: string;
  /** Around an automatic answer to a visitor. */
  answer: {
    /** The subject where the owner's own one cannot be used. */
    subject(form: string): string;
    /** A clause for the words of `sentBy`. */
    why(form: string): string;
    replies: string;
    stop: string;
  };
  /** Parts of the subjects, one in each; the subjects of submissions must not contain them. */
  telling: readonly string[];
  /** Outside of an encrypted submission. */
  encrypted: {
    /** Before the command that decrypts the attachment. */
    age(form: string): string;
  };
  submission: SubmissionWords;
  confirm: Omit<AskingMail, 'subject'> & {
    title: string;
    subject(operator: string): string;
    /** In the text part, above the link. */
    instruction: string;
    lifetime: string;
    /** In the HTML part, below the button. */
    opens: string;
    ignore: string;
    refuse: string;
    notStored: string;
  };
  /** Asks an inbox whether it wants copies. */
  copy_ask: Omit<AskingMail, 'subject'> & {
    title: string;
    subject(operator: string): string;
    lifetime: string;
    ignore: string;
    refuse: string;
  };
  /** Asks it whether to end them. */
  copy_stop: AskingMail;
  /** Asks the owner whether to hand the form over; `to` labels the inbox that would get it. */
  hand_over_ask: AskingMail & { to: string };
  /** Asks the other inbox. */
  hand_over_offer: MailWords['copy_ask'];
  /** To the former owner, and to the new one. */
  handed_over: Omit<AskingMail, 'button'>;
  taken_over: Omit<AskingMail, 'button'>;
  new_form: AskingMail & {
    approve: string;
    approveUntil(deliveries: number, limit: number): string;
    decline: string;
  };
  held_form: AskingMail;
  quota: {
    why: string;
    reached: { subject: string; explanation: string };
    used: { subject(percent: number): string; explanation: string };
    use: { label: string; value(used: number, limit: number): string };
    resets: string;
    /** Who can raise the limit; where the operator can be reached follows. */
    raise(operator: string): string;
    autofill: { label: string; explanation: string };
  };
  ask_stop: AskingMail;
  stopped: AskingMail & { reported: string; mistake: string };
  restart: AskingMail;
  proposal: AskingMail;
  limited: Omit<AskingMail, 'button'>;
  /** The form asks for challenges, or marks less, by the links of a submission's mail. */
  guarded: Omit<AskingMail, 'button'>;
  relaxed: AskingMail;
  /** A place of the form no longer exists. */
  target_off: Omit<AskingMail, 'button' | 'explanation'> & {
    explanation(status: number): string;
    place: string;
  };
  attack: AskingMail & {
    /** Where the form asks nobody for a calculation. */
    unguarded: string;
    /** Of when the numbers are; they follow. */
    numbers: string;
    labels: Record<'challenged' | 'refused' | 'trapped' | 'marked' | 'delivered', string>;
    once: string;
  };
  silence: Omit<AskingMail, 'button'> & {
    usual: { label: string; value(active: number, of: number): string };
    since: { label: string; value(date: string, days: number): string };
    /** Above what may be wrong. */
    check: string;
    checks: { page: string; origins: string; challenge: string };
    /** Above the numbers of what was refused. */
    refused: string;
    once: string;
    /** The link that ends such notices. */
    quiet: string;
  };
  inbox: AskingMail & { lifetime: string; ignore: string };
}

/** A text with the placeholder `{Name}`. */
type With<Name extends string> = `${string}{${Name}}${string}`;

/** Codes of the API that the pages of the browser have words for. */
type PageCode = Extract<
  ErrorCode,
  | 'invalid_email'
  | 'invalid_alias'
  | 'rate_limited'
  | 'verified_destination_capacity'
  | 'route_not_found'
  | 'inbox_not_verified'
  | 'submission_empty'
  | 'submission_too_large'
  | 'submission_invalid'
  | 'challenge_required'
  | 'file_too_large'
  | 'too_many_files'
  | 'file_type_refused'
  | 'file_infected'
  | 'file_uploads_unsupported'
  | 'monthly_allowance_exhausted'
  | 'delivery_failed'
  | 'config_incomplete'
  | 'internal_error'
  | 'session_invalid'
  | 'settings_invalid'
  | 'settings_changed'
>;

/** Fields that people often ask for, by their purpose or by how they are filled in. */
export type FieldKind =
  | 'name'
  | 'email'
  | 'phone'
  | 'company'
  | 'message'
  | 'text'
  | 'choice'
  | 'several'
  | 'consent'
  | 'number'
  | 'date'
  | 'link'
  | 'file';

/** The words of the composer, in which people put the fields of a form together. */
interface ComposerWords {
  begin: string;
  add: string;
  /** What people add; labels of new fields too, where their purpose is known. */
  kinds: Record<FieldKind, string>;
  /** The label of a box for consent. */
  consent: string;
  option: With<'number'>;
  full: With<'limit'>;
  up: string;
  down: string;
  remove: string;
  undo: string;
  /** Announced to screen readers. */
  moved: With<'field'> & With<'place'> & With<'total'>;
  removed: With<'field'>;
  restored: With<'field'>;
  /** Beside a field with faults. */
  faulty: string;
  types: Record<NonNullable<FormField['type']>, string>;
  members: Record<'label' | 'type' | 'name' | 'required' | 'options' | 'multiple', string>;
  hints: Record<'name' | 'options' | 'oneBox' | 'pattern' | 'autocomplete', string>;
  moreTitle: string;
  more: Record<
    Exclude<keyof FormField, 'label' | 'type' | 'name' | 'required' | 'options' | 'multiple'>,
    string
  >;
  preview: string;
  nothingSent: string;
  /** On the form: the first choice of a list, and the button. */
  choose: string;
  send: string;
}

/**
 * The words that all pages with a script share, in one language. They and the words of each page are sent
 * to the browser as JSON, with placeholders in braces.
 */
export interface BrowserWords {
  languages: string;
  code: {
    framework: string;
    loading: string;
    shown: With<'framework'>;
    notes: string;
  };
  /** The link to the mailbox at /preview. */
  preview: string;
  copy: string;
  copied: string;
  copyFailed: string;
  /** `duration` is a number with its unit. */
  retryAfter: With<'duration'>;
  errorCode: string;
  errors: Record<PageCode | 'unreachable' | 'other', string>;
  fault: {
    line: string;
    /** Introduces a fault in English. */
    notAccepted: string;
  };
  composer: ComposerWords;
}

/** The words of /start. */
export interface StartWords {
  title: string;
  lead: string;
  noScript: string;
  steps: { create: string; confirm: string; code: string; test: string };
  /** Follows the title of a step that is done. */
  stepDone: string;
  create: {
    email: string;
    emailHint: string;
    alias: string;
    aliasHint: string;
    aliasExample: string;
    button: string;
    busy: string;
    done: string;
    endpoint: string;
    token: string;
    tokenHint: string;
  };
  /** The part that is closed at first. */
  options: {
    title: string;
    fields: string;
    fieldsHint: string;
    challenge: string;
    challengeHint: string;
  };
  confirm: {
    look: With<'email'>;
    until: With<'time'>;
    waiting: string;
    again: string;
    busy: string;
    sent: string;
    done: string;
  };
  test: {
    explanation: string;
    message: string;
    example: string;
    button: string;
    busy: string;
    /** While the browser solves a challenge. */
    solving: string;
    delivered: string;
    used: With<'used'> & With<'limit'>;
    /** The link to /inbox. */
    inbox: string;
  };
}

type Value<Name extends SettingName> = NonNullable<FormSettings[Name]>;

/** What /inbox says of a setting beside its name, and of the values or members that it has. */
type SettingHelp<Name extends SettingName> = { hint: string } & (Value<Name> extends string
  ? string extends Value<Name>
    ? object
    : Name extends 'language'
      ? object
      : { options: Record<Value<Name>, string> }
  : object) &
  (Value<Name> extends readonly unknown[]
    ? object
    : Value<Name> extends object
      ? { members: Record<keyof Value<Name> & string, string> }
      : object);

/** The words of /inbox. */
interface InboxWords {
  title: string;
  lead: string;
  noScript: string;
  signIn: {
    title: string;
    email: string;
    hint: string;
    button: string;
    busy: string;
    sent: string;
    look: With<'email'>;
    nothing: string;
    /** How many links an hour are sent. */
    often: string;
    again: string;
    /** The session is over. */
    over: string;
    overHint: string;
    /** The link of the mail was opened. */
    openTitle: string;
    openHint: string;
    open: With<'email'>;
    openBusy: string;
    opened: string;
  };
  states: { active: string; waiting: string; paused: string };
  list: {
    title: With<'email'>;
    used: With<'used'> & With<'limit'>;
    resets: With<'date'>;
    counts: With<'delivered'> & With<'failed'> & With<'refused'>;
    none: string;
    create: string;
    leave: string;
    leaveAll: string;
    confirmNew: string;
    confirmNewHint: string;
    saved: string;
  };
  counts: {
    delivered: string;
    failed: string;
    refused: string;
    day: With<'delivered'> & With<'failed'> & With<'refused'>;
    trap: string;
    date: string;
    today: string;
    table: string;
  };
  view: {
    back: string;
    counts: string;
    settings: string;
    code: string;
    endpoint: string;
    test: string;
    manage: string;
  };
  editor: {
    /** The default of a setting with a list of values. */
    unset: string;
    save: string;
    saving: string;
    saved: string;
    proposed: string;
    take: string;
  };
  settings: { [Name in SettingName]: SettingHelp<Name> };
  /** Mail to the inbox did not arrive, or arrives again. */
  health: {
    bounced: With<'since'>;
    complaint: With<'since'>;
    healed: With<'since'> & With<'until'>;
  };
  /** What the editors of some settings say beside their labels. */
  editors: {
    files: {
      allow: string;
      none: string;
      /** What holds where nothing is entered. */
      count: With<'count'>;
      size: With<'size'>;
      anyType: string;
      images: string;
      office: string;
      text: string;
      others: string;
      othersHint: string;
    };
    copies: {
      address: With<'number'>;
      add: string;
      /** How an inbox stands. */
      states: Record<CopyStatus, string>;
      again: string;
      askedAgain: string;
    };
    targets: {
      add: string;
      /** How to get what a target needs. */
      how: Record<TargetType, string>;
      bot: string;
      access: string;
      chat: string;
      chatHint: string;
      off: string;
      secret: string;
      secretOnce: string;
      rotate: string;
      rotateHint: string;
    };
    answer: { off: string; needs: string; set: string; preview: string };
    encryption: {
      none: string;
      keyHint: string;
      file: string;
      private: string;
      unreadable: string;
      /** The button that asks the Web Key Directory of the address, and what comes of it. */
      lookUp: string;
      lookingUp: string;
      notListed: string;
      fingerprint: string;
      compare: string;
      loss: string;
      /** The key that is set ends soon, or has ended. */
      ends: With<'date'>;
      ended: string;
    };
  };
  preview: {
    mail: string;
    page: string;
    redirect: string;
    /** What an example visitor wrote, by field. */
    example: { name: string; email: string; message: string };
  };
  test: { failed: With<'place'> };
  manage: {
    waits: string;
    restart: string;
    restarted: string;
    stopHint: string;
    stop: string;
    spam: string;
    stopped: string;
    tokenHint: string;
    handOverHint: string;
    handOver: string;
    handOverTo: string;
    /** What waits, after a reload too: `proposed` is what the holder of the token wants. */
    handOverAsked: With<'email' | 'until'>;
    handOverProposed: With<'email' | 'until'>;
    handOverWithdraw: string;
    handOverWithdrawn: string;
    newToken: string;
    token: string;
    tokenOnce: string;
    tokenMade: string;
    remove: string;
    removeQuestion: string;
    removeNow: string;
    keep: string;
    removed: string;
    busy: string;
  };
}

/** What /inbox gets: its words, and those of mails and pages that it shows examples of. */
export type InboxPageWords = InboxWords & {
  names: Words['settings']['names'];
  languageNames: Record<LanguageId, string>;
  preview: { via: string; title: string; thanks: string; back: string };
  test: StartWords['test'];
};

/** All words in one language that people read. Plain text: it is escaped where it is used. */
export interface Words {
  /** BCP 47 tag, for `lang`, Content-Language, dates and numbers. */
  tag: string;
  /** The language's own name. */
  name: string;
  /** Puts somebody else's words into quotation marks. */
  quote(text: string): string;
  accepted: {
    title: string;
    thanks: string;
    test: string;
    echo(quoted: string): string;
    close: string;
    /** Leads back to a website, by its name or host. */
    backTo(name: string): string;
  };
  /** The page between a form and its delivery, where the submission needs a challenge solved. */
  challenge: {
    /** What the page says in turn; `ready` where it waits for its button. */
    working: string;
    /** Replaces `working` where files have to be chosen again. */
    files: string;
    sending: string;
    ready: string;
    failed: string;
    button: string;
    local: string;
    /** For browsers without scripts. */
    noScript: string;
    turnOn: string;
    again: string;
    /** What else helps where not every message needs it. */
    unusual: string;
    /** A link to the website of the form's owner follows. */
    otherWay: string;
    /** Above the fields. */
    written: string;
  };
  errorCode: string;
  /** For everything without specific words. */
  otherError: Wording;
  visitor: Record<VisitorCode, Wording>;
  owner: Record<OwnerCode, Wording>;
  variants: Record<ErrorVariant, Wording>;
  fields: FieldWords;
  /** The page that gives a form back, with each fault at its field. */
  givenBack: {
    lead: string;
    /** Above the list of faults. */
    check: string;
    /** Beside the label of a field that may be empty. */
    optional: string;
    /** The first entry of a list from which nothing is chosen yet. */
    choose: string;
    /** Quotes what was sent, where the field cannot hold it. */
    typed(text: string): string;
    /** At a field that was sent files. */
    chooseAgain: string;
    leftOut: { title: string; explanation: string };
    send: string;
  };
  hints: Record<Hint, string>;
  /** For browsers that open an address which is for programs, or nothing. */
  doors: {
    home: Wording;
    develop: string;
    form: Wording & { visitor: string; owner: string; code: string };
    noForm: Wording;
    nothing: Wording;
    create: string;
  };
  facts: {
    name: string;
    inbox: string;
    endpoint: string;
    formId: string;
    /** The words for a channel to elsewhere: without and with a mail to the inbox. */
    elsewhere: Record<OutsideChannelName, { instead: string; also: string }>;
  };
  /** Messages in chats: the end of one that was cut. */
  chats: { cut: string };
  /** The settings of a form. */
  settings: {
    names: Record<SettingName, string>;
    /** Labels of the two values of a change. */
    before: string;
    after: string;
    /** A setting that has its default, where no words of its own say what that means. */
    none: string;
    defaults: Partial<Record<SettingName, string>>;
    /** What files a form takes: `{count}`, `{size}` of all together, `{types}`. */
    filesTaken: { count: string; bytes: string; types: string };
    yes: string;
    no: string;
  };
  verification: {
    open: Question & { ignore: string };
    confirmed: { title: string; explanation: string };
    /** What an owner does with a form that is active. */
    next: { code: string; inbox: string };
    expired: { title: string; explanation: string; again: string };
    gone: Wording;
  };
  owners: {
    /** A form moves to another inbox. */
    handOver: {
      owner: Question & { ignore: string };
      /** Labels the inbox that would get it. */
      to: string;
      asked: { title: string; explanation: string };
      offer: Question & { refuse: string; ignore: string };
      encrypted: string;
      again: string;
      done: { title: string; explanation: string };
    };
    /** What an inbox decides about the copies that it is offered, or gets. */
    copies: {
      ask: Question & { refuse: string; ignore: string };
      confirmed: { title: string; explanation: string };
      again: string;
      stop: Question;
      askStop: Question;
      sent: string;
      stopped: { title: string; explanation: string; undo: string; undoButton: string };
    };
    stop: Question & { report: string };
    /** In mails that replies may quote: the inbox is asked first. */
    askStop: Question;
    restart: Question;
    restarted: { explanation: string };
    /** Verified mode: the mail provider has to confirm first. */
    waiting: { title: string; explanation: string };
    stopped: {
      title: string;
      explanation: string;
      undo: string;
      undoButton: string;
      again: string;
      againButton: string;
      removed: string;
    };
    /** A link that ends the notices of a form's silence. */
    quiet: Question & { ignore: string };
    quieted: { title: string; explanation: string; undo: string };
    /** For visitors: all automatic answers to their address. */
    answers: Question & { keep: string };
    answersStopped: { title: string; explanation: string; mistake: string; allow: string };
    answersAllowed: { title: string; explanation: string };
    refuse: Question & { keep: string };
    refused: { title: string; explanation: string; mistake: string; allow: string };
    /** Of a form that was removed; `again`: of an offer. */
    allowed: { title: string; explanation: string; again: string };
    refusalEnded: Wording;
    approve: Question & { ignore: string };
    approved: { title: string; explanation: string };
    /** A change of settings that waits. */
    change: Question & { ignore: string };
    changed: { title: string; explanation: string };
    /** A link that limits a form to one website. */
    origin: Question & { website: string; ignore: string };
    limited: { title: string; explanation: string };
    otherOrigins: { title: string; explanation: string };
    /** A link that makes a form ask for challenges, of suspicious submissions or of all. */
    spam: {
      title: string;
      explanations: { suspicious: string; always: string };
      /** No message is kept, so there is none to train a filter with. */
      notKept: string;
      buttons: { suspicious: string; always: string };
      ignore: string;
    };
    guarded: { title: string; explanation: string };
    /** A link that lets a form mark less; `mark` introduces what the mail said. */
    notSpam: Question & { mark: string; marksAgain: string; ignore: string };
    relaxed: { title: string; explanation: string; undo: string };
    linkSent: { title: string; explanation: string; look: string };
  };
  mails: MailWords;
  browser: BrowserWords;
  start: StartWords;
  inbox: InboxWords;
}

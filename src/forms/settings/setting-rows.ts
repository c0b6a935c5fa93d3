import type { FormSettings, SettingName } from '../../contract/form-settings.ts';
import type { Targets } from '../../delivery/channels/channels.ts';
import { parseEmailAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import type { TargetState } from '../../delivery/channels/places.ts';
import { LIMITS } from '../../contract/limits.ts';
import { holdsUrl, isVisible } from '../../platform/text/strangers-words.ts';
import { faultsOfAnswer, normaliseAnswer } from './answer-faults.ts';
import { describeEncryption, faultsOfOtherPlaces } from './encryption-faults.ts';
import { faultsOfCopies } from './copy-faults.ts';
import { describeField, faultsOfFields, normaliseFields } from './field-faults.ts';
import { describeFiles, faultsOfFiles, letsMoreIn, normaliseFiles } from './file-faults.ts';
import { faultsOfLine } from './line-faults.ts';
import { parseOrigin } from './origin.ts';
import { below, type Fault } from './schema-faults.ts';
import {
  describeTarget,
  faultsOfTargets,
  leadsFurther,
  normaliseTargets,
} from './target-faults.ts';
import { parseTemplate } from '../../mail/template.ts';
import { parseWebUrl, type AllowsLocal } from './web-url.ts';

/** A form that was made without settings. */
export const NO_SETTINGS: FormSettings = Object.freeze({});

type SettingValue<Name extends SettingName> = NonNullable<FormSettings[Name]>;

/** A value that fits the schema; in a list, an item that does not is undefined. */
type Fitting<Value> = Value extends readonly (infer Item)[] ? readonly (Item | undefined)[] : Value;

/** What the value of a setting is checked against. */
export interface Beside {
  allowsLocal: AllowsLocal;
  /** The whole document as it was sent; other members may have faults. */
  document: Readonly<Record<string, unknown>>;
  service: SettingsService;
  form: SettingsForm | undefined;
}

/** What the operator of this service allows. */
export interface SettingsService {
  /** Its own host name, which no target may lead to. */
  ownHost: string;
  /** MAX_FILE_BYTES; 0 for no files. */
  maxFileBytes: number;
  /** Whether it asks inboxes by its own mails, and not a mail provider: only then there are copies. */
  asksInboxes: boolean;
  /** Hosts of chats beside the well-known ones (TARGET_HOSTS). */
  targetHosts: readonly string[];
  /** Whether forms may answer their visitors (AUTO_REPLIES), and which hosts they may link to (AUTO_REPLY_HOSTS). */
  sendsReplies: boolean;
  replyHosts: readonly string[];
}

/** A service that allows all that the contract allows. */
export const ANY_SERVICE: SettingsService = {
  ownHost: '',
  asksInboxes: true,
  maxFileBytes: LIMITS.largestFileBytes,
  targetHosts: [],
  sendsReplies: true,
  replyHosts: [],
};

/** The form that the settings are for. */
export interface SettingsForm {
  address: EmailAddress;
  targets: Targets;
  targetStates?: readonly TargetState[] | undefined;
}

/** What the schema of a setting cannot say. */
interface SettingRow<Name extends SettingName> {
  faults?(value: Fitting<SettingValue<Name>>, path: string, beside: Beside): Iterable<Fault>;
  /** The value as it is stored, where that differs from what was sent. */
  normalise?(value: SettingValue<Name>): SettingValue<Name>;
  /**
   * Whether the change lets content reach a new place, mails anybody new or changes who can read it:
   * then it waits for the owner of the inbox.
   */
  widens?(before: SettingValue<Name> | undefined, after: SettingValue<Name> | undefined): boolean;
  /** What its owner sees of it before agreeing, where that is not its texts in their order. */
  describe?(value: SettingValue<Name>): string[];
}

/** Mails have it beside the name of the form, so it is no link and hides nothing either. */
function* faultsOfName(name: string, path: string): Generator<Fault> {
  const ofLine = Array.from(faultsOfLine(name, path));
  if (ofLine.length > 0) yield* ofLine;
  else if (holdsUrl(name)) {
    yield { path, message: 'It must not contain "://", "//" or "www."; example.com is fine.' };
  } else if (!isVisible(name)) {
    yield { path, message: 'It must have a letter, digit or symbol, and no invisible characters.' };
  }
}

function* faultsOfPage(text: string, path: string, { allowsLocal }: Beside): Generator<Fault> {
  if (text === text.trim() && parseWebUrl(text, allowsLocal)) return;
  yield {
    path,
    message:
      'It must be an absolute https:// URL, like https://example.com/thanks; http://localhost only ' +
      'where this service runs locally or `origins` lists that origin.',
  };
}

/** Characters that a URI does not have (RFC 3986), though browsers take them. */
const NOT_IN_URI = /[^\x21-\x7e]|["<>\\^`{|}]/;

/** The URL as a URI; one that is a URI already stays as it was sent. */
const toUri = (text: string): string => (NOT_IN_URI.test(text) ? new URL(text).href : text);

function* faultsOfTemplate(text: string, path: string): Generator<Fault> {
  const template = parseTemplate(text);
  if ('fault' in template) yield { path, message: template.fault };
}

/** Whether two documents or parts of them are the same; members are always in one order. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether a list has an entry that it did not have before. */
function hasMore(before: readonly unknown[] = [], after: readonly unknown[] = []): boolean {
  return after.some((entry) => !before.some((known) => isSame(known, entry)));
}

const sendsMail = ({ targets }: SettingsForm) => targets.some(({ channel }) => channel === 'email');

/** One row for each setting: what the contract's schema does not say about it. */
const SETTING_ROWS: { readonly [Name in SettingName]: SettingRow<Name> } = {
  language: {},
  subject: { faults: faultsOfTemplate },
  sender_name: { faults: faultsOfTemplate },
  redirect: { faults: faultsOfPage, normalise: toUri },
  success_message: {
    faults: (text, path) => faultsOfLine(text.replaceAll('\n', ' '), path),
  },
  website: {
    *faults({ name, url }, path, beside) {
      yield* faultsOfName(name, below(path, 'name'));
      yield* faultsOfPage(url, below(path, 'url'), beside);
    },
    // The order of its members is no difference.
    normalise: ({ name, url }) => ({ name, url: toUri(url) }),
  },
  origins: {
    *faults(origins, path) {
      for (const [at, text] of origins.entries()) {
        if (text === undefined) continue;
        const { fault } = parseOrigin(text);
        if (fault !== undefined) yield { path: below(path, at), message: fault };
      }
    },
    normalise: (origins) => origins.map((text) => parseOrigin(text).origin ?? text),
    widens: (before = [], after = []) => before.length > 0 && after.length === 0,
  },
  fields: {
    faults: (fields, path, { document }) =>
      faultsOfFields(fields, path, document['files'] !== undefined),
    normalise: normaliseFields,
    describe: (fields) => fields.map(describeField),
  },
  unknown_fields: {},
  challenge: {},
  files: {
    faults: (files, path, { service: { maxFileBytes }, form }) =>
      faultsOfFiles(files, path, { maxFileBytes, sendsMail: form ? sendsMail(form) : true }),
    normalise: normaliseFiles,
    widens: letsMoreIn,
    describe: describeFiles,
  },
  copies: {
    faults: faultsOfCopies,
    normalise: (copies) => copies.map((text) => parseEmailAddress(text) ?? text),
    widens: hasMore,
  },
  targets: {
    faults: faultsOfTargets,
    normalise: normaliseTargets,
    widens: leadsFurther,
    describe: (targets) => targets.map(describeTarget),
  },
  auto_reply: {
    faults: faultsOfAnswer,
    normalise: normaliseAnswer,
    widens: (before, after) => after !== undefined && !isSame(before, after),
  },
  // Without it more people can read mails, with another key somebody else.
  encryption: {
    faults: (_value, path, { document, form }) =>
      faultsOfOtherPlaces(path, document, form?.targets),
    normalise: ({ type, key }) => ({ type, key: key.trim() }),
    widens: (before, after) => !isSame(before, after),
    describe: describeEncryption,
  },
  paused: {},
};

/** The row of a setting, for a value of it. */
export const settingRow = (name: SettingName): SettingRow<SettingName> => SETTING_ROWS[name];

import type { Suspicion } from '../../contract/enums.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { parseWebUrl } from '../../forms/settings/web-url.ts';
import { findNextPage } from './next-page.ts';
import type { LocalPages } from '../../forms/settings/web-url.ts';
import { toSingleLine } from '../../platform/text/clean-text.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import type { NoReply } from '../../mail/mail-facts.ts';
import { isTrapped } from './traps.ts';
import { findReplyTo } from './reply-to.ts';
import { findAdded, meaningsOf, type Meaning } from '../../fields/added-fields.ts';
import { isJsonData } from '../../platform/text/json.ts';
import {
  isTrap,
  type ReservedEffect,
  isFilled,
  type Fields,
  RESERVED_NAMES,
} from '../../fields/field-names.ts';
import type { UploadedFile } from '../files/file-content.ts';
import { describeFields, type FieldEffect } from './describe-fields.ts';
import type { Visitor } from './visitor.ts';

/** The requests of a submission's reserved fields. */
interface Requests {
  replyTo: EmailAddress | undefined;
  /** Why there is none, if something that may be an address is shown. */
  noReply?: NoReply;
  subject?: string;
  /** The subject comes from a field that a visitor may have filled in. */
  subjectTyped?: true;
  /** Attach the fields as submission.json. */
  attachJson: boolean;
  /** `unknown`: a path without a known website; costs the redirect, not the message. */
  redirect?: URL | 'invalid' | 'unknown';
  /** The field that asks for the redirect. */
  redirectField?: string;
  /** A test submission, and the text to echo. */
  test?: { echo: string | null };
  /** It says that an AI agent filled it in. */
  byAgent?: true;
}

/** Facts about the sender by which a submission is judged besides its fields. */
export interface Sender {
  /** Websites for a path in `_next`, the likeliest first, from the request and the form. */
  websites?: readonly (string | undefined)[];
  /** The origin of the page that sent it, by the headers Origin and Referer. */
  site?: string | undefined;
  /** Which pages of this machine its redirect may lead to; none unless given. */
  localPages?: () => LocalPages;
  /** The fields that its form declares. */
  declared?: FormSettings['fields'];
}

/** The first of its names that is filled wins. */
interface ReservedField {
  effect: ReservedEffect;
  /** Reads the winning value (not blank); undefined when it asks for nothing. */
  read(value: string, name: string, sender: Sender): Partial<Requests> | undefined;
}

const TRUE_WORDS = new Set(['true', '1', 'yes', 'on']);
const FALSE_WORDS = new Set(['false', '0', 'no', 'off']);

const toWord = (value: string) => value.trim().toLowerCase();

function readTest(value: string): Partial<Requests> | undefined {
  const word = toWord(value);
  if (FALSE_WORDS.has(word)) return undefined;
  const echo = TRUE_WORDS.has(word) ? '' : toSingleLine(value, LIMITS.testEchoCodePoints);
  return { test: { echo: echo || null } };
}

function readSubject(value: string, name: string): Partial<Requests> | undefined {
  if (isJsonData(value)) return undefined;
  const subject = toSingleLine(value, LIMITS.subjectCodePoints);
  if (!subject) return undefined;
  return name === 'subject' ? { subject, subjectTyped: true } : { subject };
}

/** A reserved field that took effect is not repeated in the mail. */
const RESERVED_FIELDS: readonly ReservedField[] = [
  { effect: 'subject', read: readSubject },
  {
    effect: 'format',
    read: (value) => (toWord(value) === 'json' ? { attachJson: true } : undefined),
  },
  {
    effect: 'redirect',
    read: (value, name, sender) => ({
      redirect:
        name === '_next'
          ? findNextPage(value, sender.websites, sender.localPages?.())
          : (parseWebUrl(value, sender.localPages?.()) ?? 'invalid'),
      redirectField: name,
    }),
  },
  { effect: 'test', read: readTest },
  {
    effect: 'dry_run',
    // Any other value counts as true: sending an unwanted mail would be the worse guess.
    read: (value) => (FALSE_WORDS.has(toWord(value)) ? undefined : {}),
  },
  {
    effect: 'agent',
    read: (value) => (FALSE_WORDS.has(toWord(value)) ? undefined : { byAgent: true }),
  },
];

/** One submission, parsed once; it only exists in memory, until its delivery ends. */
export interface Submission extends Requests {
  /** Every field as it was posted. */
  given: Fields;
  /** The fields that the mail shows. */
  fields: Fields;
  /** Its files in their order; absent if it has none. */
  files?: readonly UploadedFile[];
  replyTo: EmailAddress | undefined;
  /** A filled spam trap drops it. */
  trapped: boolean;
  /** Why the mail is marked, once it was judged; it is still delivered. */
  suspicions?: readonly Suspicion[];
  /** The origin of the website that sent it, as its browser says. */
  site?: string;
  /** A test by our pages or the form's owner, which is no sign of spam. */
  isOwnTest?: true;
  /** A server with a key of the form sent it, for this visitor. */
  byServer?: Visitor;
  /** The effect of each field, if the submission asks for a dry run. */
  dryRun?: readonly FieldEffect[];
}

/** True if nothing was filled in: no shown field, no file, no typed subject. */
export function isEmpty({
  fields,
  subjectTyped,
  files = [],
}: Pick<Submission, 'fields' | 'subjectTyped' | 'files'>) {
  if (subjectTyped || files.length > 0) return false;
  for (const values of fields.values()) if (values.some(isFilled)) return false;
  return true;
}

const [DRY_RUN] = RESERVED_NAMES.dry_run;

/** A reserved field that took effect is not repeated, unless it is the visitor's own address. */
const isSpent = (effect: ReservedEffect | undefined) =>
  effect !== undefined && effect !== 'reply_to';

const NO_EFFECTS: ReadonlyMap<string, ReservedEffect> = new Map();

/** Reads the reserved fields among these names; returns those that took effect. */
function readReservedFields(
  submission: Submission,
  meanings: readonly Meaning[],
  sender: Sender,
): ReadonlyMap<string, ReservedEffect> {
  const { given } = submission;
  const replyNames: string[] = [];
  let asksMore = false;
  for (const { name, effect } of meanings) {
    if (effect === 'reply_to') replyNames.push(name);
    else asksMore ||= effect !== undefined;
  }
  const { replyTo, field, noReply } = findReplyTo(given, replyNames);
  submission.replyTo = replyTo;
  if (noReply !== undefined) submission.noReply = noReply;
  if (!asksMore) return NO_EFFECTS;
  const effects = new Map<string, ReservedEffect>();
  for (const { effect, read } of RESERVED_FIELDS) {
    const winner = RESERVED_NAMES[effect].find((name) => given.get(name)?.some(isFilled));
    if (!winner) continue;
    const values = given.get(winner)?.filter(isFilled) ?? [];
    // One value is enough to ask for a dry run: an unwanted mail would be worse.
    const heard = effect === 'dry_run' ? values : values.slice(0, 1);
    const asked = heard
      .map((value) => read(value, winner, sender))
      .find((one) => one !== undefined);
    if (!asked) continue;
    Object.assign(submission, asked);
    effects.set(winner, effect);
  }
  // It stays shown.
  if (field !== undefined) effects.set(field, 'reply_to');
  return effects;
}

/** Reads the reserved fields of a submission and leaves the rest to be shown. */
export function parseSubmission(
  given: Fields,
  sender: Sender & { files?: readonly UploadedFile[] | undefined } = {},
): Submission {
  const { site, files = [], declared = [] } = sender;
  const submission: Submission = {
    given,
    fields: given,
    replyTo: undefined,
    attachJson: false,
    trapped: false,
  };
  const meanings = meaningsOf(given);
  const effects = readReservedFields(submission, meanings, sender);
  const isDeclared = (name: string) => declared.some((field) => field.name === name);
  const isHidden = ({ name, isControl, mayBeAdded }: Meaning) =>
    isControl ||
    isSpent(effects.get(name)) ||
    (mayBeAdded && findAdded(name, given) !== undefined && !isDeclared(name));
  const hidden = meanings.filter(isHidden);
  if (hidden.length > 0) {
    const names = new Set(hidden.map(({ name }) => name));
    submission.fields = new Map(given.entries().filter(([name]) => !names.has(name)));
  }
  if (site !== undefined) submission.site = site;
  if (files.length > 0) submission.files = files;
  if (effects.has(DRY_RUN)) {
    const leadsNowhere = submission.redirect === 'unknown';
    submission.dryRun = describeFields(given, effects, isDeclared, leadsNowhere);
  }
  submission.trapped =
    files.some(({ field }) => isTrap(field)) || (hidden.length > 0 && isTrapped(submission));
  return submission;
}

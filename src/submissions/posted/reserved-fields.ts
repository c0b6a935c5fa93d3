import { parseEmailAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import { LIMITS } from '../../contract/limits.ts';
import { toSingleLine } from '../../platform/text/clean-text.ts';
import { RESERVED_NAMES, type ReservedEffect } from '../fields/field-names.ts';
import { parseWebUrl, type AllowsLocal } from '../../forms/settings/web-url.ts';
import { isFilled, type Fields } from '../fields/given-fields.ts';

/** The requests of a submission's reserved fields. */
export interface Requests {
  replyTo: EmailAddress | undefined;
  subject?: string;
  /** The subject comes from a field that a visitor may have filled in. */
  subjectTyped?: true;
  /** Attach the fields as submission.json. */
  attachJson: boolean;
  redirect?: URL | 'invalid';
  /** The field that asks for the redirect. */
  redirectField?: string;
  /** A test submission, and the text to echo. */
  test?: { echo: string | null };
  dryRun?: true;
}

/** What a submission is judged by besides its fields. */
export interface Sender {
  /** The Origin header of the request: where a path of `_next` is. */
  origin?: string | undefined;
  /** The origin of the page that sent it, by the headers Origin and Referer. */
  site?: string | undefined;
  /** Which pages of this machine its redirect may lead to; none unless given. */
  allowsLocal?: AllowsLocal;
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
  const subject = toSingleLine(value, LIMITS.subjectCodePoints);
  if (!subject) return undefined;
  return name === 'subject' ? { subject, subjectTyped: true } : { subject };
}

/** The URL of a path like `/thanks`, as other services allow it in `_next`; other text as it is. */
const onSite = (text: string, { origin = '' }: Sender) =>
  /^\s*\/(?!\/)/.test(text) ? origin + text.trim() : text;

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
        parseWebUrl(name === '_next' ? onSite(value, sender) : value, sender.allowsLocal) ??
        'invalid',
      redirectField: name,
    }),
  },
  { effect: 'test', read: readTest },
  {
    effect: 'dry_run',
    // Any other value counts as true: sending an unwanted mail would be the worse guess.
    read: (value) => (FALSE_WORDS.has(toWord(value)) ? undefined : { dryRun: true }),
  },
];

/** The one valid address of a field; undefined for several addresses. */
function findAddress(values: readonly string[]): EmailAddress | undefined {
  const filled = values.filter(isFilled);
  return filled.length === 1 ? parseEmailAddress(filled[0]) : undefined;
}

/** Reads every reserved field; `effects` has those that took effect, by name. */
export function readReservedFields(
  fields: Fields,
  sender: Sender,
): {
  requests: Requests;
  effects: ReadonlyMap<string, ReservedEffect>;
} {
  const effects = new Map<string, ReservedEffect>();
  const requests: Requests = { attachJson: false, replyTo: undefined };
  for (const { effect, read } of RESERVED_FIELDS) {
    const winner = RESERVED_NAMES[effect].find((name) => fields.get(name)?.some(isFilled));
    const value = winner && fields.get(winner)?.find(isFilled);
    const asked = value === undefined ? undefined : read(value, winner ?? '', sender);
    if (!winner || !asked) continue;
    Object.assign(requests, asked);
    effects.set(winner, effect);
  }
  // The first field with exactly one valid address sets Reply-To; these fields stay shown.
  for (const name of RESERVED_NAMES.reply_to) {
    requests.replyTo = findAddress(fields.get(name) ?? []);
    if (!requests.replyTo) continue;
    effects.set(name, 'reply_to');
    break;
  }
  return { requests, effects };
}

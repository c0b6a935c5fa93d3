import { parseEmailAddress, type EmailAddress } from '../inboxes/email-address.ts';
import { LIMITS } from '../../contract/limits.ts';
import { toSingleLine } from '../../platform/text/clean-text.ts';
import { parseWebUrl, type AllowsLocal } from '../settings/web-url.ts';
import { isFilled, type Fields } from './fields.ts';

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

/** The effect of a reserved field. */
export type ReservedEffect = 'subject' | 'format' | 'redirect' | 'test' | 'dry_run' | 'reply_to';

/** Names that ask for the same thing, in order of precedence. */
interface NameGroup {
  effect: ReservedEffect;
  names: readonly string[];
}

/** The first of its names that is filled wins. */
interface ReservedField extends NameGroup {
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

/** Contract, "Reserved fields". A reserved field that took effect is not repeated in the mail. */
const RESERVED_FIELDS: readonly ReservedField[] = [
  { effect: 'subject', names: ['_subject', 'subject'], read: readSubject },
  {
    effect: 'format',
    names: ['_format', 'format'],
    read: (value) => (toWord(value) === 'json' ? { attachJson: true } : undefined),
  },
  {
    effect: 'redirect',
    names: ['_redirect', 'redirect', '_next'],
    read: (value, name, sender) => ({
      redirect:
        parseWebUrl(name === '_next' ? onSite(value, sender) : value, sender.allowsLocal) ??
        'invalid',
      redirectField: name,
    }),
  },
  { effect: 'test', names: ['_test'], read: readTest },
  {
    effect: 'dry_run',
    names: ['_dry_run'],
    // Any other value counts as true: sending an unwanted mail would be the worse guess.
    read: (value) => (FALSE_WORDS.has(toWord(value)) ? undefined : { dryRun: true }),
  },
];

/**
 * The first field with exactly one valid address sets Reply-To; these fields stay shown. Names are exact:
 * the last is Static Forms' own spelling, and no other one is a name of any service.
 */
const REPLY_TO_NAMES = ['email', '_replyto', 'replyto', 'replyTo'] as const;

const GROUPS: readonly NameGroup[] = [
  ...RESERVED_FIELDS,
  { effect: 'reply_to', names: REPLY_TO_NAMES },
];

const groupOfName: ReadonlyMap<string, NameGroup> = new Map(
  GROUPS.flatMap((group) => group.names.map((name) => [name, group] as const)),
);

/** The effect that a name asks for, and all names that ask for it; undefined for other names. */
export const findReserved = (name: string): NameGroup | undefined => groupOfName.get(name);

/** Whether a reserved name is never printed, even if it took no effect. */
export const isHiddenName = (name: string): boolean =>
  name.startsWith('_') && (findReserved(name)?.effect ?? 'reply_to') !== 'reply_to';

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
  for (const { effect, names, read } of RESERVED_FIELDS) {
    const winner = names.find((name) => fields.get(name)?.some(isFilled));
    const value = winner && fields.get(winner)?.find(isFilled);
    const asked = value === undefined ? undefined : read(value, winner ?? '', sender);
    if (!winner || !asked) continue;
    Object.assign(requests, asked);
    effects.set(winner, effect);
  }
  for (const name of REPLY_TO_NAMES) {
    requests.replyTo = findAddress(fields.get(name) ?? []);
    if (!requests.replyTo) continue;
    effects.set(name, 'reply_to');
    break;
  }
  return { requests, effects };
}

import { parseEmailAddress, type EmailAddress } from '../inboxes/email-address.ts';
import { LIMITS } from '../contract/limits.ts';
import { toSingleLine } from '../text/clean-text.ts';
import type { Fields } from './fields.ts';
import { parseRedirectUrl } from './redirect-url.ts';
import type { Submission } from './submission.ts';

/** What the reserved fields of a submission ask for. */
export type Requests = Omit<Submission, 'fields'>;

interface ReservedField {
  /** Names that ask for the same thing; the first one that is filled wins. */
  names: readonly [string, ...string[]];
  /** Reads the winning value (not blank); undefined when it asks for nothing. */
  read(value: string): Partial<Requests> | undefined;
}

const TRUE_WORDS = new Set(['true', '1', 'yes', 'on']);
const FALSE_WORDS = new Set(['false', '0', 'no', 'off']);

function readTest(value: string): Partial<Requests> | undefined {
  const word = value.trim().toLowerCase();
  if (FALSE_WORDS.has(word)) return undefined;
  const echo = TRUE_WORDS.has(word) ? '' : toSingleLine(value, LIMITS.testEchoCodePoints);
  return { test: { echo: echo || null } };
}

function readSubject(value: string): Partial<Requests> | undefined {
  const subject = toSingleLine(value, LIMITS.subjectCodePoints);
  return subject ? { subject } : undefined;
}

/** Contract, "Reserved fields". A reserved field that took effect is not repeated in the mail. */
const RESERVED_FIELDS: readonly ReservedField[] = [
  { names: ['_subject', 'subject'], read: readSubject },
  {
    names: ['_format', 'format'],
    read: (value) => (value.trim().toLowerCase() === 'json' ? { attachJson: true } : undefined),
  },
  {
    names: ['_redirect', 'redirect'],
    read: (value) => ({ redirect: parseRedirectUrl(value) ?? 'invalid' }),
  },
  { names: ['_test'], read: readTest },
];

/** Legitimate clients never fill these; a script's unticked checkbox sends `false`. */
const TRAPS = ['_gotcha', 'botcheck'] as const;

/** Control fields that are never printed, whatever they hold. */
const NEVER_PRINTED: ReadonlySet<string> = new Set([
  ...TRAPS,
  ...RESERVED_FIELDS.flatMap(({ names }) => names).filter((name) => name.startsWith('_')),
  'access_key',
  'g-recaptcha-response',
  'h-captcha-response',
  'cf-turnstile-response',
  'form-name',
]);

const isFilled = (value: string) => value.trim() !== '';

function isTrapped(fields: Fields): boolean {
  const values = TRAPS.flatMap((name) => fields.get(name) ?? []);
  return values.some((value) => isFilled(value) && value.trim().toLowerCase() !== 'false');
}

/** The one valid address of the `email` field; several addresses are none. */
function findReplyTo(fields: Fields): EmailAddress | undefined {
  const filled = (fields.get('email') ?? []).filter(isFilled);
  return filled.length === 1 ? parseEmailAddress(filled[0]) : undefined;
}

/** Reads every reserved field; `consumed` names those that the mail does not repeat. */
export function readReservedFields(fields: Fields): {
  requests: Requests;
  consumed: ReadonlySet<string>;
} {
  const consumed = new Set(NEVER_PRINTED);
  const requests: Requests = {
    attachJson: false,
    trapped: isTrapped(fields),
    replyTo: findReplyTo(fields),
  };
  for (const { names, read } of RESERVED_FIELDS) {
    const winner = names.find((name) => fields.get(name)?.some(isFilled));
    const value = winner && fields.get(winner)?.find(isFilled);
    const asked = value === undefined ? undefined : read(value);
    if (!winner || !asked) continue;
    Object.assign(requests, asked);
    consumed.add(winner);
  }
  return { requests, consumed };
}

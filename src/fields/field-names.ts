/** Fields in the order of their first appearance; repeated keys collapse into one list. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** A field with only white space is not filled. */
export const isFilled = (value: string): boolean => value.trim() !== '';

/** Values that scripts send for an empty trap. */
const NOTHING: ReadonlySet<string> = new Set(['0', 'off', 'false', 'null', 'undefined']);

/** The values that fill traps of one kind. */
export function valuesIn(fields: Fields, isOfKind: (name: string) => boolean): string[] {
  const found: string[] = [];
  for (const [name, values] of fields) if (isOfKind(name)) found.push(...values);
  return found.filter((value) => isFilled(value) && !NOTHING.has(value.trim().toLowerCase()));
}

/**
 * The names that ask for each effect of a reserved field, in order of precedence. Those of
 * `reply_to` count in upper case too: many pages call their field `Email`.
 */
export const RESERVED_NAMES = {
  subject: ['_subject', 'subject'],
  format: ['_format', 'format'],
  redirect: ['_redirect', 'redirect', '_next'],
  test: ['_test'],
  dry_run: ['_dry_run'],
  agent: ['_agent'],
  reply_to: ['email', '_replyto', 'replyto'],
} as const;

/** The effects of reserved fields. */
export type ReservedEffect = keyof typeof RESERVED_NAMES;

const effectByName: ReadonlyMap<string, ReservedEffect> = new Map(
  Object.entries(RESERVED_NAMES).flatMap(([effect, names]) =>
    names.map((name) => [name, effect as ReservedEffect] as const),
  ),
);

/** The effect that a name asks for; undefined for names that ask for nothing. */
export function findReserved(name: string): ReservedEffect | undefined {
  const effect = effectByName.get(name) ?? effectByName.get(name.toLowerCase());
  return effect === 'reply_to' || effectByName.has(name) ? effect : undefined;
}

/** Names that ask for an address for replies, in order of precedence. */
export const inReplyOrder = (names: readonly string[]): readonly string[] =>
  RESERVED_NAMES.reply_to.flatMap((name) => {
    const others = names.filter((one) => one !== name && one.toLowerCase() === name);
    return names.some((one) => one === name) ? [name, ...others] : others;
  });

/** True if a reserved name is never printed, even if it took no effect. */
export const isHiddenName = (name: string): boolean =>
  name.startsWith('_') && (findReserved(name) ?? 'reply_to') !== 'reply_to';

/** Hidden field of this service’s own pages: a submission's original website, or a test. */
export const TICKET_FIELD = '_letterslot_site';

/** The field of the solution of a challenge, as ALTCHA names it. */
export const SOLUTION_FIELD = 'altcha';

/** Names of fields that solvers and pages of this service add to a submission. */
export const isOwnField = (name: string): boolean =>
  name === SOLUTION_FIELD || name === TICKET_FIELD;

/** Traps that drop a submission when filled (contract, "Reserved fields"). */
const TRAPS: ReadonlySet<string> = new Set(['_gotcha', 'botcheck']);

/** Traps of other services: when filled, they mark the mail but drop nothing. */
const FOREIGN_TRAPS: ReadonlySet<string> = new Set(['_honey', 'bot-field']);

export const isTrap = (name: string): boolean => TRAPS.has(name);

export const isForeignTrap = (name: string): boolean =>
  FOREIGN_TRAPS.has(name) || name.toLowerCase().includes('honeypot');

/** A field that controls another service and has no effect here; it is never printed. */
export interface ControlField {
  /** `not_honoured`: it asks for something that a page cannot ask of this service. */
  effect: 'swallowed' | 'not_honoured';
  /** The service that the field belongs to. */
  service: string;
  /** Its effect there, and what happens here instead. */
  note: string;
}

const withEffect =
  (effect: ControlField['effect']) =>
  (service: string, note: string, ...names: string[]) =>
    names.map((name): [string, ControlField] => [name, { effect, service, note }]);

export const swallow = withEffect('swallowed');
const ignore = withEffect('not_honoured');

export const CAPTCHA =
  'A captcha token. It is not checked; a form can ask for a challenge of its own.';
const SOLUTION = 'The solution of a challenge; it is checked where the form asks for one.';
const KEY = 'A key of an account. Here the id in the endpoint takes its place.';
const NAME = 'The name of a form. Here the id in the endpoint takes its place.';
const COPIES = 'Copies are a setting of the form, because anybody can change a page.';
const REPLY = 'An automatic reply is a setting of the form, because anybody can change a page.';
const WEBHOOK = 'Webhooks are a setting of the form, because anybody can change a page.';
const LAYOUT = 'Every mail has the one layout, and a page cannot switch a challenge off.';
const WORDS = 'No submission is dropped for its words; what looks odd is marked in the subject.';
const LANGUAGE = 'The language of a page follows the browser that asks for it.';
const ERRORS = 'Errors are answered where they happen, and nothing is added to a redirect.';
const MAIL = 'The mail is set by _subject and email alone, and asks for no feedback.';

/** Names that are certainly control fields; names that may be content are left out. */
const CONTROL_FIELDS: ReadonlyMap<string, ControlField> = new Map([
  ...swallow('reCAPTCHA', CAPTCHA, 'g-recaptcha-response', 'recaptcha_response', 'recaptchaToken'),
  ...swallow('hCaptcha', CAPTCHA, 'h-captcha-response'),
  ...swallow('Turnstile', CAPTCHA, 'cf-turnstile-response'),
  ...swallow('ALTCHA', SOLUTION, SOLUTION_FIELD),
  ...swallow('ALTCHA', CAPTCHA, 'altchaToken'),
  ...swallow('Botpoison', CAPTCHA, '_botpoison'),
  ...swallow('Web3Forms', KEY, 'access_key', 'apikey'),
  ...swallow('Static Forms', KEY, 'apiKey', 'accessKey'),
  ...swallow('Netlify Forms', NAME, 'form-name'),
  ...ignore('Formspree and FormSubmit', COPIES, '_cc', '_bcc'),
  ...ignore('FormSubmit', REPLY, '_autoresponse'),
  ...ignore('FormSubmit', WEBHOOK, '_webhook'),
  ...ignore('FormSubmit', LAYOUT, '_template', '_captcha', '_url'),
  ...ignore('FormSubmit', WORDS, '_blacklist'),
  ...ignore('Formspree', LANGUAGE, '_language'),
  ...ignore('Formspark', ERRORS, '_error', '_append'),
]);

/** `_email.subject` and the like, as forms and scripts of Formspark write them. */
const NESTED = /^_(?:email|feedback)[.[]/;

const FORMSPARK_MAIL: ControlField = { effect: 'not_honoured', service: 'Formspark', note: MAIL };

/** The control field of another service that has this name, if one has. */
export function findControlField(name: string): ControlField | undefined {
  return CONTROL_FIELDS.get(name) ?? (NESTED.test(name) ? FORMSPARK_MAIL : undefined);
}

/** True if a name is for programs: mails never show it, whatever its value. */
export const isControlName = (name: string): boolean =>
  isHiddenName(name) || isTrap(name) || isForeignTrap(name) || findControlField(name) !== undefined;

/** Effects of fields that visitors type into. */
const TYPED: ReadonlySet<ReservedEffect> = new Set(['reply_to', 'subject']);

/**
 * True for fields that a page sets for the service. Their values must not affect checks of the
 * page. Traps are for visitors, who leave them empty.
 */
export function isSetByPage(given: string, isHidden: boolean): boolean {
  const name = given.trim();
  if (isTrap(name) || isForeignTrap(name)) return false;
  const effect = findReserved(name.toLowerCase());
  if (effect !== undefined && (isHidden || !TYPED.has(effect))) return true;
  return [name, name.toLowerCase()].some((one) => isControlName(one) || isOwnField(one));
}

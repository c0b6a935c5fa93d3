/** Fields as they were sent, in the order of their first appearance; repeated keys collapse into one list. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** A field with only white space is not filled. */
export const isFilled = (value: string): boolean => value.trim() !== '';

/** The values that fill traps of one kind; `false`, from a script's unticked checkbox, does not. */
export function valuesIn(fields: Fields, isOfKind: (name: string) => boolean): string[] {
  const found: string[] = [];
  for (const [name, values] of fields) if (isOfKind(name)) found.push(...values);
  return found.filter((value) => isFilled(value) && value.trim().toLowerCase() !== 'false');
}

/** What a reserved field can ask for. */
export type ReservedEffect = 'subject' | 'format' | 'redirect' | 'test' | 'dry_run' | 'reply_to';

/**
 * The names that ask for each effect, in order of precedence. Those of
 * `reply_to` are exact: the last is Static Forms' own spelling, and no other one is a name of any service.
 */
export const RESERVED_NAMES = {
  subject: ['_subject', 'subject'],
  format: ['_format', 'format'],
  redirect: ['_redirect', 'redirect', '_next'],
  test: ['_test'],
  dry_run: ['_dry_run'],
  reply_to: ['email', '_replyto', 'replyto', 'replyTo'],
} as const satisfies Record<ReservedEffect, readonly string[]>;

/** Names that ask for the same thing. */
interface NameGroup {
  effect: ReservedEffect;
  names: readonly string[];
}

const groupOfName: ReadonlyMap<string, NameGroup> = new Map(
  Object.entries(RESERVED_NAMES).flatMap(([effect, names]) =>
    names.map((name) => [name, { effect: effect as ReservedEffect, names }] as const),
  ),
);

/** The effect that a name asks for, and all names that ask for it; undefined for other names. */
export const findReserved = (name: string): NameGroup | undefined => groupOfName.get(name);

/** Whether a reserved name is never printed, even if it took no effect. */
export const isHiddenName = (name: string): boolean =>
  name.startsWith('_') && (findReserved(name)?.effect ?? 'reply_to') !== 'reply_to';

/** The hidden field of this service’s own pages: from which website a submission came first, or their test. */
export const TICKET_FIELD = '_letterslot_site';

/** The field of the solution of a challenge, as ALTCHA names it. */
export const SOLUTION_FIELD = 'altcha';

/** What solvers and pages of this service add to a submission. */
export const isAdded = (name: string): boolean => name === SOLUTION_FIELD || name === TICKET_FIELD;

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
  /** What it does there, and what happens here instead. */
  note: string;
}

type Row = Omit<ControlField, 'effect'> & { names: readonly string[] };

const CAPTCHA = 'A captcha token. It is not checked; a form can ask for a challenge of its own.';
const KEY = 'A key of an account. Here the id in the endpoint takes its place.';
const NO_COPIES = 'Copies are a setting of the form, because anybody can change a page.';

/** Names that are certainly control fields, by effect; names that may be content are left out. */
const CONTROL_FIELDS: Readonly<Record<ControlField['effect'], readonly Row[]>> = {
  swallowed: [
    {
      names: ['g-recaptcha-response', 'recaptcha_response', 'recaptchaToken'],
      service: 'reCAPTCHA',
      note: CAPTCHA,
    },
    { names: ['h-captcha-response'], service: 'hCaptcha', note: CAPTCHA },
    { names: ['cf-turnstile-response'], service: 'Turnstile', note: CAPTCHA },
    {
      names: ['altcha'],
      service: 'ALTCHA',
      note: 'The solution of a challenge; it is checked where the form asks for one.',
    },
    { names: ['altchaToken'], service: 'ALTCHA', note: CAPTCHA },
    { names: ['_botpoison'], service: 'Botpoison', note: CAPTCHA },
    { names: ['access_key', 'apikey'], service: 'Web3Forms', note: KEY },
    { names: ['apiKey', 'accessKey'], service: 'Static Forms', note: KEY },
    {
      names: ['form-name'],
      service: 'Netlify Forms',
      note: 'The name of a form. Here the id in the endpoint takes its place.',
    },
  ],
  not_honoured: [
    { names: ['_cc', '_bcc'], service: 'Formspree and FormSubmit', note: NO_COPIES },
    {
      names: ['_autoresponse'],
      service: 'FormSubmit',
      note: 'An automatic reply is a setting of the form, because anybody can change a page.',
    },
    {
      names: ['_webhook'],
      service: 'FormSubmit',
      note: 'Webhooks are a setting of the form, because anybody can change a page.',
    },
    {
      names: ['_template', '_captcha', '_url'],
      service: 'FormSubmit',
      note: 'Every mail has the one layout, and a page cannot switch a challenge off.',
    },
    {
      names: ['_blacklist'],
      service: 'FormSubmit',
      note: 'No submission is dropped for its words; what looks odd is marked in the subject.',
    },
    {
      names: ['_language'],
      service: 'Formspree',
      note: 'The language of a page follows the browser that asks for it.',
    },
    {
      names: ['_error', '_append'],
      service: 'Formspark',
      note: 'Errors are answered where they happen, and nothing is added to a redirect.',
    },
  ],
};

/** `_email.subject` and the like, as forms and scripts write them. */
const NESTED = /^_(?:email|feedback)[.[]/;

const FORMSPARK_MAIL: ControlField = {
  effect: 'not_honoured',
  service: 'Formspark',
  note: 'The mail is set by _subject and email alone, and asks for no feedback.',
};

const controlFields: ReadonlyMap<string, ControlField> = new Map(
  (['swallowed', 'not_honoured'] as const).flatMap((effect) =>
    CONTROL_FIELDS[effect].flatMap(({ names, service, note }) =>
      names.map((name) => [name, { effect, service, note }] as const),
    ),
  ),
);

/** The control field of another service that has this name, if one has. */
export function findControlField(name: string): ControlField | undefined {
  return controlFields.get(name) ?? (NESTED.test(name) ? FORMSPARK_MAIL : undefined);
}

/** Whether a name is for programs: mails never show it, whatever its value. */
export const isControlName = (name: string): boolean =>
  isHiddenName(name) || isTrap(name) || isForeignTrap(name) || findControlField(name) !== undefined;

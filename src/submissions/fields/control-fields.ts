/** A field that controls another service and has no effect here; it is never printed. */
export interface ControlField {
  /** `not_honoured`: it asks for something that a page cannot ask of this service. */
  effect: 'swallowed' | 'not_honoured';
  /** The service that the field belongs to. */
  service: string;
  /** What it does there, and what happens here instead. */
  note: string;
}

interface Row extends ControlField {
  names: readonly string[];
}

const CAPTCHA = 'A captcha token. It is not checked; a form can ask for a challenge of its own.';
const KEY = 'A key of an account. Here the id in the endpoint takes its place.';
const NO_COPIES = 'Copies are a setting of the form, because anybody can change a page.';

/** Names that are certainly control fields; names that may be content are left out. */
const ROWS: readonly Row[] = [
  {
    names: ['g-recaptcha-response', 'recaptcha_response', 'recaptchaToken'],
    effect: 'swallowed',
    service: 'reCAPTCHA',
    note: CAPTCHA,
  },
  { names: ['h-captcha-response'], effect: 'swallowed', service: 'hCaptcha', note: CAPTCHA },
  { names: ['cf-turnstile-response'], effect: 'swallowed', service: 'Turnstile', note: CAPTCHA },
  {
    names: ['altcha'],
    effect: 'swallowed',
    service: 'ALTCHA',
    note: 'The solution of a challenge; it is checked where the form asks for one.',
  },
  { names: ['altchaToken'], effect: 'swallowed', service: 'ALTCHA', note: CAPTCHA },
  { names: ['_botpoison'], effect: 'swallowed', service: 'Botpoison', note: CAPTCHA },
  { names: ['access_key', 'apikey'], effect: 'swallowed', service: 'Web3Forms', note: KEY },
  { names: ['apiKey', 'accessKey'], effect: 'swallowed', service: 'Static Forms', note: KEY },
  {
    names: ['form-name'],
    effect: 'swallowed',
    service: 'Netlify Forms',
    note: 'The name of a form. Here the id in the endpoint takes its place.',
  },
  {
    names: ['_cc', '_bcc'],
    effect: 'not_honoured',
    service: 'Formspree and FormSubmit',
    note: NO_COPIES,
  },
  {
    names: ['_autoresponse'],
    effect: 'not_honoured',
    service: 'FormSubmit',
    note: 'An automatic reply is a setting of the form, because anybody can change a page.',
  },
  {
    names: ['_webhook'],
    effect: 'not_honoured',
    service: 'FormSubmit',
    note: 'Webhooks are a setting of the form, because anybody can change a page.',
  },
  {
    names: ['_template', '_captcha', '_url'],
    effect: 'not_honoured',
    service: 'FormSubmit',
    note: 'Every mail has the one layout, and a page cannot switch a challenge off.',
  },
  {
    names: ['_blacklist'],
    effect: 'not_honoured',
    service: 'FormSubmit',
    note: 'No submission is dropped for its words; what looks odd is marked in the subject.',
  },
  {
    names: ['_language'],
    effect: 'not_honoured',
    service: 'Formspree',
    note: 'The language of a page follows the browser that asks for it.',
  },
  {
    names: ['_error', '_append'],
    effect: 'not_honoured',
    service: 'Formspark',
    note: 'Errors are answered where they happen, and nothing is added to a redirect.',
  },
];

/** `_email.subject` and the like, as forms and scripts write them. */
const NESTED = /^_(?:email|feedback)[.[]/;

const FORMSPARK_MAIL: ControlField = {
  effect: 'not_honoured',
  service: 'Formspark',
  note: 'The mail is set by _subject and email alone, and asks for no feedback.',
};

const byName: ReadonlyMap<string, ControlField> = new Map(
  ROWS.flatMap(({ names, ...field }) => names.map((name) => [name, field] as const)),
);

/** The control field of another service that has this name, if one has. */
export function findControlField(name: string): ControlField | undefined {
  return byName.get(name) ?? (NESTED.test(name) ? FORMSPARK_MAIL : undefined);
}

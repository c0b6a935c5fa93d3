/** The fixed values of the contract: each list once, for schemas, parsers, stores and pages. */

export const ROUTE_STATUSES = ['active', 'pending_verification'] as const;
export type RouteStatus = (typeof ROUTE_STATUSES)[number];

/** A form's delivery state as its owner sees it: active, or why not. */
export const FORM_STATES = [
  'active',
  'paused',
  'unconfirmed',
  'stopped',
  'bounced',
  'complaint',
] as const;
export type FormState = (typeof FORM_STATES)[number];

/** How submissions are delivered; the first is the default. */
export const DELIVERY_MODES = ['email', 'webhook', 'both'] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

/** Who asks an inbox for its consent: this service, or the mail provider. */
export const DEPLOYMENT_MODES = ['verified', 'arbitrary'] as const;

/** How an inbox that gets copies of a form's messages stands; `not_asked` is not stored. */
export const COPY_STATUSES = [
  'not_asked',
  'asked',
  'confirmed',
  'stopped',
  'refused',
  'bounced',
] as const;
export type CopyStatus = (typeof COPY_STATUSES)[number];

/** The languages of pages and mails, by their BCP 47 tags; the first is the default. */
export const LANGUAGE_IDS = ['en', 'de', 'fr', 'es', 'zh'] as const;
export type LanguageId = (typeof LANGUAGE_IDS)[number];

/** The values of the query `framework`, and the name of each; the first is the default. */
export const FRAMEWORK_NAMES = {
  html: 'HTML',
  js: 'JavaScript',
  react: 'React',
  vue: 'Vue',
  svelte: 'Svelte',
  astro: 'Astro',
  nextjs: 'Next.js',
} as const;
export type FrameworkId = keyof typeof FRAMEWORK_NAMES;
export const FRAMEWORK_IDS = Object.keys(FRAMEWORK_NAMES) as [FrameworkId, ...FrameworkId[]];

/** Form code contains everything it needs (the default) or uses the service's script. */
export const CODE_STYLES = ['inline', 'script'] as const;
export type CodeStyle = (typeof CODE_STYLES)[number];

/** Senders of mail that report what came back. */
export const BOUNCE_PROVIDERS = ['ses', 'postmark', 'mailgun'] as const;

/** Stands for the endpoint of a route in generic install artifacts. */
export const ENDPOINT_PLACEHOLDER = '{{FORM_ENDPOINT}}';

/** How those notes on form code begin that are about its test command. */
export const TEST_NOTE = 'Test command: ';

/** All that a field of a submission can do. */
export const FIELD_EFFECTS = [
  'shown',
  'subject',
  'reply_to',
  'redirect',
  'format',
  'test',
  'dry_run',
  'agent',
  'trap',
  'swallowed',
  'not_honoured',
  'lost_to',
  'visitor',
] as const;
export type FieldEffectName = (typeof FIELD_EFFECTS)[number];

/** Why a submission looks odd. Its mail says so in its language; it is still delivered. */
export const SUSPICIONS = [
  'links',
  'unusual_links',
  'markup',
  'gibberish',
  'foreign_script',
  'other_page',
  'foreign_trap',
  'autofilled_trap',
  'too_fast',
  'repeat',
  'many_forms',
  'spam_filter',
] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** Why a declared field's value is refused: names of HTML's `ValidityState`, and one more. */
export const FIELD_FAULT_CODES = [
  'valueMissing',
  'typeMismatch',
  'patternMismatch',
  'tooLong',
  'tooShort',
  'rangeUnderflow',
  'rangeOverflow',
  'stepMismatch',
  'badInput',
  'unknownField',
] as const;
export type FieldFaultCode = (typeof FIELD_FAULT_CODES)[number];

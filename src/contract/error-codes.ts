import { LIMITS } from './limits.ts';
import type { Challenge, NextAction } from './schemas.ts';
import { CODE_STYLES, FRAMEWORK_IDS, type FieldFaultCode } from './enums.ts';

/** Fields that errors of some codes have in addition to the four of every envelope. */
interface DetailFields {
  retry_after_seconds: number;
  used: number;
  limit: number;
  resets_at: string;
  next_action: NextAction;
  challenge: Challenge;
  allowed: readonly string[];
  errors: readonly Fault[];
}

/**
 * One fault, whose sentence never contains what was sent. It names a setting by its JSON Pointer,
 * or a field by its posted name.
 */
type Fault =
  | { path: string; message: string; did_you_mean?: string }
  | { field: string; code: FieldFaultCode; message: string };

export interface ErrorRow {
  /** HTTP status of every answer with this code. */
  status: number;
  /** True if the identical request may succeed later. */
  retryable?: true;
  /** When it happens; published in the OpenAPI document and in llms.txt. */
  description: string;
  /** Tells a person what to do; a call site may replace it. `{wait}` is `retry_after_seconds`. */
  message: string;
  /** Fields the envelope must carry; leaving one out does not compile. */
  details?: readonly (keyof DetailFields)[];
  /** What `form check` says besides the message, to the author of a page. */
  advice?: string;
  /** True if programs cause it far more often than people: many of them tell of an attack. */
  byPrograms?: true;
}

/** The only codes that the service answers with. */
export const ERROR_CODES = {
  invalid_json: {
    status: 400,
    description:
      'The body cannot be read as what it is declared to be. One that was not complete in time is `retryable`.',
    message:
      'The body is not valid JSON. Send one JSON object with Content-Type: application/json.',
  },
  invalid_email: {
    status: 400,
    description: 'The email address is missing or not a plain address of the form name@domain.',
    message: 'The email must be one plain address like name@example.com, at most 254 characters.',
  },
  invalid_alias: {
    status: 400,
    description:
      'The alias is missing, blank, too long, or has control characters, characters that show nothing, or a URL.',
    message:
      'The name must be 1 to 120 characters without line breaks, control characters or direction signs.',
  },
  invalid_idempotency_key: {
    status: 400,
    description: 'The Idempotency-Key header is empty, too long or not printable ASCII.',
    message: 'The Idempotency-Key header must be 1 to 200 printable ASCII characters.',
  },
  idempotency_key_conflict: {
    status: 422,
    description: 'The Idempotency-Key was used for this inbox or form with a different body.',
    message:
      'This Idempotency-Key was used with a different body. Use a new key for a new request.',
  },
  delivery_config_unsupported: {
    status: 400,
    description: 'The delivery object is not understood or not available on this deployment.',
    message: 'The delivery must be an object whose mode is "email", "webhook" or "both".',
  },
  invalid_webhook_url: {
    status: 400,
    description: 'The webhook URL is not a public https URL.',
    message: 'The webhook URL must be an absolute https:// URL of a public host name.',
  },
  settings_invalid: {
    status: 400,
    description:
      'Some settings are invalid; `errors` lists all faults, each with its JSON Pointer.',
    message: 'Some settings are invalid, so nothing was changed. See `errors`.',
    details: ['errors'],
  },
  settings_changed: {
    status: 412,
    description: 'The settings are not those that the If-Match header names.',
    message:
      'The settings have changed since they were read. Read them again, then send the change with the new ETag.',
  },
  invalid_redirect_url: {
    status: 400,
    description: 'The _redirect (or redirect) field is not an absolute https URL.',
    message:
      'The _redirect field must be an absolute https:// URL, like https://example.com/thanks.',
  },
  unknown_framework: {
    status: 400,
    description: 'The query `framework` or `style` is not one of the listed values.',
    message:
      `The framework must be one of: ${FRAMEWORK_IDS.join(', ')}. ` +
      `The style must be one of: ${CODE_STYLES.join(', ')}.`,
  },
  rate_limited: {
    status: 429,
    retryable: true,
    description: 'Too many requests of this kind in a short time.',
    message: 'Too many requests. Try again in {wait}.',
    details: ['retry_after_seconds'],
    byPrograms: true,
  },
  verified_destination_capacity: {
    status: 503,
    description: 'The deployment cannot register more verified inboxes.',
    message:
      'This deployment cannot register more inboxes. Ask its operator to raise the capacity.',
  },
  route_not_found: {
    status: 404,
    description: 'The form id is malformed, unknown or deleted.',
    message:
      'No form has this id. If it is a placeholder from an example, create your form first with ' +
      'POST /v1/routes (or at /start) and use its endpoint.',
    advice: 'Put the endpoint of a form that exists into action.',
  },
  verification_token_required: {
    status: 400,
    description: 'No verification token was sent.',
    message: 'The verification token is missing. Open the whole link from the verification email.',
  },
  verification_token_invalid: {
    status: 401,
    description: 'The verification token was not issued by this deployment or was altered.',
    message:
      'This verification link is not valid. Open the whole link from the verification email.',
  },
  verification_token_expired: {
    status: 410,
    description: 'The verification token is older than 24 hours.',
    message: 'This verification link is older than 24 hours. Create the form again for a new one.',
  },
  verification_mismatch: {
    status: 409,
    description: 'The verification token does not match the stored route.',
    message: 'This verification link belongs to another address than the form delivers to.',
  },
  verification_unavailable: {
    status: 404,
    description: 'Inboxes are verified by the delivery provider, not by a link of this service.',
    message: 'On this deployment, the email provider verifies inboxes. Use the link in its email.',
  },
  management_token_required: {
    status: 401,
    description: 'The Authorization header has no bearer token.',
    message: 'Send the management token of this form as "Authorization: Bearer <token>".',
  },
  management_token_invalid: {
    status: 403,
    description:
      'The management token is malformed or belongs to another route, or the session is of another inbox.',
    message: 'This management token does not belong to this form.',
  },
  access_key_required: {
    status: 401,
    description:
      'The form takes submissions of servers with one of its access keys alone (`access`), and the Authorization header ' +
      'has no valid one: it is missing, of another form or ended.',
    message:
      'This form takes messages from the server of its website alone, and this one came without its access key. ' +
      'Servers send it as "Authorization: Bearer lsk_…".',
    advice:
      'A browser cannot send it: post from your server with an access key, or switch the setting access off.',
  },
  access_key_not_found: {
    status: 404,
    description: 'The form has no access key with this id, or it was ended before.',
    message: 'This form has no access key with this id. GET …/keys lists those that it has.',
  },
  access_keys_exhausted: {
    status: 409,
    description: 'The form has as many access keys as it can have: `limit`.',
    message: 'The form has as many access keys as it can have. End one before you make another.',
    details: ['limit'],
  },
  session_required: {
    status: 401,
    description: 'The Authorization header has no session of an inbox.',
    message:
      'Send a session of the inbox as "Authorization: Bearer <session>". POST /v1/inbox/sessions has a ' +
      'link to one mailed to the inbox.',
  },
  session_invalid: {
    status: 401,
    description:
      'The session of an inbox, or the token that begins one, was not issued by this deployment, was ' +
      'used or has expired.',
    message: 'This link or session has expired. Request a new link.',
  },
  account_lookup_unauthorized: {
    status: 401,
    description: 'The account lookup secret is wrong or missing.',
    message: 'Send the account lookup secret as "Authorization: Bearer <secret>".',
  },
  account_lookup_unavailable: {
    status: 503,
    description: 'The operator interface is not configured.',
    message: 'The account lookup is not configured on this deployment.',
  },
  submission_empty: {
    status: 400,
    description: 'No field of the submission has content.',
    message: 'The submission has no content. Fill in at least one field.',
    advice: 'Give the form fields with names.',
  },
  submission_invalid: {
    status: 422,
    description:
      'The submission does not fit the `fields` of the form; `errors` has every fault with its field and ' +
      "a code of HTML's `ValidityState`, or `unknownField`.",
    message: 'Some fields are invalid, so nothing was sent. See `errors`.',
    details: ['errors'],
    byPrograms: true,
  },
  submission_too_large: {
    status: 413,
    description:
      'The texts of the submission are larger, its body is more than three times as large, or it has more or longer-named fields, than allowed.',
    message: 'The submission is too large.',
  },
  unsupported_media_type: {
    status: 415,
    description: 'The Content-Type is not one of the three the form endpoint reads.',
    message:
      'The Content-Type must be application/x-www-form-urlencoded, multipart/form-data or ' +
      'application/json, in UTF-8 or with the name of its charset.',
    advice: 'Remove enctype from the form.',
  },
  file_uploads_unsupported: {
    status: 400,
    description: 'A multipart part is a file, and the form takes none (setting `files`).',
    message: 'This form does not accept files. Remove the file and send the text fields alone.',
    advice: 'Remove the field for files, or set files.',
  },
  file_too_large: {
    status: 413,
    description:
      'The files of the submission have more bytes than the form, this service or its mail server takes: `limit`, in bytes, all of them together.',
    message: 'The files are too large for this form. Send fewer or smaller ones.',
    details: ['limit'],
  },
  too_many_files: {
    status: 400,
    description: 'The submission has more files than the form takes: `limit` is how many it takes.',
    message: 'There are more files than this form accepts at once. Send fewer.',
    details: ['limit'],
  },
  file_type_refused: {
    status: 415,
    description:
      'A file is of a type that the form does not take (`allowed`, by its first bytes), or of one that mail ' +
      'providers block. An empty file is of none.',
    message:
      'This form does not accept a file of this type. Its content tells its type, not its name. Send ' +
      'another file.',
    details: ['allowed'],
  },
  file_infected: {
    status: 422,
    description: 'A file was found infected by the virus scanner of this service.',
    message: 'A file is infected with malware, so nothing was sent. Remove it and send the rest.',
  },
  inbox_not_verified: {
    status: 409,
    retryable: true,
    description:
      'The destination inbox has not confirmed the verification email yet, or the form is paused.',
    message: 'This form is not active yet: its owner has to confirm the verification email first.',
    details: ['next_action'],
  },
  origin_not_allowed: {
    status: 403,
    description:
      'The form takes submissions of certain websites (`origins`), and neither the Origin nor, where ' +
      'there is none, the Referer of the request names one of them.',
    message:
      'This form only accepts submissions from the websites that its owner has listed, and this one came ' +
      'from elsewhere. Its owner can add the website to the setting "origins" of the form.',
    byPrograms: true,
  },
  challenge_required: {
    status: 428,
    retryable: true,
    description:
      'The submission needs the solution of a challenge, and has none that is valid: it is missing, wrong, ' +
      'of another form, too old or used.',
    message:
      'Your message was not sent: to keep out spam, this form runs a spam check, which this page ' +
      'did not do. Programs solve `challenge` (ALTCHA, SHA-256) and send the same submission again with the ' +
      'solution in the field altcha.',
    details: ['challenge'],
    byPrograms: true,
  },
  monthly_allowance_exhausted: {
    status: 429,
    description:
      "The inbox's deliveries of this month are used up, or the share of it for forms that its " +
      'owner has not approved.',
    message: 'This form has reached its monthly number of submissions. Try again next month.',
    details: ['used', 'limit', 'resets_at'],
  },
  delivery_failed: {
    status: 503,
    retryable: true,
    description: 'The mail server did not accept the message; nothing was counted.',
    message: 'The message was not delivered and nothing was counted. Please try again later.',
    advice: 'letterslot form show says whether mail to the inbox comes back.',
  },
  webhook_delivery_failed: {
    status: 502,
    retryable: true,
    description: 'The webhook receiver did not accept the call; nothing was counted.',
    message: 'The message was not delivered and nothing was counted. Please try again later.',
  },
  method_not_allowed: {
    status: 405,
    description: 'The path exists, but not for this method; the Allow header lists those it has.',
    message: 'This method is not allowed here. Use one that the Allow header lists.',
  },
  not_found: {
    status: 404,
    description: 'No operation has this path.',
    message: 'This path does not exist. GET /llms.txt or /openapi.json lists those that do.',
  },
  config_incomplete: {
    status: 500,
    description: 'The deployment lacks a part of its configuration that the operation needs.',
    message: 'This deployment is not fully set up. Its operator finds the reason in the logs.',
  },
  internal_error: {
    status: 500,
    retryable: true,
    description: 'The service failed; the fault is logged under the request id.',
    message: 'Something went wrong on our side. Please try again later.',
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The row of a code, typed by its interface rather than its literal type. */
export const errorRow = (code: ErrorCode): ErrorRow => ERROR_CODES[code];

type DetailNames<C extends ErrorCode> = (typeof ERROR_CODES)[C] extends {
  details: readonly (infer K extends keyof DetailFields)[];
}
  ? K
  : never;

/** The details that the row of code C demands of its errors. */
export type ErrorDetails<C extends ErrorCode> = Pick<DetailFields, DetailNames<C>>;

/** Messages that say more exactly than a code what is wrong. Pages have their own words. */
export const ERROR_VARIANTS = {
  doubtful_delivery:
    'The message may not have been delivered: the receiving server did not confirm it. ' +
    'It was not counted; sending it again may deliver it twice.',
  refused_message:
    'The receiving server refused this message for good: the same message will be refused again. ' +
    'It was not delivered and nothing was counted.',
  too_large_for_mail:
    'The message is larger than the receiving server takes, and will be refused again unless it is ' +
    'shorter. It was not delivered and nothing was counted.',
  overloaded: 'The service is busy. Please try again in a few seconds.',
  late_body:
    'The request was not complete in time, so nothing was done. Send it again: the same request may arrive in time.',
  outdated_link:
    'This link is from before the form was stopped. Use the link in the newest email about it.',
  unapproved_form:
    'The owner of the inbox has not approved this form yet, and such forms may deliver only a ' +
    'small part of the month. To lift this, the owner opens the link "Approve this form" in the ' +
    'email "A new form delivers to this inbox".',
  outdated_change:
    'This change of settings is no longer waiting: a later one replaced it, or it is older than ' +
    `${LIMITS.proposalHours} hours. Nothing was changed.`,
  other_origins:
    'This form takes submissions of certain websites already, so nothing was changed. Its owner ' +
    'changes them in the settings of the form.',
  ended_origin_link:
    `This link has ended: it was used before, or is older than ${LIMITS.originLinkDays} days. Nothing was changed; ` +
    'newer emails of the form have a new one.',
  ended_hand_over:
    'This offer has ended: the form has changed since, was stopped, or is with another inbox. Nothing was ' +
    'changed; its owner can offer it again.',
  ended_copy:
    'This form no longer offers copies to this inbox, or the inbox has stopped them since. Nothing was ' +
    'changed; the owner of the form can have the inbox asked again.',
  refused_question:
    'This inbox has refused what the link is about, so it is over. The owner of the form can ask again once such ' +
    'emails are allowed again.',
  paused_form:
    'The form is paused by its owner, so nothing was sent. It takes submissions again when they end ' +
    'the pause.',
  bounced_inbox:
    'This form delivers nothing at the moment: email to its inbox came back. Nothing was sent or counted. ' +
    'Its owner confirms the inbox again with a link from the page for owners.',
  blocked_file:
    'A file is of a kind that email providers block: a program, a script, a disk image, or an archive that has ' +
    'one or cannot be looked into. Nothing was sent.',
  empty_file:
    'A file is empty, so nothing says that it is of a type that this form accepts. Nothing was sent. Save it again, or ' +
    'choose another file.',
  too_many_fields: `The submission has more than ${LIMITS.submissionFields} fields.`,
  long_field_name: `A field name is longer than ${LIMITS.fieldNameCharacters} characters.`,
} as const;

export type ErrorVariant = keyof typeof ERROR_VARIANTS;

/** Those that may succeed later although others of their code do not. */
export const RETRYABLE_VARIANTS: ReadonlySet<ErrorVariant> = new Set(['late_body']);

/** Those of a retryable code that sending the same again soon does not change. */
export const LASTING_VARIANTS: ReadonlySet<ErrorVariant> = new Set([
  'refused_message',
  'too_large_for_mail',
  'bounced_inbox',
]);

import type { Operation } from './operation.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The rows of the tag Submissions. */
export const SUBMISSION_OPERATIONS = {
  submitForm: {
    method: 'POST',
    path: '/f/{formId}',
    tag: 'Submissions',
    summary: 'Submit a form',
    description:
      'Delivers the fields to the inbox and keeps none of them. Reserved fields: `_subject` or ' +
      '`subject`; `_format=json`; `email`, else `_replyto` or `replyto` (reply-to); ' +
      '`_redirect`, `redirect` or `_next` (absolute https, answered with 303); `_test`; and the ' +
      'traps `_gotcha` and `botcheck`, which people leave empty. With `_dry_run=true` everything ' +
      'is checked, nothing is sent or counted, and the answer says what each field would do; with ' +
      '`Authorization: Bearer <management_token>` it has `used` and `limit` too. ' +
      'Captcha tokens and control fields of other services (`_cc`, `_autoresponse`, `_webhook` and ' +
      'the like) are neither honoured nor printed.',
    parameters: ['formId', 'submissionKey'],
    body: {
      mediaTypes: [FORM, 'multipart/form-data', JSON_TYPE],
      schema: {
        type: 'object',
        additionalProperties: true,
        description: 'Flat fields of any name; a repeated key becomes a list.',
      },
      examples: {
        [FORM]: { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello' },
        'multipart/form-data': { name: 'Ada Lovelace', message: 'Hello' },
        [JSON_TYPE]: { name: 'Ada Lovelace', message: 'Hello', _test: true },
      },
    },
    answers: {
      200: {
        description: 'The mail server accepted the message, or a dry run found nothing wrong.',
        schema: 'SubmissionAccepted',
      },
      303: {
        description: 'The mail server accepted the message; go to the page the form named.',
        headers: { Location: 'The URL of the _redirect, redirect or _next field.' },
      },
    },
    errors: [
      'submission_empty',
      'invalid_json',
      'invalid_redirect_url',
      'invalid_idempotency_key',
      'file_uploads_unsupported',
      'route_not_found',
      'inbox_not_verified',
      'submission_too_large',
      'unsupported_media_type',
      'idempotency_key_conflict',
      'rate_limited',
      'monthly_allowance_exhausted',
      'webhook_delivery_failed',
      'delivery_failed',
      'config_incomplete',
      'internal_error',
    ],
    pages: 'visitor',
  },
  showThanks: {
    method: 'GET',
    path: '/thanks',
    tag: 'Submissions',
    summary: 'Show that a message was received',
    description:
      'The page a browser may go to after a script has submitted a form. It says the same to ' +
      'everyone, in the language of its reader.',
    parameters: [],
    answers: { 200: { description: 'A page that thanks.', mediaType: 'text/html' } },
    errors: [],
    pages: 'visitor',
  },
} as const satisfies Record<string, Operation>;

import { createHmac } from 'node:crypto';
import type { Webhook } from './channels/webhook.ts';
import type { Delivery } from '../submissions/delivery.ts';
import { fieldsToObject, toFileSummary } from '../mail/submission-json.ts';
import type { HttpCall } from './http/http-channel.ts';

/** The body of a webhook call: one event of the type `submission.received`. */
function composeEvent({ at, route, submission }: Delivery): string {
  const { subject, replyTo, test, suspicions, files } = submission;
  return JSON.stringify({
    type: 'submission.received',
    timestamp: new Date(at).toISOString(),
    data: {
      form_id: route.formId,
      alias: route.alias,
      test: test !== undefined,
      ...(subject !== undefined && { subject }),
      ...(replyTo !== undefined && { reply_to: replyTo }),
      ...(suspicions && { suspicious: suspicions }),
      fields: fieldsToObject(submission.fields),
      ...(files && { files: files.map(toFileSummary) }),
    },
  });
}

/** The headers that prove a call, as Standard Webhooks names them. */
interface WebhookHeaders extends Record<string, string> {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/** `v1,` and the HMAC-SHA256 of a text under the bytes after `whsec_`. */
function signatureOf(secret: string, text: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/**
 * Signs the exact bytes of `body`, as `id.timestamp.body`; with the secret before this one too, for as
 * long as that holds. `at` is the time of the attempt in milliseconds.
 */
export function signWebhook(
  { secret, previous }: Pick<Webhook, 'secret' | 'previous'>,
  id: string,
  at: number,
  body: string,
): WebhookHeaders {
  const timestamp = String(Math.floor(at / 1000));
  const secrets = previous && at < previous.until ? [secret, previous.secret] : [secret];
  const signatures = secrets.map((each) => signatureOf(each, `${id}.${timestamp}.${body}`));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** The signed call of a form's webhook. */
export const WEBHOOK_CALL: HttpCall<Webhook> = {
  urlOf: ({ url }) => url,
  compose: composeEvent,
  headers: (webhook, { id }, body, at) => signWebhook(webhook, id, at, body),
};

import { createHmac } from 'node:crypto';
import type { Webhook } from '../domain/channels/webhook.ts';
import type { Delivery } from '../domain/submissions/delivery.ts';
import { fieldsToObject } from '../domain/submissions/fields.ts';
import type { HttpCall } from './http/http-channel.ts';

/** The body of a webhook call: one event of the type `submission.received`. */
function composeEvent({ at, route, submission }: Delivery): string {
  const { subject, replyTo, test, suspicions } = submission;
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
    },
  });
}

/** The headers that prove a call, as Standard Webhooks names them. */
interface WebhookHeaders extends Record<string, string> {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs the exact bytes of `body`: `v1,` and the HMAC-SHA256 of `id.timestamp.body` under the bytes
 * after `whsec_`. `at` is the time of the attempt in milliseconds.
 */
export function signWebhook(secret: string, id: string, at: number, body: string): WebhookHeaders {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** The signed call of a form's webhook. */
export const WEBHOOK_CALL: HttpCall<Webhook> = {
  urlOf: ({ url }) => url,
  compose: composeEvent,
  headers: ({ secret }, { id }, body, at) => signWebhook(secret, id, at, body),
};

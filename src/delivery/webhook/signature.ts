import { createHmac } from 'node:crypto';

/** The headers that prove a call, as Standard Webhooks names them. */
export interface WebhookHeaders extends Record<string, string> {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

/**
 * Signs the exact bytes of `body`: `v1,` and the HMAC-SHA256 of `id.timestamp.body` under the bytes
 * behind `whsec_`. `at` is the time of the attempt in milliseconds.
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

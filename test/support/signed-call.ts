import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import type { ChatServices } from './chat-services.ts';
import type { TestService } from './service.ts';
import { until } from './until.ts';

/** One submission, and the call of a webhook that it leads to, as its receiver checks it. */
export async function signedCall(
  service: Pick<TestService, 'submit'>,
  chats: ChatServices,
  formId: string,
) {
  chats.calls.length = 0;
  await service.submit(formId, { message: 'Hello' });
  await until('the call', () => chats.callsOf('webhook').length === 1);
  const { body, headers } = chats.callsOf('webhook')[0] ?? assert.fail();
  const sent = headers as Record<string, string>;
  const at = new Date(Number(sent['webhook-timestamp']) * 1_000);
  return {
    body,
    signatures: String(sent['webhook-signature']).split(' '),
    verify: (secret = '') => new Webhook(secret).verify(body, sent),
    /** The signature that a secret makes, at whatever time the call came. */
    signatureOf: (secret = '') => new Webhook(secret).sign(String(sent['webhook-id']), at, body),
  };
}

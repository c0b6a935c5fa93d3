import {
  BY_URL,
  outsideChannel,
  type Attempt,
  type Sent,
  type TargetConfig,
  type TargetType,
} from './channel.ts';

/** Any https URL of a public host. */
export const TARGET = {
  name: 'Webhook',
  members: BY_URL,
  isSigned: true,
} as const satisfies TargetType;

/** The body of a call: one event of the type `submission.received`. */
function composeEvent({ at, subject, replyTo, suspicions, files, byAgent, ...sent }: Sent): string {
  return JSON.stringify({
    type: 'submission.received',
    timestamp: new Date(at).toISOString(),
    data: {
      form_id: sent.formId,
      alias: sent.alias,
      reference: sent.reference,
      test: sent.isTest,
      ...(byAgent && { agent: true }),
      ...(subject !== undefined && { subject }),
      ...(replyTo !== undefined && { reply_to: replyTo }),
      ...(suspicions && { suspicious: suspicions }),
      fields: sent.fields(),
      ...(files && { files }),
    },
  });
}

/**
 * The headers that prove a call (Standard Webhooks). They sign the exact bytes of the body, also
 * with the previous secret until it expires.
 */
export function signCall(
  { secret, previous }: Pick<TargetConfig, 'secret' | 'previous'>,
  { id, at, body, hmac }: Attempt,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const secrets = previous && at < previous.until ? [secret, previous.secret] : [secret];
  const signatures = secrets.map((each) => {
    const key = each.slice('whsec_'.length);
    return `v1,${hmac(key, `${id}.${timestamp}.${body}`)}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A signed call of a URL that the creator of the form chose. */
export const CHANNEL = /* @__PURE__ */ outsideChannel({
  retryAfter: { awaited: [1_000], queued: [1_000, 4_000] },
  failure: 'webhook_delivery_failed',
  receiver: 'The receiver of the webhook',
  compose: composeEvent,
  headers: signCall,
});

import { setTimeout as wait } from 'node:timers/promises';
import type { Webhook } from '../routes/route.ts';
import { WebhookFailure, type Delivery, type DeliveryChannel } from '../submissions/delivery.ts';
import type { PostWebhook } from './webhook-client.ts';
import { composeWebhookEvent } from './webhook-event.ts';
import { signWebhook } from './webhook-signature.ts';

/** Milliseconds for one delivery with all its attempts, while the visitor waits or not. */
const DEADLINE = 10_000;

interface Parts {
  post: PostWebhook;
  now: () => number;
  /** Milliseconds; shorter in tests. */
  deadline?: number;
}

/** Ends of a call that had a connection: the receiver may have taken it. */
const MAY_HAVE_LANDED: ReadonlySet<string> = new Set([
  'AbortError',
  'ECONNRESET',
  'EPIPE',
  'TimeoutError',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

function toFailure(error: unknown): WebhookFailure {
  if (error instanceof WebhookFailure) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  const reason = typeof code === 'string' ? code : String(name);
  const kind = MAY_HAVE_LANDED.has(reason) ? 'doubtful' : 'refused';
  return new WebhookFailure(reason, undefined, kind);
}

/** Whether a further attempt may do better: no connection, or the receiver's own fault. */
function isTransient({ reason, replyCode }: WebhookFailure): boolean {
  if (replyCode !== undefined) return replyCode >= 500;
  return reason !== 'EFORBIDDENADDRESS' && !reason.startsWith('ERR_TLS');
}

/** Delivers a submission as a signed call; 2xx alone is success, and a redirect is not followed. */
export function createWebhookChannel(parts: Parts): DeliveryChannel {
  const { post, now, deadline = DEADLINE } = parts;

  async function call(webhook: Webhook, id: string, body: string, signal: AbortSignal) {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Letterslot',
      ...signWebhook(webhook.secret, id, now(), body),
    };
    const status = await post(webhook.url, headers, body, signal);
    if (status < 200 || status > 299) throw new WebhookFailure('status', status);
  }

  async function deliver(delivery: Delivery, retryAfter: readonly number[]): Promise<void> {
    const { webhook } = delivery.route;
    if (!webhook) throw new WebhookFailure('no webhook');
    const body = composeWebhookEvent(delivery);
    const signal = AbortSignal.timeout(deadline);
    for (const pause of [...retryAfter, undefined]) {
      try {
        await call(webhook, delivery.id, body, signal);
        return;
      } catch (error) {
        const failure = toFailure(error);
        if (pause === undefined || signal.aborted || !isTransient(failure)) throw failure;
        await wait(pause, undefined, { signal }).catch(() => Promise.reject(failure));
      }
    }
  }

  return { name: 'webhook', admit: () => ({ deliver, leave: () => undefined }) };
}

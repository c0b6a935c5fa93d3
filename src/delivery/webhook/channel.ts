import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../platform/log/log.ts';
import type { Route, Webhook } from '../../domain/routes/route.ts';
import {
  WebhookFailure,
  type Delivery,
  type DeliveryChannel,
  type Share,
} from '../../domain/submissions/delivery.ts';
import { Capacity } from '../capacity.ts';
import { ReceiverBreaker } from './receiver-breaker.ts';
import { Unanswered, type PostWebhook } from './call.ts';
import { composeWebhookEvent } from './event.ts';
import { signWebhook } from './signature.ts';

/** Milliseconds for one delivery with all its attempts, while the visitor waits or not. */
const DEADLINE = 10_000;

/** Deliveries that visitors wait for at the same time. */
const MOST_AWAITED = 256;

/** The parts of what runs or waits that one form gets, and one host with all its forms. */
const PARTS = { form: 8, host: 4 };

interface Parts {
  post: PostWebhook;
  log: Pick<Log, 'webhooksPaused' | 'webhooksResumed'>;
  now: () => number;
  breaker?: ReceiverBreaker;
  /** Milliseconds; shorter in tests. */
  deadline?: number;
}

interface Receiver {
  webhook: Webhook;
  /** Keys of the breaker. */
  form: string;
  host: string;
  shares: readonly Share[];
}

/** Faults of a connection that may be gone a moment later; those of a certificate stay. */
const CONNECTION_FAULTS: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  // The service stops, and the queue has counted the call as dropped.
  'UND_ERR_DESTROYED',
  'UND_ERR_SOCKET',
]);

/** Faults of this process, which say nothing about a receiver. */
const OWN_FAULTS: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS']);

const overloaded = (reason: string) => new WebhookFailure(reason, undefined, 'overloaded');

/** What became of one attempt, and whether a further one may do better. */
function judge(error: unknown): { failure: WebhookFailure; isTransient: boolean } {
  if (error instanceof WebhookFailure) {
    return { failure: error, isTransient: (error.replyCode ?? 0) >= 500 };
  }
  if (!(error instanceof Unanswered)) throw error;
  const { reason, stage } = error;
  const isTransient = CONNECTION_FAULTS.has(reason) || OWN_FAULTS.has(reason);
  return {
    failure: new WebhookFailure(reason, undefined, stage === 'unsent' ? 'refused' : 'doubtful'),
    isTransient: isTransient && stage !== 'answering',
  };
}

/**
 * What a route's receiver is known by. Only a connection that fails speaks against the host: what
 * is answered, and how fast, may be the matter of one form's path.
 */
function receiverOf({ formId, webhook }: Route): Receiver {
  if (!webhook) throw new WebhookFailure('no webhook');
  const { host, hostname } = new URL(webhook.url);
  const shares = [
    { key: `form ${formId}`, of: PARTS.form },
    { key: `host ${hostname}`, of: PARTS.host },
  ];
  return { webhook, form: `form ${formId}`, host: `host ${host}`, shares };
}

/** Delivers a submission as a signed call; 2xx alone is success, and a redirect is not followed. */
export function createWebhookChannel(parts: Parts): DeliveryChannel {
  const { post, log, now, breaker = new ReceiverBreaker(), deadline = DEADLINE } = parts;
  const awaited = new Capacity(MOST_AWAITED);

  async function call(webhook: Webhook, id: string, body: string, signal: AbortSignal) {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Letterslot',
      ...signWebhook(webhook.secret, id, now(), body),
    };
    const status = await post(webhook.url, headers, body, signal);
    if (status < 200 || status > 299) throw new WebhookFailure('status', status);
  }

  /** Calls until it succeeds or no further attempt makes sense. */
  async function insist(webhook: Webhook, delivery: Delivery, retryAfter: readonly number[]) {
    const body = composeWebhookEvent(delivery);
    const signal = AbortSignal.timeout(deadline);
    let landed = false;
    for (const pause of [...retryAfter, undefined]) {
      try {
        await call(webhook, delivery.id, body, signal);
        return;
      } catch (error) {
        const { failure, isTransient } = judge(error);
        landed ||= failure.kind === 'doubtful';
        const { reason, replyCode } = failure;
        const last = landed ? new WebhookFailure(reason, replyCode, 'doubtful') : failure;
        if (pause === undefined || signal.aborted || !isTransient) throw last;
        await wait(pause, undefined, { signal }).catch(() => Promise.reject(last));
      }
    }
  }

  /** What the end of a delivery says about its receiver. */
  function note({ formId }: Route, { form, host }: Receiver, error?: WebhookFailure): void {
    const { kind, reason = '', replyCode = 0 } = error ?? {};
    const failed = (key: string) => {
      const pause = breaker.failed(key);
      if (pause > 0) log.webhooksPaused({ formId, seconds: pause / 1_000 });
    };
    const succeeded = (key: string) => {
      if (breaker.succeeded(key)) log.webhooksResumed({ formId });
    };
    if (kind === 'refused' && replyCode === 0) {
      if (!OWN_FAULTS.has(reason)) failed(host);
      return;
    }
    succeeded(host);
    if (kind === 'doubtful' || replyCode >= 500) failed(form);
    else succeeded(form);
  }

  async function deliver(delivery: Delivery, retryAfter: readonly number[]): Promise<void> {
    const { route } = delivery;
    const receiver = receiverOf(route);
    if (!breaker.enter([receiver.form, receiver.host])) throw overloaded('receiver down');
    try {
      await insist(receiver.webhook, delivery, retryAfter);
      note(route, receiver);
    } catch (error) {
      if (error instanceof WebhookFailure) note(route, receiver, error);
      throw error;
    }
  }

  return {
    name: 'webhook',
    admit(route, place) {
      const { form, host, shares } = receiverOf(route);
      if (!breaker.allows([form, host])) throw overloaded('receiver down');
      // The queue bounds what nobody waits for.
      if (place === 'queued') return { shares, deliver, leave: () => undefined };
      if (!awaited.take(shares)) throw overloaded('too many calls');
      return { shares, deliver, leave: () => awaited.giveBack(shares) };
    },
  };
}

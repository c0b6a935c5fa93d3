import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt, OutsideChannel, TargetConfig } from '../../contract/channels/channel.ts';
import { DeliveryFailure } from '../../contract/service-error.ts';
import { retriesOf, type OutsideTarget } from '../../forms/targets/channels.ts';
import type { Route } from '../../forms/route.ts';
import type { Delivery } from '../../submissions/delivery.ts';
import type { Pause, Room } from '../../submissions/ports.ts';
import type { Log } from '../../platform/log/log.ts';
import { registeredName } from '../../platform/text/host-name.ts';
import { Capacity, type Claim } from '../../platform/waiting/turns.ts';
import { parseRetryAfter } from '../../platform/text/http-headers.ts';
import { Busy, Down, isOwnFault, judge } from './call.ts';
import type { HttpClient } from './client.ts';
import { ReceiverBreaker } from './receiver-breaker.ts';

/** Milliseconds for one delivery with all its attempts, while the visitor waits or not. */
const DEADLINE = 10_000;

/** Milliseconds that visitors wait at most where a receiver asks to come back later. */
const LONGEST_WAIT = 2_000;

/** Deliveries that visitors wait for at the same time. */
const AWAITED = { most: 512, ofOwner: 64, ofOwnerAndDomain: 32, kept: 256, few: 8 };

/** The parts that differ between channels that call a receiver over HTTP. */
export interface HttpCall extends Pick<OutsideChannel, 'urlOf' | 'headers'> {
  /** The body in JSON, the same on every attempt. */
  compose(delivery: Delivery, config: TargetConfig): string;
}

/** Replacements in tests. */
interface Overrides {
  breaker?: ReceiverBreaker;
  /** Milliseconds. */
  deadline?: number;
  retriesOf?: typeof retriesOf;
}

interface HttpContext {
  log: Pick<Log, 'webhooksPaused' | 'webhooksResumed'>;
  now: () => number;
}

/** The parts of a form that a call needs. */
type Called = Pick<Route, 'formId' | 'inbox'>;

/** One delivery to a target. */
interface Calling {
  receiver: Receiver;
  target: OutsideTarget;
  pause: Pause;
}

const hmac: Attempt['hmac'] = (key, text) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');

const sleep: Pause = async (milliseconds, signal) => wait(milliseconds, undefined, { signal });

const USUAL_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Letterslot' };

interface Receiver {
  formId: string;
  /** Keys of the breaker: what the form calls, and its host. */
  form: string;
  host: string;
  claim: Claim;
}

/** Statuses whose answer may say when to come back. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/**
 * Identifies a receiver. Only a failed connection counts against the host: bad or slow answers
 * may concern only the path of one form.
 */
function receiverOf({ formId, inbox }: Called, url: string): Receiver {
  const { host, hostname, pathname } = new URL(url);
  const claim = { owner: inbox.quota, domain: registeredName(hostname) };
  return { formId, form: `form ${formId} ${host}${pathname}`, host: `host ${host}`, claim };
}

/** Calls until an attempt succeeds or no further one makes sense. */
async function callWithRetries(
  attempt: (signal: AbortSignal) => Promise<void>,
  retryAfter: readonly number[],
  { deadline, longestWait, pause }: { deadline: number; longestWait: number; pause: Pause },
): Promise<void> {
  const signal = AbortSignal.timeout(deadline);
  const endsAt = performance.now() + deadline;
  let mayHaveArrived = false;
  for (const next of [...retryAfter, undefined]) {
    try {
      await attempt(signal);
      return;
    } catch (error) {
      const { failure, isTransient, wait: asked = 0 } = judge(error);
      mayHaveArrived ||= failure.kind === 'doubtful';
      const { reason, replyCode } = failure;
      const last = mayHaveArrived ? new DeliveryFailure('doubtful', reason, replyCode) : failure;
      if (next === undefined || signal.aborted || !isTransient) throw last;
      // Waiting for longer than there is time would only keep the room.
      if (asked > longestWait || performance.now() + asked > endsAt) throw last;
      await pause(Math.max(next, asked), signal).catch(() => Promise.reject(last));
    }
  }
}

/** Updates the breaker with the outcome of a delivery. */
function noteOutcome(
  { breaker, log }: { breaker: ReceiverBreaker; log: HttpContext['log'] },
  { formId, form, host }: Receiver,
  error?: DeliveryFailure,
): void {
  const { kind, reason = '', replyCode = 0 } = error ?? {};
  const failed = (key: string) => {
    const pause = breaker.failed(key);
    if (pause > 0) log.webhooksPaused({ formId, seconds: pause / 1_000 });
  };
  const succeeded = (key: string) => {
    if (breaker.succeeded(key)) log.webhooksResumed({ formId });
  };
  if (kind === 'refused' && replyCode === 0) {
    if (!isOwnFault(reason)) failed(host);
    return;
  }
  succeeded(host);
  // It asked for a pause, which has begun.
  if (error instanceof Busy) return;
  if (kind === 'doubtful' || replyCode >= 500) failed(form);
  else succeeded(form);
}

/**
 * Calls of receivers, which share the breaker and the limit for waiting visitors. Only 2xx is
 * success; redirects are not followed.
 */
export class HttpCalls {
  readonly #context: HttpContext;
  readonly #receivers: Pick<HttpClient, 'post'>;
  readonly #breaker: ReceiverBreaker;
  readonly #deadline: number;
  readonly #retriesOf: typeof retriesOf;
  readonly #visitors = new Capacity(AWAITED);

  constructor(
    context: HttpContext,
    receivers: Pick<HttpClient, 'post'>,
    overrides: Overrides = {},
  ) {
    this.#context = context;
    this.#receivers = receivers;
    this.#breaker = overrides.breaker ?? new ReceiverBreaker();
    this.#deadline = overrides.deadline ?? DEADLINE;
    this.#retriesOf = overrides.retriesOf ?? retriesOf;
  }

  /** Room for one call. Throws a DeliveryFailure. */
  admit(call: HttpCall, route: Called, target: OutsideTarget): Room {
    const receiver = receiverOf(route, call.urlOf(target.config));
    const { form, host, claim } = receiver;
    const keys = [form, host];
    if (!this.#breaker.allows(keys)) throw new Down(this.#breaker.wait(keys));
    // Calls that nobody waits for are bounded by the queue.
    const isBounded = target.awaited;
    if (isBounded && !this.#visitors.admit(claim)) {
      throw new DeliveryFailure('overloaded', 'too many calls');
    }
    return {
      claim,
      deliver: (delivery, pause = sleep) =>
        this.#deliver(call, { receiver, target, pause }, delivery),
      leave: () => void (isBounded && this.#visitors.giveBack(claim)),
    };
  }

  async #deliver(
    call: HttpCall,
    { receiver, target, pause }: Calling,
    delivery: Delivery,
  ): Promise<void> {
    const breaker = this.#breaker;
    const { log } = this.#context;
    const body = call.compose(delivery, target.config);
    const attempt = (signal: AbortSignal) =>
      this.#attempt(call, receiver, { id: delivery.id, config: target.config, body }, signal);
    const keys = [receiver.form, receiver.host];
    if (!breaker.enter(keys)) throw new Down(breaker.wait(keys));
    try {
      const deadline = this.#deadline;
      const longestWait = target.awaited ? LONGEST_WAIT : deadline;
      await callWithRetries(attempt, this.#retriesOf(target), { deadline, longestWait, pause });
      noteOutcome({ breaker, log }, receiver);
    } catch (error) {
      if (error instanceof DeliveryFailure) noteOutcome({ breaker, log }, receiver, error);
      throw error;
    }
  }

  async #attempt(
    { urlOf, headers }: HttpCall,
    { formId, form, claim }: Receiver,
    { id, config, body }: { id: string; config: TargetConfig; body: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { log, now } = this.#context;
    const own = headers?.(config, { id, at: now(), body, hmac });
    const { status, retryAfter } = await this.#receivers.post({
      url: urlOf(config),
      headers: { ...USUAL_HEADERS, ...own },
      body,
      claim,
      signal,
    });
    if (status >= 200 && status <= 299) return;
    const asked = BUSY.has(status) ? parseRetryAfter(retryAfter, now()) : undefined;
    if (asked === undefined) throw new DeliveryFailure('refused', 'status', status);
    const paused = this.#breaker.pause(form, asked);
    if (paused > 0) log.webhooksPaused({ formId, seconds: paused / 1_000 });
    throw new Busy(status, { asked, pause: paused });
  }
}

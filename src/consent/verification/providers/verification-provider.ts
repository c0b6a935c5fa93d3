import { setTimeout as sleep } from 'node:timers/promises';
import { parseRetryAfter } from '../../../platform/text/http-headers.ts';
import type { EmailAddress } from '../../../platform/text/email-address.ts';

/** How an exact address stands with a provider. */
export type InboxStanding = 'unknown' | 'pending' | 'verified';

type ProviderName = 'cloudflare' | 'ses';

/** Port: a mail provider that verifies inboxes with its own mails. Throws ProviderFailure. */
export interface VerificationProvider {
  name: ProviderName;
  /**
   * Registers the exact address, unless it is; the provider then mails it, unless it is verified.
   * `again`: mails an address that is still pending once more, by registering it again.
   */
  register(address: EmailAddress, again?: boolean): Promise<'pending' | 'verified'>;
  status(address: EmailAddress): Promise<InboxStanding>;
}

/**
 * How a call to a provider failed:
 * `unavailable`: it failed, throttled us or could not be reached; nothing was registered.
 * `doubtful`: the address was sent and no readable reply came; it may be registered.
 * `refused`: it does not accept this address.
 * `capacity`: it cannot register more addresses for this account.
 * `credentials`: it refuses the deployment's own credentials.
 */
export type ProviderFailureKind =
  'unavailable' | 'doubtful' | 'refused' | 'capacity' | 'credentials';

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  /** A status or error code for the log; the provider's text may quote addresses. */
  readonly reason: string;
  /** How long to wait before the next request, when the provider throttles; milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(kind: ProviderFailureKind, reason: string, retryAfter?: number) {
    super(`verification provider ${kind}: ${reason}`);
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/** Milliseconds for all requests of one provider call, waiting included. */
export const PROVIDER_DEADLINE = 10_000;

/** Bytes of a provider's reply; a page of 50 addresses has about 15,000. */
export const MAX_REPLY_BYTES = 1_048_576;

const MAX_TRIES = 3;
const LEAST_WAIT = 250;
const USUAL_WAIT = 1_000;

/** The time of one provider call, shared by all of its requests. */
export class TimeLimit {
  readonly signal: AbortSignal;
  readonly #endsAt: number;

  constructor(milliseconds: number) {
    this.signal = AbortSignal.timeout(milliseconds);
    this.#endsAt = performance.now() + milliseconds;
  }

  leaves(milliseconds: number): boolean {
    return performance.now() + milliseconds < this.#endsAt;
  }

  /**
   * Rejects when the time is over, even if a step takes no signal, such as a search for
   * credentials.
   */
  async bound<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = () => reject(this.signal.reason);
    if (this.signal.aborted) stop();
    this.signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([work, promise]);
    } finally {
      this.signal.removeEventListener('abort', stop);
    }
  }
}

/**
 * Milliseconds to wait before a throttled request is repeated; a second, if its answer says
 * nothing.
 */
export const waitAfter = (retryAfter: string | null | undefined): number =>
  Math.max(parseRetryAfter(retryAfter, Date.now()) ?? USUAL_WAIT, LEAST_WAIT);

/** Repeats a throttled request when the wait that the provider asks for fits into the limit. */
export async function retryThrottled<T>(limit: TimeLimit, request: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await request();
    } catch (error) {
      const wait = error instanceof ProviderFailure ? error.retryAfter : undefined;
      if (wait === undefined || tries === MAX_TRIES || !limit.leaves(wait)) throw error;
      await sleep(wait);
    }
  }
}

/** Faults after which a request may have been carried out anyway. */
const AFTER_SENDING = new Set([
  'TimeoutError',
  'AbortError',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return error.name;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : faultOf(error.cause);
}

/** The failure of a request without a reply; `registers`: it may have registered the address. */
export function unanswered(error: unknown, registers: boolean): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const fault = faultOf(error);
  const doubtful = registers && AFTER_SENDING.has(fault);
  return new ProviderFailure(doubtful ? 'doubtful' : 'unavailable', fault);
}

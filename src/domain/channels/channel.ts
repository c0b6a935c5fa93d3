import type { ErrorVariant } from '../../contract/error-codes.ts';

/** A destination besides or instead of the inbox, as its owner sees it before agreeing. */
export interface Destination {
  /** A host or the like, shown on its own line, so that no long address hides it. */
  place: string;
  /** The complete destination. */
  address: string;
}

/** The codes that a submitter can get for a delivery that failed. */
export type DeliveryCode = 'delivery_failed' | 'webhook_delivery_failed';

/** Everything about a channel except delivering, which is in `delivery/channels`. */
export interface Channel {
  /** Milliseconds before each further attempt, while a visitor waits and in the background. */
  retryAfter: { awaited: readonly number[]; queued: readonly number[] };
  /** The error code for a submitter who waited for a failed delivery. */
  failure: DeliveryCode;
  /** What takes its deliveries, as the subject of a sentence. */
  receiver: string;
}

/** A channel to elsewhere than the inbox, whose owner has to agree to each destination first. */
export interface OutsideChannel<Config> extends Channel {
  /** Reads its part of a request; undefined where that is missing. Throws the code of a fault. */
  parse(given: Readonly<Record<string, unknown>>, ownHost: string): Config | undefined;
  destination(config: Config): Destination;
  /** The part of a creation that has to be equal when it is repeated with its Idempotency-Key. */
  identity(config: Config): string;
}

/**
 * `refused`: the other side refused, or did not get all of it; nothing was delivered.
 * `doubtful`: all of it was sent, but no readable reply came; it may have been delivered.
 * `overloaded`: never tried, because too much is waiting or the other side fails every time.
 */
export type FailureKind = 'refused' | 'doubtful' | 'overloaded';

/** A delivery failed. Has class and status for the log; never text from the other side. */
export class DeliveryFailure extends Error {
  readonly kind: FailureKind;
  /** An error code or the like. */
  readonly reason: string;
  /** The reply or status code, if the other side replied. */
  readonly replyCode: number | undefined;

  constructor(kind: FailureKind, reason: string, replyCode?: number) {
    super(`delivery ${kind}: ${reason}`);
    this.name = 'DeliveryFailure';
    this.kind = kind;
    this.reason = reason;
    this.replyCode = replyCode;
  }

  /** Whether sending the same again makes sense; undefined where the error code says enough. */
  get variant(): ErrorVariant | undefined {
    return this.kind === 'doubtful' ? 'doubtful_delivery' : undefined;
  }
}

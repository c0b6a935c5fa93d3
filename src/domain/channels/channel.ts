import type { ErrorVariant } from '../../contract/error-codes.ts';

/** Where submissions go beside or instead of the inbox, as its owner sees it before agreeing. */
export interface Destination {
  /** A host, or the like, on a line of its own, so that no long address hides it. */
  place: string;
  /** All of it. */
  address: string;
}

/** The codes that a submitter can get for a delivery that failed. */
export type DeliveryCode = 'delivery_failed' | 'webhook_delivery_failed';

/** A way to deliver, described: everything but the delivering itself, which is `delivery/channels`. */
export interface Channel {
  /** Milliseconds before each further attempt, where a visitor waits, and in the background. */
  retryAfter: { awaited: readonly number[]; queued: readonly number[] };
  /** What a submitter who waited gets when it failed. */
  failure: DeliveryCode;
}

/** A channel that leads away from the inbox, so that the inbox agrees to each destination first. */
export interface OutsideChannel<Config> extends Channel {
  /** Reads what a request says of it; undefined where it says too little. Throws the code of a fault. */
  parse(given: Readonly<Record<string, unknown>>, ownHost: string): Config | undefined;
  destination(config: Config): Destination;
  /** What a creation is compared by when it is repeated with its Idempotency-Key. */
  identity(config: Config): string;
}

/**
 * `refused`: the other side refused, or never got the whole of it; nothing was delivered.
 * `doubtful`: it was handed over and no reply came that can be read; it may have been delivered.
 * `overloaded`: it was never tried, because too much waits or the other side fails every time.
 */
export type FailureKind = 'refused' | 'doubtful' | 'overloaded';

/** A delivery failed. Class and status for the log; never the words of the other side. */
export class DeliveryFailure extends Error {
  readonly kind: FailureKind;
  /** An error code or the like. */
  readonly reason: string;
  /** The reply or status code, where the other side replied. */
  readonly replyCode: number | undefined;

  constructor(kind: FailureKind, reason: string, replyCode?: number) {
    super(`delivery ${kind}: ${reason}`);
    this.name = 'DeliveryFailure';
    this.kind = kind;
    this.reason = reason;
    this.replyCode = replyCode;
  }

  /** What it means for sending the same again; undefined where the error code says it all. */
  get variant(): ErrorVariant | undefined {
    return this.kind === 'doubtful' ? 'doubtful_delivery' : undefined;
  }
}

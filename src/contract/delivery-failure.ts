import type { ErrorVariant } from './error-codes.ts';

/**
 * `refused`: the other side refused, or did not get all of it; nothing was delivered.
 * `doubtful`: all of it was sent, but no readable reply came; it may have been delivered.
 * `overloaded`: never tried, because too much is waiting or the other side fails every time.
 */
export type FailureKind = 'refused' | 'doubtful' | 'overloaded';

/** Seconds after which a queue that is full usually has room. */
const ROOM_AFTER = 5;

const VARIANTS: Partial<Record<FailureKind, ErrorVariant>> = {
  doubtful: 'doubtful_delivery',
  overloaded: 'overloaded',
};

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

  /** Whether sending the same again makes sense; undefined if the error code says enough. */
  get variant(): ErrorVariant | undefined {
    return VARIANTS[this.kind];
  }

  /** Seconds after which sending the same again makes sense, if known. */
  get retryAfterSeconds(): number | undefined {
    return this.kind === 'overloaded' ? ROOM_AFTER : undefined;
  }

  /** The same as details of an error. */
  get retryDetails(): { retry_after_seconds: number } | undefined {
    const seconds = this.retryAfterSeconds;
    return seconds === undefined ? undefined : { retry_after_seconds: seconds };
  }
}

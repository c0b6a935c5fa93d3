import type { ErrorVariant } from '../../contract/error-codes.ts';
import type { FormTarget } from '../../contract/form-targets.ts';

/** A destination besides or instead of the inbox, as its owner sees it before agreeing. */
export interface Destination {
  /** A host or the like, shown on its own line, so that no long address hides it. */
  place: string;
  /** The complete destination. */
  address: string;
}

/** A signing secret that was replaced, and until when it signs too; milliseconds since the epoch. */
export interface OldSecret {
  secret: string;
  until: number;
}

/** The secrets that sign the calls of a target. */
export interface TargetSecrets {
  secret?: string;
  previous?: OldSecret;
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
  /** What statuses mean there, for the owner of a form: sentences about what to do. */
  advice?: Readonly<Record<number, string>>;
}

/** A channel to elsewhere than the inbox, whose owner has to agree to each destination first. */
export interface OutsideChannel<Config> extends Channel {
  /** A target of the settings, whose members fit. */
  fromTarget(target: FormTarget, secrets: TargetSecrets): Config;
  destination(config: Config): Destination;
  /** What makes two configurations the same target; `PUT` of the same one keeps its state. */
  identity(config: Config): string;
}

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

  /** Whether sending the same again makes sense; undefined where the error code says enough. */
  get variant(): ErrorVariant | undefined {
    return VARIANTS[this.kind];
  }

  /** Seconds after which sending the same again makes sense, where they are known. */
  get retryAfterSeconds(): number | undefined {
    return this.kind === 'overloaded' ? ROOM_AFTER : undefined;
  }

  /** The same as details of an error. */
  get retryDetails(): { retry_after_seconds: number } | undefined {
    const seconds = this.retryAfterSeconds;
    return seconds === undefined ? undefined : { retry_after_seconds: seconds };
  }
}

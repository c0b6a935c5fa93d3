import {
  ERROR_VARIANTS,
  errorRow,
  RETRYABLE_VARIANTS,
  type ErrorCode,
  type ErrorDetails,
  type ErrorVariant,
} from './error-codes.ts';
import type { LanguageId } from './enums.ts';
import type { ErrorEnvelope } from './schemas.ts';

interface Wording {
  /** Replaces the table's sentence if the call site knows more; never holds input. */
  message?: string;
  /** Which variant of the code it is; its row has the sentence, and pages translate it. */
  variant?: ErrorVariant;
  /** The form's field that is at fault; pages name it. */
  field?: string;
  /** Details with sentences, in another language than English. */
  explainIn?: (language: LanguageId) => object;
  cause?: unknown;
}

/** Details of any error: when to retry, doubt, a misspelt name, failed places, and all faults. */
type Extras = {
  retry_after_seconds?: number;
  doubtful?: true;
  did_you_mean?: string;
  reasons?: Readonly<Record<string, string>>;
  errors?: readonly { path: string; message: string; did_you_mean?: string }[];
};

/** Stands in a message for how long to wait. */
const WAIT = '{wait}';

/** A message with the seconds of its error in it, which clients that show only the message need. */
export const tellWait = (message: string, seconds: number | undefined): string =>
  message.replace(WAIT, `${seconds} second${seconds === 1 ? '' : 's'}`);

type DetailArguments<C extends ErrorCode> = keyof ErrorDetails<C> extends never
  ? [details?: Extras, wording?: Wording]
  : [details: ErrorDetails<C>, wording?: Wording];

/**
 * The one error that features throw on purpose. `web/http` maps it to the contract's envelope;
 * its `cause` only gives the log an error class and never leaves the process.
 */
export class ServiceError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: object;
  readonly variant: ErrorVariant | undefined;
  readonly field: string | undefined;
  readonly explainIn: Wording['explainIn'];

  constructor(code: C, ...[details, wording]: DetailArguments<C>) {
    const { variant, cause } = wording ?? {};
    const known = variant ? ERROR_VARIANTS[variant] : errorRow(code).message;
    const text = wording?.message ?? known;
    super(text.includes(WAIT) ? tellWait(text, (details as Extras).retry_after_seconds) : text, {
      cause,
    });
    this.name = 'ServiceError';
    this.code = code;
    this.details = details ?? {};
    this.variant = variant;
    this.field = wording?.field;
    this.explainIn = wording?.explainIn;
  }

  get status(): number {
    return errorRow(this.code).status;
  }

  /** True if the identical request may succeed later. */
  get retryable(): boolean {
    const { variant } = this;
    const { retryable = variant !== undefined && RETRYABLE_VARIANTS.has(variant) } = errorRow(
      this.code,
    );
    return retryable;
  }

  /** The contract's ErrorEnvelope. */
  toEnvelope(): ErrorEnvelope {
    const { retryable } = this;
    return { success: false, error: this.code, message: this.message, retryable, ...this.details };
  }
}

const METHODS = new Intl.ListFormat('en', { type: 'disjunction' });

/** The refusal of a method, which names the ones that the `Allow` header of the path lists. */
export function methodNotAllowed(method: string, allow: string): ServiceError {
  const named = allow.split(', ').filter((name) => name !== 'HEAD' && name !== 'OPTIONS');
  // Methods that no path answers come as TRACE.
  const refused = method === 'TRACE' ? 'This method' : method;
  const message = `${refused} is not allowed here. Use ${METHODS.format(named)}.`;
  return new ServiceError('method_not_allowed', undefined, { message });
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

  /** Tells if a retry makes sense; undefined if the error code says enough. */
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

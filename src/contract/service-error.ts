import {
  ERROR_CODES,
  ERROR_VARIANTS,
  type ErrorCode,
  type ErrorDetails,
  type ErrorVariant,
} from './error-codes.ts';
import type { ErrorEnvelope } from './schemas.ts';

interface Wording {
  /** Replaces the table's sentence where the call site knows more; never holds input. */
  message?: string;
  /** Which of several things it is; its row has the sentence, and pages have it in every language. */
  variant?: ErrorVariant;
  cause?: unknown;
}

/** When to try again, which an error of any code may say. */
type Retry = { retry_after_seconds?: number };

type DetailArguments<C extends ErrorCode> = keyof ErrorDetails<C> extends never
  ? [details?: Retry, wording?: Wording]
  : [details: ErrorDetails<C>, wording?: Wording];

/**
 * The one error that rooms throw on purpose. `http` maps it to the contract's envelope in one place;
 * its `cause` is for the log's error class only and never leaves the process.
 */
export class ServiceError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: object;
  readonly variant: ErrorVariant | undefined;

  constructor(code: C, ...[details, wording]: DetailArguments<C>) {
    const { variant, cause } = wording ?? {};
    const known = variant ? ERROR_VARIANTS[variant] : ERROR_CODES[code].message;
    super(wording?.message ?? known, { cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = details ?? {};
    this.variant = variant;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  /** The contract's ErrorEnvelope. */
  toEnvelope(): ErrorEnvelope {
    const { retryable } = ERROR_CODES[this.code];
    return { success: false, error: this.code, message: this.message, retryable, ...this.details };
  }
}

import { ERROR_CODES, type ErrorCode, type ErrorDetails } from './error-codes.ts';
import type { ErrorEnvelope } from './schemas.ts';

interface Wording {
  /** Replaces the table's sentence where the call site knows more; never holds input. */
  message?: string;
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

  constructor(code: C, ...[details, wording]: DetailArguments<C>) {
    super(wording?.message ?? ERROR_CODES[code].message, { cause: wording?.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = details ?? {};
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

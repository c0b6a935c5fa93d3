import {
  ERROR_VARIANTS,
  errorRow,
  RETRYABLE_VARIANTS,
  type ErrorCode,
  type ErrorDetails,
  type ErrorVariant,
} from './error-codes.ts';
import type { ErrorEnvelope } from './schemas.ts';

interface Wording {
  /** Replaces the table's sentence if the call site knows more; never holds input. */
  message?: string;
  /** Which variant of the code it is; its row has the sentence, and pages translate it. */
  variant?: ErrorVariant;
  /** The form's field that is at fault; pages name it. */
  field?: string;
  cause?: unknown;
}

/** Details of errors of any code: when to try again, and why each place did not get a test. */
type Extras = { retry_after_seconds?: number; reasons?: Readonly<Record<string, string>> };

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

  constructor(code: C, ...[details, wording]: DetailArguments<C>) {
    const { variant, cause } = wording ?? {};
    const known = variant ? ERROR_VARIANTS[variant] : errorRow(code).message;
    super(wording?.message ?? known, { cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = details ?? {};
    this.variant = variant;
    this.field = wording?.field;
  }

  get status(): number {
    return errorRow(this.code).status;
  }

  /** Whether the identical request may succeed later. */
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

/** An error's own code: a SQLSTATE, or that of the system or the client; empty without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The answer to a statement that may not be repeated was lost: it was executed, or not. */
export class AnswerLost extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('the answer of the database was lost', { cause });
    this.name = 'AnswerLost';
    this.code = codeOf(cause);
  }
}

/** The store cannot be opened or used; its message is for the operator. */
export class StoreError extends Error {
  /** The message again. It quotes nothing that was sent, so it may be logged. */
  readonly advice: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.advice = message;
  }
}

/** The store cannot be reached now; a later start may succeed. */
export class StoreUnavailable extends StoreError {}

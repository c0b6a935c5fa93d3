import { StoreError, StoreUnavailable } from './store.ts';

/** What became of a statement that failed. */
export type Verdict =
  /** Surely not executed; the same host will do. */
  | 'again'
  /** Surely not executed; this host does not serve now. */
  | 'elsewhere'
  /** The connection ended before the answer: executed, or not. */
  | 'unknown'
  | 'fault';

/** By SQLSTATE. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  '40001': 'again', // serialization_failure
  '40P01': 'again', // deadlock_detected
  '25006': 'elsewhere', // read_only_sql_transaction
  '57P01': 'elsewhere', // admin_shutdown
  '57P02': 'unknown', // crash_shutdown
  '40003': 'unknown', // statement_completion_unknown
};

/** Class 08 is connection_exception; the others are the system's, of sockets. */
const LOST = /^(08...|E[A-Z]+)$/;

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** SQLSTATEs that stay as they are until somebody mends the configuration. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the user or the password',
  '28000': 'it does not let the user in',
  '3D000': 'it has no such database',
  '42501': 'the user may not make or use the tables',
};

/** SQLSTATE, or the code of the system or the client; blank without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Of a statement that was sent. Errors without a code are the client's, of a lost connection. */
export function judgeStatement(error: unknown): Verdict {
  const code = codeOf(error);
  if (code === '' || LOST.test(code)) return 'unknown';
  return VERDICTS[code] ?? 'fault';
}

/** Of a connection that could not be had: nothing was sent. */
export function judgeConnection(error: unknown): Verdict {
  return codeOf(error) in REFUSALS ? 'fault' : 'elsewhere';
}

/** Says of a failed start what to do about it; `place` names the database. */
export function toStoreError(place: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const code = codeOf(cause);
  const refusal = REFUSALS[code];
  if (refusal) return new StoreError(`Cannot use ${place}: ${refusal} (${code}).`, { cause });
  if (SQLSTATE.test(code) && judgeStatement(cause) === 'fault') {
    return new StoreError(`Cannot use ${place} (SQLSTATE ${code}).`, { cause });
  }
  const reason = code || (cause instanceof Error ? cause.message : 'unknown');
  return new StoreUnavailable(`Cannot reach ${place} (${reason}).`, { cause });
}

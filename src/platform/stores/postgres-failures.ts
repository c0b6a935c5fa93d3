import { codeOf, StoreError, StoreUnavailable } from './store-errors.ts';

/** A failed statement: was it executed, and is it tried again? */
export type Verdict =
  /** Surely not executed; may be tried again on the same host. */
  | 'again'
  /** Surely not executed: every connection of this process is in use. */
  | 'busy'
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
  '57P03': 'elsewhere', // cannot_connect_now: it starts, or recovers
  '53300': 'elsewhere', // too_many_connections
  '40003': 'unknown', // statement_completion_unknown
};

/** Class 08 is connection_exception; the others are the system's, of sockets. */
const LOST = /^(08...|E[A-Z]+)$/;

const SQLSTATE = /^[0-9A-Z]{5}$/;

const UNTRUSTED =
  'its certificate is not signed by a trusted authority. Name the authority in sslrootcert or ' +
  'NODE_EXTRA_CA_CERTS';

/** Failures that last until the configuration changes, by SQLSTATE or system code. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'it refuses the user or the password',
  '28000': 'it does not let this user log in',
  '3D000': 'it has no such database',
  '3F000': 'the user has no schema to create tables in: create one, and name it in search_path',
  '42501': 'the user has no permission to create or use the tables',
  '42P05': 'a pooler hands each transaction another session: write prepare=false',
  '26000': 'a pooler hands each transaction another session: write prepare=false',
  ENOPASSWORD: 'it asks for a password, and the URL has none',
  ELOGIN: 'it asks for a login that is not supported: use scram-sha-256',
  EBINDING: 'it offers no channel binding: leave channel_binding out, or turn TLS on at the server',
  ENOTLS:
    'it offers no TLS: turn it on at the server, or write sslmode=disable on a network you trust',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name than the one in the URL',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** A handshake that pg ends without a code; this service gives it one. */
export class HandshakeFault extends Error {
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super('the handshake with PostgreSQL failed', options);
    this.code = code;
  }
}

/** Gives a code to errors that pg describes in words only; others stay as they are. */
export function toHandshakeFault(error: Error, hasPassword: boolean): Error {
  const { message: text } = error;
  if (text.includes('does not support SSL')) return new HandshakeFault('ENOTLS', { cause: error });
  if (!text.startsWith('SASL: ')) return error;
  const code = text.includes('password must be') && !hasPassword ? 'ENOPASSWORD' : 'ELOGIN';
  return new HandshakeFault(code, { cause: error });
}

/**
 * For a statement that was sent. Errors without a code are the client's, about a lost connection.
 */
export function judgeStatement(error: unknown): Verdict {
  const code = codeOf(error);
  if (code === '' || LOST.test(code)) return 'unknown';
  return VERDICTS[code] ?? 'fault';
}

/** True if the configuration has to change. */
export const isRefusal = (error: unknown): boolean => Object.hasOwn(REFUSALS, codeOf(error));

/** pg-pool's message when no connection became free in time. */
const POOL_BUSY = 'timeout exceeded when trying to connect';

/** For a connection that could not be opened: nothing was sent. */
export function judgeConnection(error: unknown): Verdict {
  if (error instanceof Error && error.message === POOL_BUSY) return 'busy';
  return isRefusal(error) ? 'fault' : 'elsewhere';
}

/** Says what to do about a failed start; `place` names the database. */
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

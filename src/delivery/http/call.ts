import { DeliveryFailure } from '../../contract/service-error.ts';
import type { Claim } from '../../platform/waiting/turns.ts';

/**
 * How far a call without a status came. `unsent`: nothing was sent; `sent`: no answer came;
 * `answering`: an answer began but cannot be read.
 */
export type Stage = 'unsent' | 'sent' | 'answering';

/** A call ended without a status. */
export class Unanswered extends Error {
  /** For the log: an error code or name, never text from the receiver. */
  readonly reason: string;
  readonly stage: Stage;

  constructor(stage: Stage, cause: unknown) {
    super(`call ${stage}`, { cause });
    const { code, name } = cause as { code?: unknown; name?: unknown };
    this.reason = typeof code === 'string' ? code : String(name);
    this.stage = stage;
  }
}

export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** On whose behalf its host is looked up. */
  claim: Claim;
  signal: AbortSignal;
}

/** The head of an answer. */
export interface Answer {
  status: number;
  /** The header `Retry-After`, as it came. */
  retryAfter?: string | undefined;
}

/** Faults of a connection that may pass in a moment; those of a certificate do not. */
const CONNECTION_FAULTS: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  // The service is stopping; the queue counts the call as dropped.
  'UND_ERR_DESTROYED',
  'UND_ERR_SOCKET',
]);

const OWN_FAULTS: ReadonlySet<string> = new Set([
  'EADDRNOTAVAIL',
  // Too many names are looked up.
  'EBUSY',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
]);

/** True if a fault is one of this process, which says nothing about a receiver. */
export const isOwnFault = (reason: string): boolean => OWN_FAULTS.has(reason);

const toSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1_000));

/** A refusal that says when to come back, and the pause that it began; in milliseconds. */
export class Busy extends DeliveryFailure {
  readonly wait: number;
  readonly #pause: number;

  constructor(status: number, { asked, pause }: { asked: number; pause: number }) {
    super('refused', 'status', status);
    this.wait = asked;
    this.#pause = pause;
  }

  override get retryAfterSeconds(): number {
    return toSeconds(this.#pause);
  }
}

/** The receiver is not called for so many milliseconds. */
export class Down extends DeliveryFailure {
  readonly #wait: number;

  constructor(milliseconds: number) {
    super('overloaded', 'receiver down');
    this.#wait = milliseconds;
  }

  override get variant(): undefined {
    return undefined;
  }

  override get retryAfterSeconds(): number {
    return toSeconds(this.#wait);
  }
}

interface Verdict {
  failure: DeliveryFailure;
  isTransient: boolean;
  /** Milliseconds before the next attempt, where the receiver asks for them. */
  wait?: number;
}

/** The failure of one attempt, and whether another one may succeed. */
export function judge(error: unknown): Verdict {
  if (error instanceof Busy) return { failure: error, isTransient: true, wait: error.wait };
  if (error instanceof DeliveryFailure) {
    return { failure: error, isTransient: (error.replyCode ?? 0) >= 500 };
  }
  if (!(error instanceof Unanswered)) throw error;
  const { reason, stage } = error;
  const isTransient = CONNECTION_FAULTS.has(reason) || isOwnFault(reason);
  return {
    failure: new DeliveryFailure(stage === 'unsent' ? 'refused' : 'doubtful', reason),
    isTransient: isTransient && stage !== 'answering',
  };
}

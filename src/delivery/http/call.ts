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

/** What the head of an answer says. */
interface Answer {
  status: number;
  /** The header `Retry-After`, as it came. */
  retryAfter?: string | undefined;
}

/** Posts a body and returns the answer; rejects with Unanswered when there is none. */
export type Post = (call: Call) => Promise<Answer>;

/**
 * How far a call came that brought no status: `unsent`: nothing of it left; `sent`: no answer came;
 * `answering`: an answer began that cannot be read.
 */
export type Stage = 'unsent' | 'sent' | 'answering';

/** A call brought no status. */
export class Unanswered extends Error {
  /** Class for the log: an error code or name, never the receiver's words. */
  readonly reason: string;
  readonly stage: Stage;

  constructor(stage: Stage, cause: unknown) {
    super(`call ${stage}`, { cause });
    const { code, name } = cause as { code?: unknown; name?: unknown };
    this.reason = typeof code === 'string' ? code : String(name);
    this.stage = stage;
  }
}

/** Posts a body and returns the status of the answer; rejects with Unanswered when there is none. */
export type Post = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<number>;

import type { MailFailure } from '../../mail/mailer.ts';
import type { Deadline, Letter } from './transaction.ts';

/** The server closed the session while it was idle, or takes nothing on it; a fresh one may do. */
export class StaleSession extends Error {}

/** A message for one recipient, composed when it is its turn. */
export interface Outgoing {
  compose(): Letter;
  deadline: Deadline;
}

/** Whose messages a session carries. */
export interface Sender<Sent, Session> {
  /** The message to send after the current one on the same session, if there is one. */
  nextOf(): Sent | undefined;
  /**
   * The server accepted the message, without `fault`; a StaleSession: retry on a fresh session; a
   * MailFailure: `doubtful` if handed over but no reply came. `next` was to follow it.
   */
  ended(session: Session, message: Sent, fault?: Error, next?: Sent): void;
}

/** Needs a session: a message or, without `compose`, a check of the server. */
export interface Seeker<Result> extends Partial<Outgoing> {
  deadline: Deadline;
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** It takes a used session only if the server opens no other. */
  wantsFresh?: boolean;
  /** One of the sessions that are being opened is for it. */
  isAsked?: boolean;
  /** How the server refused it a session while others worked. */
  refusal?: MailFailure;
}

export type Message = Seeker<void> & Outgoing;

import type { Route } from '../../forms/route.ts';
import type { Solution } from '../challenges/index.ts';
import type { Submission } from '../posted/submission.ts';

/** The kind of a request for delivery; each kind has rates of its own. */
export type Purpose = 'submit' | 'dry-run' | 'test';

/** One request to a form, from before its body is read until it is answered. */
export interface Attempt {
  /** Counts it, as what was solved or as what was not; throws `rate_limited`. */
  count(purpose: Purpose, isSolved: boolean): Promise<void> | undefined;
  /** It was answered. What was not counted by then counts as refused. */
  end(): void;
  /** Set for servers with a key: checks the rates of their visitor; throws `rate_limited`. */
  speakFor?(caller: string): void;
}

/** Who submits: names for the rate limit and the log, and the key of its retries. */
export interface Submitter {
  caller: string;
  /** A server that speaks for `caller`: mails count in the budgets of its network. */
  server?: string | undefined;
  requestId: string;
  idempotencyKey?: string | undefined;
  /** A test of a form has none: nothing of its request is read. */
  attempt?: Attempt | undefined;
}

/** Undoes one step for a submission that is not delivered. Never rejects. */
type Undo = () => unknown;

/** A submission on its way through the gates of its form. */
export interface Passing extends Submitter {
  readonly purpose: Purpose;
  /** A dry run that hears nothing of marks, and for which no neighbour works. */
  isBlind: boolean;
  /** As it is now. */
  route: Route;
  /** With its marks, and its files as the mail has them. */
  submission: Submission;
  /** To be used up by its delivery, where it needs one. */
  solution?: Solution | undefined;
  /** Undo what was noted and taken for it. */
  readonly undos: Undo[];
}

/** Throws the reason to refuse a submission, or notes something. Waits only if necessary. */
export type Check = (passing: Passing) => undefined | Promise<void>;

/** Undoes the steps, the last one first. */
export async function undo({ undos }: Pick<Passing, 'undos'>): Promise<void> {
  for (let last = undos.pop(); last; last = undos.pop()) await last();
}

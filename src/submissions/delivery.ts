import { errorRow } from '../contract/error-codes.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { SentFact } from '../mail/as-submitted.ts';
import type { MailFact } from '../mail/quoted-facts.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Route } from '../forms/route.ts';
import type { Submission } from './posted/submission.ts';

/** One accepted submission that is being delivered. */
export interface Delivery {
  /** Names the request in the log. */
  requestId: string;
  /** Its id for webhook receivers, the same on every attempt. */
  id: string;
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  route: Route;
  submission: Submission;
  /** The client that sent it, in the budgets of mails; undefined for a test of the form. */
  caller?: string | undefined;
  /** Its sender has solved a challenge for it. */
  isSolved?: boolean;
  /** Its fields as the mail shows them. */
  facts: readonly MailFact[];
  /** Submitted names and values that differ from the mail's; the receipt proves both. */
  sent?: readonly SentFact[] | undefined;
  /** Signed proof of the delivered content, for both sides. */
  receipt: string;
  /** By which its mails leave. */
  outbox: Outbox;
}

/**
 * A submission's outcome as a sign of an attack: delivered without a solution (`plain`, `marked`),
 * `trapped`, refused or asked for a solution (`held_back`), or `solved`.
 */
export type Arrival = 'plain' | 'marked' | 'trapped' | 'held_back' | 'solved';

/** True if a refusal of an active form tells of an attack. */
export const isHeldBack = ({ status }: Route, error: unknown): boolean =>
  status === 'active' && error instanceof ServiceError && errorRow(error.code).byPrograms === true;

import type { SentFact } from '../mail/as-submitted.ts';
import type { MailFact } from '../mail/quoted-facts.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { ChannelName } from '../contract/channels.ts';
import type { Target } from '../forms/targets/channels.ts';
import type { Claim } from '../platform/waiting/turns.ts';
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
  /** Names and values, as they were submitted, where the mail shows something else; the receipt proves both. */
  sent?: readonly SentFact[] | undefined;
  /** Signed proof of the delivered content, for both sides. */
  receipt: string;
  /** By which its mails leave. */
  outbox: Outbox;
}

/** Waits for so many milliseconds before a further attempt; others may run instead. Rejects when aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Room for one delivery. */
export interface Room {
  /** For the queue, if the delivery waits there. */
  claim: Claim;
  /** Delivers to the target; throws a DeliveryFailure. */
  deliver(delivery: Delivery, pause?: Pause): Promise<void>;
  /** Releases the room; called once, after the delivery or instead of it. */
  leave(): void;
}

/** Port: the part of a channel that delivers. */
export interface DeliveryChannel {
  /** Throws a DeliveryFailure of the kind `overloaded` if there is no room: nothing was tried. */
  admit(route: Route, target: Target, outbox: Outbox): Room;
}

export type DeliveryChannels = Readonly<Record<ChannelName, DeliveryChannel>>;

/**
 * Runs a task after the answer; false when the queue is full, in total or for its claim. `label` names the
 * task if a stop drops it; `dropped` is called if it must give its place to another owner's.
 */
export type RunInBackground = (
  task: (pause: Pause) => Promise<void>,
  claim?: Claim,
  about?: { label?: string; dropped?: () => void },
) => boolean;

/**
 * Mails that follow a delivery and never fail it: to copies, to the visitor. Called when the first target
 * has it, waited for; resolves to what the report says of them, and never rejects. Undefined if nothing
 * follows this one.
 */
export type Follow = (delivery: Delivery) => Promise<Readonly<Record<string, string>>> | undefined;

/** The mails that follow the deliveries of a form; undefined if none ever do. */
export type Follower = (form: Route) => Follow | undefined;

/**
 * The outcome of a submission, as far as it is a sign of an attack: delivered without a solution, unmarked or
 * marked; dropped by the trap; refused or asked for a solution; delivered with one.
 */
export type Arrival = 'plain' | 'marked' | 'trapped' | 'held_back' | 'solved';

/** Port: hears what became of each submission to an active form. */
export type NoteArrival = (route: Route, arrival: Arrival, requestId: string) => void;

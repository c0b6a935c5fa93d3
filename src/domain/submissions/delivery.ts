import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import type { ChannelName } from '../../contract/words.ts';
import type { Target } from '../channels/channels.ts';
import type { Route } from '../routes/route.ts';
import type { Submission } from './submission.ts';

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
  /** Who submitted it: the name of a client; undefined for a test of the form. */
  caller?: string | undefined;
  /** Its sender has solved a challenge for it. */
  isSolved?: boolean;
  /** Its fields as the mail shows them and the receipt proves them. */
  facts: readonly MailFact[];
  /** Signed proof of the delivered content, for both sides. */
  receipt: string;
}

/** A property that deliveries share; together they get at most one part in `of` of the room. */
export interface Share {
  key: string;
  of: number;
}

/** Room for one delivery. */
export interface Room {
  /** For the queue, if the delivery waits there. */
  shares: readonly Share[];
  /** Delivers to the target; throws a DeliveryFailure. */
  deliver(delivery: Delivery): Promise<void>;
  /** Releases the room; called once, after the delivery or instead of it. */
  leave(): void;
}

/** Port: the part of a channel that delivers. */
export interface DeliveryChannel<Name extends ChannelName = ChannelName> {
  /** Throws a DeliveryFailure of the kind `overloaded` where there is no room: nothing was tried. */
  admit(route: Route, target: Target<Name>): Room;
}

export type DeliveryChannels = { readonly [Name in ChannelName]: DeliveryChannel<Name> };

/**
 * Runs a task after the answer; false when the queue is full, in total or for one of its shares.
 * `label` names the task if a stop drops it.
 */
export type RunInBackground = (
  task: () => Promise<void>,
  shares?: readonly Share[],
  label?: string,
) => boolean;

/**
 * Mails that follow a delivery and never fail it: to copies, to the visitor. Called when the first target
 * has it, waited for; resolves to what the report says of them, and never rejects. Undefined where
 * nothing follows, so that most forms wait for nothing.
 */
export type Follow = (delivery: Delivery) => Promise<Readonly<Record<string, string>>> | undefined;

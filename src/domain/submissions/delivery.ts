import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import type { ChannelName } from '../../contract/words.ts';
import type { Target } from '../channels/channels.ts';
import type { Route } from '../routes/route.ts';
import type { Submission } from './submission.ts';

/** One accepted submission on its way. */
export interface Delivery {
  /** Names the request in the log. */
  requestId: string;
  /** Names it to webhook receivers, the same on every attempt. */
  id: string;
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  route: Route;
  submission: Submission;
  /** Its fields as the mail shows them and the receipt proves them. */
  facts: readonly MailFact[];
  /** Signed proof of what is handed over, for both sides. */
  receipt: string;
}

/** What a delivery has in common with others, which together get at most one part in `of`. */
export interface Share {
  key: string;
  of: number;
}

/** Room for one delivery. */
export interface Room {
  /** For the queue, where the delivery waits there. */
  shares: readonly Share[];
  /** Delivers to the target; throws a DeliveryFailure. */
  deliver(delivery: Delivery): Promise<void>;
  /** Ends it; called once, after the delivery or instead of it. */
  leave(): void;
}

/** Port: the delivering part of a channel. */
export interface DeliveryChannel<Name extends ChannelName = ChannelName> {
  /** Throws a DeliveryFailure of the kind `overloaded` where there is no room: nothing was tried. */
  admit(route: Route, target: Target<Name>): Room;
}

export type DeliveryChannels = { readonly [Name in ChannelName]: DeliveryChannel<Name> };

/**
 * Runs a task after the answer; false when no more are taken, in all or of one of its shares. `label`
 * says what was dropped, where a stop drops it.
 */
export type RunInBackground = (
  task: () => Promise<void>,
  shares?: readonly Share[],
  label?: string,
) => boolean;

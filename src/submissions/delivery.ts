import type { ErrorCode } from '../contract/error-codes.ts';
import type { MailFact } from '../mail/mail-layout.ts';
import type { DeliveryMode, Route } from '../routes/route.ts';
import type { Submission } from './submission.ts';

/** One accepted submission on its way. */
export interface Delivery {
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

export type ChannelName = 'email' | 'webhook';

/** Room for one delivery, held until it is delivered or left. */
export interface Room {
  /**
   * Carries the delivery to where the route wants it; throws when it failed. `retryAfter`:
   * milliseconds to wait before each further attempt, where one makes sense.
   */
  deliver(delivery: Delivery, retryAfter: readonly number[]): Promise<void>;
  /** Gives the room back; does nothing once it was used. */
  leave(): void;
}

/** Port: one way to deliver. */
export interface DeliveryChannel {
  name: ChannelName;
  /** Throws a failure of kind `overloaded` where there is no room: then nothing was tried. */
  admit(route: Route): Room;
}

/** A webhook receiver did not accept a call. Class and status for the log, never its words. */
export class WebhookFailure extends Error {
  /** `doubtful`: the call was under way and no answer came; it may have landed. */
  readonly kind: 'refused' | 'doubtful';
  readonly reason: string;
  readonly replyCode: number | undefined;

  constructor(reason: string, replyCode?: number, kind: 'refused' | 'doubtful' = 'refused') {
    super(`webhook ${kind}: ${reason}`);
    this.kind = kind;
    this.name = 'WebhookFailure';
    this.reason = reason;
    this.replyCode = replyCode;
  }
}

export interface Step {
  channel: ChannelName;
  retryAfter: readonly number[];
}

interface DeliveryPlan {
  /** The channel whose outcome the submitter is told. */
  awaited: Step;
  /** Channels that follow in the background once the awaited one delivered. */
  queued: readonly Step[];
  /** The code the submitter gets when the awaited channel fails. */
  onFailure: ErrorCode & ('delivery_failed' | 'webhook_delivery_failed');
}

const EMAIL: Step = { channel: 'email', retryAfter: [] };

/** Which channels serve a mode; the one place where modes are told apart. */
export const DELIVERY_PLANS: Record<DeliveryMode, DeliveryPlan> = {
  email: { awaited: EMAIL, queued: [], onFailure: 'delivery_failed' },
  webhook: {
    awaited: { channel: 'webhook', retryAfter: [1_000] },
    queued: [],
    onFailure: 'webhook_delivery_failed',
  },
  both: {
    awaited: EMAIL,
    queued: [{ channel: 'webhook', retryAfter: [1_000, 4_000] }],
    onFailure: 'delivery_failed',
  },
};

/** Runs a task after the answer; false when no more are taken. */
export type RunInBackground = (task: () => Promise<void>) => boolean;

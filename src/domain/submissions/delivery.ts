import type { ErrorCode } from '../../contract/error-codes.ts';
import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import type { DeliveryMode } from '../../contract/words.ts';
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

export type ChannelName = 'email' | 'webhook';

/** What a delivery has in common with others, which together get at most one part in `of`. */
export interface Share {
  key: string;
  of: number;
}

/** Room for one delivery. */
export interface Room {
  /** For the queue, where the delivery waits there. */
  shares: readonly Share[];
  /**
   * Carries the delivery to where the route wants it; throws when it failed. `retryAfter`:
   * milliseconds to wait before each further attempt, where one makes sense.
   */
  deliver(delivery: Delivery, retryAfter: readonly number[]): Promise<void>;
  /** Ends it; called once, after the delivery or in its place. */
  leave(): void;
}

/** Port: one way to deliver. */
export interface DeliveryChannel {
  name: ChannelName;
  /** Throws a failure of kind `overloaded` where there is no room: then nothing was tried. */
  admit(route: Route, place: 'awaited' | 'queued'): Room;
}

type WebhookFailureKind = 'refused' | 'doubtful' | 'overloaded';

/** A webhook receiver did not accept a call. Class and status for the log, never its words. */
export class WebhookFailure extends Error {
  /**
   * `doubtful`: the call was under way and no answer came that can be read; it may have landed.
   * `overloaded`: it was not made, because its receiver fails every time or too many calls wait.
   */
  readonly kind: WebhookFailureKind;
  readonly reason: string;
  readonly replyCode: number | undefined;

  constructor(reason: string, replyCode?: number, kind: WebhookFailureKind = 'refused') {
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

/** Runs a task after the answer; false when no more are taken, in all or of one of its shares. */
export type RunInBackground = (task: () => Promise<void>, shares?: readonly Share[]) => boolean;

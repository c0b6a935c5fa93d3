import type { ErrorCode } from '../contract/error-codes.ts';
import type { DeliveryMode, Route } from '../routes/route.ts';
import type { Submission } from './submission.ts';

/** One accepted submission on its way. */
export interface Delivery {
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  route: Route;
  submission: Submission;
}

export type ChannelName = 'email';

/** Port: carries a delivery to where the route wants it; throws when it failed. */
export interface DeliveryChannel {
  name: ChannelName;
  deliver(delivery: Delivery): Promise<void>;
}

interface DeliveryPlan {
  /** The channel whose outcome the submitter is told. */
  awaited: ChannelName;
  /** The code the submitter gets when it fails. */
  onFailure: ErrorCode & ('delivery_failed' | 'webhook_delivery_failed');
}

/** Which channels serve a mode; the one place where modes are told apart. */
export const DELIVERY_PLANS: Record<DeliveryMode, DeliveryPlan> = {
  email: { awaited: 'email', onFailure: 'delivery_failed' },
};

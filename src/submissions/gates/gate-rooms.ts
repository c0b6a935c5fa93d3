import type { InboxVerification } from '../../consent/verification/inbox-verification.ts';
import type { LocalRateLimiter } from '../../inboxes/rate-limit.ts';
import type { Context } from '../../platform/context.ts';
import type { Challenges } from '../challenges/index.ts';
import type { DeliveryKeys } from '../delivery-keys.ts';
import type { Ports } from '../ports.ts';
import type { Marks } from '../suspicion/reasons.ts';
import type { Rates } from './rate.ts';

/** Whom gates ask. */
export interface GateRooms extends Pick<Ports, 'filter' | 'scanner'> {
  context: Context;
  rates: Rates;
  /** Counts what costs this process work. */
  local: LocalRateLimiter;
  verification: InboxVerification;
  marks: Marks;
  challenges: Challenges;
  keys: DeliveryKeys;
}

import type { ClaimMailRoom } from './mailer.ts';
import type { DeliveryChannel } from '../../domain/submissions/delivery.ts';
import { composeSubmissionEmail, type Letterhead } from './submission-email.ts';

/** Delivers a submission as an email to the route's inbox; done when the mail server said 250. */
export function createEmailChannel(
  claimMailRoom: ClaimMailRoom,
  letterhead: Letterhead,
): DeliveryChannel {
  return {
    name: 'email',
    admit() {
      const { send, leave } = claimMailRoom();
      return {
        shares: [],
        deliver: (delivery) => send(() => composeSubmissionEmail(delivery, letterhead)),
        leave,
      };
    },
  };
}

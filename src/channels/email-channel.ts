import type { SendMail } from '../mail/mailer.ts';
import type { DeliveryChannel } from '../submissions/delivery.ts';
import { composeSubmissionEmail, type Letterhead } from './submission-email.ts';

/** Delivers a submission as an email to the route's inbox; done when the mail server said 250. */
export function createEmailChannel(sendMail: SendMail, letterhead: Letterhead): DeliveryChannel {
  return {
    name: 'email',
    deliver: (delivery) => sendMail(() => composeSubmissionEmail(delivery, letterhead)),
  };
}

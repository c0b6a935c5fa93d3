import type { DeliveryChannels } from '../domain/submissions/delivery.ts';
import type { Log } from '../platform/log/log.ts';
import type { Post } from './http/call.ts';
import { createHttpChannels } from './http/http-channel.ts';
import type { ClaimMailRoom } from './mail/mailer.ts';
import type { Letterhead } from './mail/compose-mail.ts';
import { createComposeSubmissionEmail } from './mail/submission-email.ts';
import { WEBHOOK_CALL } from './webhook.ts';

interface Parts {
  claimMailRoom: ClaimMailRoom;
  letterhead: Letterhead;
  post: Post;
  log: Log;
  now: () => number;
}

/** How each channel delivers; the rest about channels is in `domain/channels`. */
export function createChannels({ claimMailRoom, letterhead, ...http }: Parts): DeliveryChannels {
  const composeMail = createComposeSubmissionEmail(letterhead);
  const overHttp = createHttpChannels(http);
  return {
    email: {
      admit() {
        const { send, leave } = claimMailRoom();
        return {
          shares: [],
          // Done when the mail server said 250.
          deliver: (delivery) => send(() => composeMail(delivery)),
          leave,
        };
      },
    },
    webhook: overHttp(WEBHOOK_CALL),
  };
}

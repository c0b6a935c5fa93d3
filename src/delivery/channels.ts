import type { ReturnPath } from '../inboxes/bounces/return-path.ts';
import { createEncrypt } from '../mail/encryption/encrypt.ts';
import type { Route } from '../forms/route.ts';
import type { Delivery, DeliveryChannels } from '../submissions/delivery.ts';
import { withoutSalt } from '../submissions/receipts/receipt.ts';
import type { Submission } from '../submissions/submission.ts';
import type { Log } from '../platform/log/log.ts';
import { DISCORD_CALL } from './chats/discord.ts';
import { NTFY_CALL } from './chats/ntfy.ts';
import { SLACK_CALL } from './chats/slack.ts';
import { TEAMS_CALL } from './chats/teams.ts';
import { TELEGRAM_CALL } from './chats/telegram.ts';
import { createEncryptionTurns } from './encryption-turns.ts';
import type { Post } from './http/call.ts';
import { createHttpChannels } from './http/http-channel.ts';
import type { ClaimMailRoom } from '../mail/mailer.ts';
import type { Letterhead } from '../mail/compose-mail.ts';
import { createEncryptMail, isEncrypted } from '../mail/encrypted-mail.ts';
import type { Sender } from '../mail/mime-message.ts';
import { createComposeSubmissionEmail, type SubmissionLinks } from '../mail/submission-email.ts';
import { WEBHOOK_CALL } from './webhook.ts';

interface Parts {
  claimMailRoom: ClaimMailRoom;
  letterhead: Letterhead;
  linksOf: (route: Route, submission: Submission) => SubmissionLinks;
  from: Sender;
  post: Post;
  log: Log;
  /** Undefined where nobody reports bounces. */
  returnPath: ReturnPath | undefined;
  now: () => number;
}

/** How each channel delivers; the rest about channels is in `delivery/channels`. */
export function createChannels({
  claimMailRoom,
  letterhead,
  linksOf,
  returnPath,
  from,
  ...http
}: Parts): DeliveryChannels {
  const composeLetter = createComposeSubmissionEmail(letterhead);
  const composeMail = (delivery: Delivery) => {
    const { route, submission } = delivery;
    const mail = composeLetter(delivery, { isCopy: false, links: linksOf(route, submission) });
    return returnPath ? { ...mail, ...returnPath(route.formId, route.address) } : mail;
  };
  const { now } = http;
  const encryptMail = createEncryptMail({ from, encrypt: createEncrypt(now), withoutSalt, now });
  const takeTurn = createEncryptionTurns();
  const overHttp = createHttpChannels(http);
  return {
    email: {
      admit() {
        const { send, leave } = claimMailRoom();
        return {
          claim: {},
          // Done when the mail server said 250.
          deliver(delivery) {
            const { route } = delivery;
            if (!isEncrypted(route)) return send(() => composeMail(delivery));
            const sendEncrypted = async () => {
              const mail = await encryptMail(composeMail(delivery), route);
              await send(() => mail);
            };
            return delivery.submission.files
              ? takeTurn({ owner: route.inbox.quota, domain: route.formId }, sendEncrypted)
              : sendEncrypted();
          },
          leave,
        };
      },
    },
    webhook: overHttp(WEBHOOK_CALL),
    slack: overHttp(SLACK_CALL),
    discord: overHttp(DISCORD_CALL),
    teams: overHttp(TEAMS_CALL),
    telegram: overHttp(TELEGRAM_CALL),
    ntfy: overHttp(NTFY_CALL),
  };
}

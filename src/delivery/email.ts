import { createEncrypt } from '../mail/encryption/encrypt.ts';
import { createEncryptMail, type EncryptedRoute } from '../mail/encrypted-mail.ts';
import { MailFailure } from '../mail/mailer.ts';
import type { Letterhead } from '../mail/letter.ts';
import { createComposeSubmissionEmail, type SubmissionLinks } from '../mail/submission-email.ts';
import type { Route } from '../forms/route.ts';
import type { ReturnPaths } from '../consent/bounces/bounce-token.ts';
import type { Delivery } from '../submissions/delivery.ts';
import type { DeliveryChannel } from '../submissions/ports.ts';
import { withoutSalt } from '../submissions/receipts/receipt.ts';
import { createTurns, type TakeTurn } from '../platform/waiting/turns.ts';
import type { Submission } from '../submissions/posted/submission.ts';

/** Mails with files that are encrypted or sent at the same time: each is in memory twice. */
const MOST = 2;

/** Milliseconds that a mail waits for its turn. */
const PATIENCE = 8_000;

/** Turns of owners, and of their forms, whose mails with files are encrypted; throws MailFailure `overloaded`. */
export const createEncryptionTurns = (patience = PATIENCE): TakeTurn =>
  createTurns({
    most: MOST,
    patience,
    overloaded: () => new MailFailure('overloaded', 'encryption'),
  });

interface Parts {
  letterhead: Letterhead;
  linksOf: (route: Route, submission: Submission) => SubmissionLinks;
  returnPaths: ReturnPaths;
  now: () => number;
}

const isEncrypted = (route: Route): route is Route & EncryptedRoute =>
  route.settings.encryption !== undefined;

/** The mail to the inbox of a form, encrypted if the form says so. */
export function createEmailChannel({
  letterhead,
  linksOf,
  returnPaths,
  now,
}: Parts): DeliveryChannel {
  const composeLetter = createComposeSubmissionEmail(letterhead);
  const composeMail = (delivery: Delivery) => {
    const { route, submission, outbox } = delivery;
    const mail = composeLetter(delivery, { isCopy: false, links: linksOf(route, submission) });
    const traces = returnPaths.of(route.formId, route.address, outbox);
    return traces ? { ...mail, ...traces } : mail;
  };
  const encryptMail = createEncryptMail({ encrypt: createEncrypt(now), withoutSalt, now });
  // Each of its own, so that a slow mail server of marked ones holds up no other.
  const turns = { plain: createEncryptionTurns(), marked: createEncryptionTurns() };
  return {
    admit(_route, _target, outbox) {
      const { send, leave } = outbox.claimMailRoom();
      return {
        claim: {},
        // Done when the mail server said 250.
        deliver(delivery) {
          const { route } = delivery;
          if (!isEncrypted(route)) return send(() => composeMail(delivery));
          const sendEncrypted = async () => {
            const mail = await encryptMail(composeMail(delivery), route, outbox);
            await send(() => mail);
          };
          const takeTurn = outbox.isInert ? turns.marked : turns.plain;
          return delivery.submission.files
            ? takeTurn({ owner: route.inbox.quota, domain: route.formId }, sendEncrypted)
            : sendEncrypted();
        },
        leave,
      };
    },
  };
}

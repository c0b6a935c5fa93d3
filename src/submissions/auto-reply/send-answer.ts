import { MailFailure, type OutgoingMail, type SendMail } from '../../mail/mailer.ts';

const isRefusal = (error: unknown) => error instanceof MailFailure && error.isPermanent;

/** Null senders refused in a row, until the mail server is taken for one that refuses all of them. */
const MOST_REFUSED = 3;

/** Milliseconds for which such a server gets the address of every mail, before it is tried again. */
const PAUSE = 3_600_000;

/**
 * Sends with the null sender, so that no bounce and no other automatic answer comes back (RFC 3834, 3.3).
 * A mail that a server refuses so is sent with the address of every mail.
 */
export function createSendAnswer(
  sendMail: SendMail,
  now: () => number,
): (compose: () => OutgoingMail) => Promise<void> {
  let refusedInRow = 0;
  let pausedUntil = -Infinity;

  return async (compose) => {
    const isTried = now() >= pausedUntil;
    if (isTried) {
      try {
        await sendMail(() => ({ ...compose(), envelopeFrom: '' }));
        refusedInRow = 0;
        return;
      } catch (error) {
        // Servers refuse the sender in whichever reply: only a second try tells it from the recipient.
        if (!isRefusal(error)) throw error;
      }
    }
    await sendMail(compose);
    if (isTried) refusedInRow += 1;
    if (isTried && refusedInRow >= MOST_REFUSED) pausedUntil = now() + PAUSE;
  };
}

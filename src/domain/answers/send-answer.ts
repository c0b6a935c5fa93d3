import { MailFailure, type OutgoingMail, type SendMail } from '../../delivery/mail/mailer.ts';

const isRefusal = (error: unknown) => error instanceof MailFailure && error.isPermanent;

/**
 * Sends with the null sender, so that no bounce and no other automatic answer comes back (RFC 3834, 3.3).
 * A mail server that refuses it is remembered, and gets the address of every mail.
 */
export function createSendAnswer(
  sendMail: SendMail,
): (compose: () => OutgoingMail) => Promise<void> {
  /** Whether the mail server takes mail of nobody; undefined until one was taken. */
  let takesNull: boolean | undefined;
  return async (compose) => {
    if (takesNull !== false) {
      try {
        await sendMail(() => ({ ...compose(), envelopeFrom: '' }));
        takesNull = true;
        return;
      } catch (error) {
        // Servers refuse the sender in whichever reply: only a second try tells it from the recipient.
        if (takesNull || !isRefusal(error)) throw error;
      }
    }
    await sendMail(compose);
    takesNull = false;
  };
}

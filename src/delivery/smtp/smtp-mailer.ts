import type { AnyMail, ClaimMailRoom, SendMail } from '../../mail/mailer.ts';
import { composeMessage, type Sender } from '../../mail/mime-message.ts';
import type { SmtpPool } from './pool.ts';

interface SmtpMailer {
  sendMail: SendMail;
  claimMailRoom: ClaimMailRoom;
}

/** Sends mails of the operator through the pool. */
export function createSmtpMailer(pool: SmtpPool, from: Sender): SmtpMailer {
  const toLetter = (compose: () => AnyMail) => () => {
    const mail = compose();
    const envelope = { from: mail.envelopeFrom ?? from.address, to: mail.to };
    return { envelope, message: composeMessage(mail, from) };
  };
  return {
    sendMail: (compose) => pool.send(toLetter(compose)),
    claimMailRoom() {
      pool.claim();
      let held = true;
      const leave = () => {
        if (held) pool.unclaim();
        held = false;
      };
      return {
        leave,
        send(compose) {
          // Synchronous, so nobody else can take the room in between.
          leave();
          return pool.send(toLetter(compose));
        },
      };
    },
  };
}

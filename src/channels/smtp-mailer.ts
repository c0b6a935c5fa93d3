import type { SendMail } from '../mail/mailer.ts';
import { composeMimeMessage, type Sender } from './mime-message.ts';
import type { SmtpPool } from './smtp-pool.ts';

/** Sends mails of the operator through the pool. */
export function createSmtpMailer(pool: SmtpPool, from: Sender): SendMail {
  return (compose) =>
    pool.send(() => {
      const mail = compose();
      const envelope = { from: from.address, to: mail.to };
      return { envelope, message: composeMimeMessage(mail, from) };
    });
}

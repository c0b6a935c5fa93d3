import type { SendMail } from '../mail/mailer.ts';
import { composeMimeMessage, type Sender } from './mime-message.ts';
import type { SmtpPool } from './smtp-pool.ts';

/** Sends mails of the operator through the pool. */
export function createSmtpMailer(pool: SmtpPool, from: Sender): SendMail {
  return async (mail) => {
    const message = await composeMimeMessage(mail, from);
    await pool.send({ from: from.address, to: mail.to }, message);
  };
}

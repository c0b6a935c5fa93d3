import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutgoingMail } from '../mail/mailer.ts';

/** The operator's sender; the only From there is. */
export interface Sender {
  name: string;
  address: string;
}

const plain = (address: string) => ({ name: '', address });

const withCrlf = (text: string) => text.replace(/\r?\n/g, '\r\n');

/**
 * The message as bytes. Built from a fixed list of properties, never from a visitor's keys
 * (THREATS, rule 1).
 */
export function composeMimeMessage(mail: OutgoingMail, from: Sender): Promise<Buffer> {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const { attachment } = mail;
  const composer = new MailComposer({
    from,
    to: plain(mail.to),
    ...(mail.replyTo && { replyTo: plain(mail.replyTo) }),
    subject: mail.subject,
    text: withCrlf(mail.text),
    html: withCrlf(mail.html),
    attachments: attachment ? [attachment] : [],
    messageId: `<${randomUUID()}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

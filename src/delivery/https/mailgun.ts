import { randomUUID } from 'node:crypto';
import { toLongMessage } from '../../mail/long-message.ts';
import type { Letter } from '../smtp/transaction.ts';
import { OneRequestApi, type OneRequest } from './one-request-api.ts';
import { contentOf, type Account } from './mail-api.ts';

const partHead = (boundary: string, name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;

/** Mailgun, `messages.mime`. */
export class MailgunApi extends OneRequestApi {
  readonly octets = 25_000_000;
  readonly connections = 10;

  protected requestOf(
    letter: Letter,
    { url = 'https://api.mailgun.net', user = '' }: Account,
  ): OneRequest {
    const boundary = randomUUID();
    const field = (name: string, value: string) =>
      `${partHead(boundary, name)}\r\n\r\n${value}\r\n`;
    return {
      url: `${url}/v3/${encodeURIComponent(user)}/messages.mime`,
      type: `multipart/form-data; boundary=${boundary}`,
      body: toLongMessage([
        field('to', letter.envelope.to),
        // It would rewrite the links of the mail.
        field('o:tracking', 'no'),
        `${partHead(boundary, 'message')}; filename="message.eml"\r\nContent-Type: message/rfc822\r\n\r\n`,
        contentOf(letter),
        `\r\n--${boundary}--\r\n`,
      ]),
    };
  }
}

import { randomUUID } from 'node:crypto';
import type { OutgoingMail } from '../mail/mailer.ts';
import { encodeMailbox, encodeUnstructured } from './header-text.ts';
import { encodeQuotedPrintable } from './quoted-printable.ts';

/** The operator's sender; the only From there is. */
export interface Sender {
  name: string;
  address: string;
}

type Attachment = NonNullable<OutgoingMail['attachment']>;

const withCrlf = (text: string) => text.replace(/\r?\n/g, '\r\n');

/** The time of `now` as RFC 5322 writes it, in UTC. */
const toMailDate = (now: Date) => now.toUTCString().replace('GMT', '+0000');

/** Characters of a line that travels as it is; RFC 5322 allows 998. */
const LONGEST_LINE = 500;

function hasLongLine(text: string): boolean {
  for (let start = 0; ;) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > LONGEST_LINE) return true;
    if (end < 0) return false;
    start = end + 1;
  }
}

/** Not ASCII text, or what servers and mailboxes on the way may change in it. */
const NOT_PLAIN = /[^\t\r\n\x20-\x7e]|(?<!\n--)[\t ]\r\n|(?:^|\n)(?:\.|From )/;

/**
 * Text that may travel as it is: ASCII in lines none of which is long, ends in white space (but the
 * mark of a signature, RFC 3676), or starts with a dot or `From `.
 */
const isPlain = (text: string) => !NOT_PLAIN.test(text) && !hasLongLine(text);

function textPart(subtype: 'plain' | 'html', content: string): string {
  const text = withCrlf(content);
  const plain = isPlain(text);
  return (
    `Content-Type: text/${subtype}; charset=utf-8\r\n` +
    `Content-Transfer-Encoding: ${plain ? '7bit' : 'quoted-printable'}\r\n\r\n` +
    `${plain ? text : encodeQuotedPrintable(text)}\r\n`
  );
}

function attachmentPart({ filename, contentType, content }: Attachment): string {
  const lines = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');
  return (
    `Content-Type: ${contentType}; name="${filename}"\r\n` +
    `Content-Disposition: attachment; filename="${filename}"\r\n` +
    `Content-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`
  );
}

/** Parts between their boundaries (RFC 2046, 5.1); no encoded line can look like one. */
function multipart(subtype: 'alternative' | 'mixed', first: string, second: string): string {
  const boundary = `=_${subtype}_${randomUUID()}`;
  return (
    `Content-Type: multipart/${subtype};\r\n boundary="${boundary}"\r\n\r\n` +
    `--${boundary}\r\n${first}--${boundary}\r\n${second}--${boundary}--\r\n`
  );
}

/**
 * The message, ASCII in short lines. Built from a fixed list of properties, never
 * from a visitor's keys (THREATS, rule 1); addresses were checked and text was cleaned at the edge.
 */
export function composeMimeMessage(mail: OutgoingMail, from: Sender, now = new Date()): string {
  const { to, replyTo, subject, text, html, attachment } = mail;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const header =
    encodeMailbox('From', from.name, from.address) +
    encodeMailbox('To', '', to) +
    (replyTo ? encodeMailbox('Reply-To', '', replyTo) : '') +
    encodeUnstructured('Subject', subject) +
    `Message-ID: <${randomUUID()}@${domain}>\r\n` +
    `Date: ${toMailDate(now)}\r\n` +
    'Auto-Submitted: auto-generated\r\n' +
    'X-Auto-Response-Suppress: All\r\n' +
    'MIME-Version: 1.0\r\n';
  const readable = multipart('alternative', textPart('plain', text), textPart('html', html));
  return (
    header + (attachment ? multipart('mixed', readable, attachmentPart(attachment)) : readable)
  );
}

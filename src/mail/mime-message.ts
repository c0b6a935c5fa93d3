import { randomUUID } from 'node:crypto';
import type { AnyMail, LooseMail, PackedMail } from './mailer.ts';
import {
  encodeFileName,
  encodeMailbox,
  encodeToken,
  encodeUnstructured,
  printable,
} from './header-text.ts';
import { toLongMessage, type AttachedFile, type LongMessage } from './long-message.ts';
import { encodeQuotedPrintable, type QuotedPrintable } from './quoted-printable.ts';

/** The operator's sender: the address of every mail, and the name of those that have none. */
export interface Sender {
  name: string;
  address: string;
}

type Attachment = NonNullable<AnyMail['attachment']>;

/** Text whose lines all end with CRLF; HTML of this service already has them. */
function withCrlf(text: string): string {
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] !== '\r') return text.replace(/\r?\n/g, '\r\n');
  }
  return text;
}

/** The text of the second that was asked for last: most mails of a busy service share it. */
let lately = { second: 0, text: '' };

/** A date in the form of RFC 5322, in UTC. */
function toMailDate(date: Date): string {
  const second = Math.floor(date.getTime() / 1000);
  if (second !== lately.second)
    lately = { second, text: date.toUTCString().replace('GMT', '+0000') };
  return lately.text;
}

/** Maximum characters of a line that is sent unencoded; RFC 5322 allows 998. */
const LONGEST_LINE = 900;

/** The mark before a signature (RFC 3676, 4.3), whose space mail servers may strip. */
const SIGNATURE = '-- ';

/** True if mail servers and mailboxes may change this line (RFC 5321, 4.5.2; mbox). */
function isFragile(text: string, start: number, end: number): boolean {
  if (end === start) return false;
  const last = text[end - 1];
  const blankAtEnd = last === ' ' || last === '\t';
  return (
    end - start > LONGEST_LINE ||
    text[start] === '.' ||
    text.startsWith('From ', start) ||
    (blankAtEnd && !(end - start === SIGNATURE.length && text.startsWith(SIGNATURE, start)))
  );
}

const PRINTABLE_LINES = /^(?:[\t -~]|\r\n)*$/;

/** True if text with CRLF line ends can be sent unencoded: ASCII in short, safe lines. */
function isPlain(text: string): boolean {
  if (!PRINTABLE_LINES.test(text)) return false;
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('\r\n', start);
    const end = next < 0 ? text.length : next;
    if (isFragile(text, start, end)) return false;
    start = end + 2;
  }
  return true;
}

const partHead = (subtype: 'plain' | 'html', encoding: '7bit' | 'quoted-printable') =>
  `Content-Type: text/${subtype}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;

const encodedPart = (subtype: 'plain' | 'html', content: QuotedPrintable) =>
  `${partHead(subtype, 'quoted-printable')}${content}\r\n`;

/** A part with text, its header fields first. */
function textPart(subtype: 'plain' | 'html', content: string): string {
  const text = withCrlf(content);
  if (isPlain(text)) return `${partHead(subtype, '7bit')}${text}\r\n`;
  return encodedPart(subtype, encodeQuotedPrintable(text));
}

/** No line of quoted-printable can look like a boundary, so that all such mails share one. */
const ENCODED = boundaries('alternative');
const BEFORE_TEXT = ENCODED.head + ENCODED.next + partHead('plain', 'quoted-printable');
const BEFORE_HTML = `\r\n${ENCODED.next}${partHead('html', 'quoted-printable')}`;
const AFTER_HTML = `\r\n${ENCODED.end}`;

/** Text and HTML, of which the reader's mail program shows one. */
function readableParts(mail: LooseMail): string {
  if (!('encoded' in mail))
    return multipart('alternative', textPart('plain', mail.text), textPart('html', mail.html));
  const { text, html } = mail.encoded;
  return `${BEFORE_TEXT}${text}${BEFORE_HTML}${html}${AFTER_HTML}`;
}

function attachmentPart({ filename, contentType, content }: Attachment): string {
  const lines = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n');
  const name = printable(filename);
  return (
    `Content-Type: ${printable(contentType)}; name="${name}"\r\n` +
    `Content-Disposition: attachment; filename="${name}"\r\n` +
    `Content-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`
  );
}

/** The head of a file's part; its name is a parameter that takes the rest of a line at most. */
const fileHead = ({ name, type }: AttachedFile) =>
  `Content-Type: ${printable(type)}\r\n` +
  `Content-Disposition: attachment${encodeFileName(name)}\r\n` +
  'Content-Transfer-Encoding: base64\r\n\r\n';

/** Parts between boundaries (RFC 2046, 5.1); no encoded line can look like a boundary. */
function boundaries(subtype: 'alternative' | 'mixed') {
  const boundary = `=_${subtype}_${randomUUID()}`;
  return {
    head: `Content-Type: multipart/${subtype};\r\n boundary="${boundary}"\r\n\r\n`,
    next: `--${boundary}\r\n`,
    end: `--${boundary}--\r\n`,
  };
}

function multipart(subtype: 'alternative' | 'mixed', first: string, second: string): string {
  const { head, next, end } = boundaries(subtype);
  return head + next + first + next + second + end;
}

/** Lets the reader's mail program end such mails with one click (RFC 2369, RFC 8058). */
const listUnsubscribe = (url: string) =>
  `List-Unsubscribe:\r\n <${printable(url)}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`;

/** Suppresses automatic replies (RFC 3834, 5; X-Auto-Response-Suppress is Exchange's). */
const automatic = (isAnswer: true | undefined) =>
  `Auto-Submitted: auto-${isAnswer ? 'replied' : 'generated'}\r\nX-Auto-Response-Suppress: All\r\n`;

/** The header fields of a message, but those of its content. */
export function composeHeader(
  mail: Omit<PackedMail, 'entity'>,
  from: Sender,
  now = new Date(),
): string {
  const { to, replyTo, receipt, fields, deliveryId, reference, subject, language } = mail;
  const { unsubscribe } = mail;
  const { traceFields: traces = [], stamp = { id: randomUUID(), at: now } } = mail;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return (
    encodeMailbox('From', mail.senderName ?? from.name, from.address) +
    encodeMailbox('To', '', to) +
    (replyTo ? encodeMailbox('Reply-To', '', replyTo) : '') +
    encodeUnstructured('Subject', subject) +
    `Message-ID: <${stamp.id}@${printable(domain)}>\r\n` +
    `Date: ${toMailDate(stamp.at)}\r\n` +
    (mail.isMessage ? '' : automatic(mail.isAnswer)) +
    (language ? `Content-Language: ${printable(language)}\r\n` : '') +
    (unsubscribe ? listUnsubscribe(unsubscribe) : '') +
    (deliveryId ? `Letterslot-Delivery: ${printable(deliveryId)}\r\n` : '') +
    (reference ? `Letterslot-Reference: ${printable(reference)}\r\n` : '') +
    (receipt ? encodeToken('Letterslot-Receipt', receipt) : '') +
    (fields ? encodeToken('Letterslot-Fields', fields) : '') +
    traces.map(([name, value]) => `${name}: ${printable(value)}\r\n`).join('') +
    'MIME-Version: 1.0\r\n'
  );
}

/**
 * The finished message: ASCII in short lines that end with CRLF and start with no dot. It uses
 * fixed properties, never a visitor's keys.
 */
export function composeMimeMessage(mail: LooseMail, from: Sender, now = new Date()): string {
  const { attachment } = mail;
  const header = composeHeader(mail, from, now);
  const readable = readableParts(mail);
  return (
    header + (attachment ? multipart('mixed', readable, attachmentPart(attachment)) : readable)
  );
}

/** The same with the files of the mail behind its other parts. */
function composeLongMessage(
  mail: LooseMail,
  files: readonly AttachedFile[],
  from: Sender,
): LongMessage {
  const { attachment } = mail;
  const { head, next, end } = boundaries('mixed');
  const texts =
    composeHeader(mail, from, new Date()) +
    head +
    next +
    readableParts(mail) +
    (attachment ? next + attachmentPart(attachment) : '');
  const parts = files.flatMap((file) => [next + fileHead(file), file]);
  return toLongMessage([texts, ...parts, end]);
}

/** Any mail as a message: one string, unless it has files or is packed. */
export function composeMessage(mail: AnyMail, from: Sender): string | LongMessage {
  if ('entity' in mail) return toLongMessage([composeHeader(mail, from), mail.entity]);
  return mail.files ? composeLongMessage(mail, mail.files, from) : composeMimeMessage(mail, from);
}

import { randomUUID } from 'node:crypto';
import type { RatedContent } from '../../submissions/gates/content.ts';
import { encodeUnstructured } from '../../mail/header-text.ts';
import { encodeQuotedPrintable } from '../../mail/quoted-printable.ts';

/** A domain that nobody has (RFC 6761): what Rspamd knows of real ones would not be about the visitor. */
export const NOBODYS_DOMAIN = 'form.invalid';

/** Whom Rspamd takes for the sender of each submission. */
export const VISITOR = `visitor@${NOBODYS_DOMAIN}`;

/** Text beyond this says nothing new about a submission; in UTF-16 units. */
const MOST_TEXT = 65_536;

/**
 * A submission as the message that Rspamd is asked about: subject and fields, without the address of
 * the inbox, the address of the client and the words of this service.
 */
export function composeRspamdMessage({ subject, facts }: RatedContent, now = new Date()): string {
  const text = facts.map(({ label, value }) => `${label}: ${value}`).join('\n\n');
  return (
    `From: <${VISITOR}>\r\n` +
    `To: <owner@${NOBODYS_DOMAIN}>\r\n` +
    encodeUnstructured('Subject', subject) +
    `Date: ${now.toUTCString().replace('GMT', '+0000')}\r\n` +
    `Message-ID: <${randomUUID()}@${NOBODYS_DOMAIN}>\r\n` +
    'MIME-Version: 1.0\r\n' +
    'Content-Type: text/plain; charset=utf-8\r\n' +
    'Content-Transfer-Encoding: quoted-printable\r\n\r\n' +
    encodeQuotedPrintable(text.slice(0, MOST_TEXT).toWellFormed().replace(/\r?\n/g, '\r\n')) +
    '\r\n'
  );
}

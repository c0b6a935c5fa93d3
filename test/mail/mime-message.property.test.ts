import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { type Email } from 'postal-mime';
import { composeMimeMessage, type Sender } from '../../src/mail/mime-message.ts';
import type { OutgoingMail } from '../../src/mail/mailer.ts';
import { assertReady } from '../delivery/start-pool.ts';
import { toPlainText, toSingleLine } from '../../src/platform/text/clean-text.ts';

const NOW = new Date(Date.UTC(2025, 5, 1, 12, 30, 59));

/** The same mail, written by a library that encodes differently. */
async function composeWithLibrary(mail: OutgoingMail, from: Sender): Promise<Buffer> {
  const withCrlf = (text: string) => text.replace(/\n/g, '\r\n');
  const composer = new MailComposer({
    from,
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: withCrlf(mail.text),
    html: withCrlf(mail.html),
    attachments: mail.attachment ? [mail.attachment] : [],
    date: NOW,
  });
  return composer.compile().build();
}

/** Base64 keeps CRLF where quoted-printable has its own line ends. */
const readable = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trimEnd();

/** What a reader sees. */
const facts = ({ from, to, replyTo, subject, date, text, html, attachments }: Email) => ({
  from,
  to,
  replyTo,
  subject,
  date,
  text: readable(text),
  html: readable(html),
  attachments: attachments.map(({ filename, mimeType, disposition, content }) => ({
    filename,
    mimeType,
    disposition,
    content: content instanceof ArrayBuffer ? Buffer.from(content).toString('utf8') : content,
  })),
});

const PIECES = [
  ['\r\n', '\n', '\n.\n', '\nFrom me', ' \n', '\t\n', '=', '=20', '=\n', '=?utf-8?q?x?='],
  ['"', '\\', '😀', 'ü', '世界', '\u00a0', '--', '--=_mixed_', 'x'.repeat(76), 'y'.repeat(990)],
  [' ', ',', '<a@b>'],
];
const pieces = fc.constantFrom(...PIECES.flat());
const raw = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 25 })
    .map((all) => all.join('')),
);
const text = raw.map((value) => `${toPlainText(value).trimEnd()}\n`);
const line = raw.map((value) => toSingleLine(value, 200) || 'none');

const mails = fc.record({
  subject: line,
  text,
  html: text,
  replyTo: fc.option(fc.constant('visitor@example.net'), { nil: undefined }),
  attached: fc.option(
    raw.map((value) => value.toWellFormed()),
    { nil: undefined },
  ),
});

describe('messages of any content', () => {
  it('any message reads like the one that nodemailer composes', async () => {
    await fc.assert(
      fc.asyncProperty(mails, line, async ({ replyTo, attached, ...rest }, name) => {
        const mail: OutgoingMail = {
          ...rest,
          to: 'owner@example.org',
          ...(replyTo && { replyTo }),
          ...(attached !== undefined && {
            attachment: {
              filename: 'submission.json',
              contentType: 'application/json',
              content: attached,
            },
          }),
        };
        const from = { name, address: 'forms@example.com' };
        const ours = composeMimeMessage(mail, from, NOW);
        assert.match(ours, /^[\0-\x7e]*$/, 'ASCII');
        const lines = ours.split('\r\n');
        assert.ok(lines.every((one) => one.length <= 900 && !/[\r\n]/.test(one)));
        const theirs = await composeWithLibrary(mail, from);
        const [left, right] = await Promise.all([PostalMime.parse(ours), PostalMime.parse(theirs)]);
        assert.ok(left && right);
        assert.deepEqual(facts(left), facts(right));
        assert.equal(left.subject, mail.subject);
        assert.equal(left.from?.name, name);
        assert.equal(left.text?.trimEnd(), mail.text.trimEnd());
        assert.equal(left.html?.trimEnd(), mail.html.trimEnd());
      }),
      { numRuns: 500 },
    );
  });

  it('any message is ready to be sent: nothing in it can end a line, a part or the message', () => {
    const anything = fc.oneof(raw, fc.constantFrom('.', '\r', '\n.\r\n', '\n.\n', '\0', 'a\rb'));
    fc.assert(
      fc.property(anything, anything, line, (words, markup, subject) => {
        const mail = { to: 'owner@example.org', subject, text: words, html: markup };
        const message = composeMimeMessage(mail, { name: '', address: 'forms@example.com' });
        assertReady(message);
      }),
      { numRuns: 1_000 },
    );
  });
});

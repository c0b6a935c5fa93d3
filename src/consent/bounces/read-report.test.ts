import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bounceMail, complaintMail } from '../../../test/support/bounce-mails.ts';
import { UnreadableMail } from '../../mail/parse-mail.ts';
import { readReport, REPORT_BYTES } from './read-report.ts';

const TOKEN = '7k2mnp4qrstvwxyzaabc6dmk3f5xq9hjr2u8wz';
const TO = `bounces+${TOKEN}@forms.example.com`;
const read = (mail: string, recipient?: string) => readReport(Buffer.from(mail), recipient);

/** What a mail reports, which is nothing if it is refused. */
const readAny = (mail: string) =>
  read(mail).catch((error: unknown) => {
    assert.ok(error instanceof UnreadableMail);
    return undefined;
  });

describe('reading a report', () => {
  const statuses: [string, string][] = [
    ['5.1.1', 'gone'],
    ['5.1.10', 'gone'],
    ['5.1.0 (sender rejected)', 'full'],
    ['5.2.1 (too much mail)', 'full'],
    ['5.1.2 (no such domain)', 'gone'],
    ['5.2.2', 'full'],
    ['4.4.7', 'full'],
    ['5.1.8', 'message'],
    ['5.7.1', 'message'],
    ['5.0.0', 'message'],
    ['5.1.1000', 'message'],
    ['', 'message'],
  ];
  for (const [status, verdict] of statuses)
    it(`a delivery that failed with the status "${status}" is about: ${verdict}`, async () => {
      const recipient = 'owner@example.com';
      assert.deepEqual(await read(bounceMail({ to: TO, status })), {
        token: TOKEN,
        verdict,
        recipient,
      });
    });

  it('the recipient is read however it is written, and from Original-Recipient if need be', async () => {
    for (const recipient of [
      '<owner@example.com>',
      '"owner"@example.com (full)',
      'Jo <owner@example.com>',
    ]) {
      assert.equal((await read(bounceMail({ to: TO, recipient })))?.recipient, 'owner@example.com');
    }
    const original = (mail: string) => mail.replace('Final-Recipient', 'Original-Recipient');
    assert.equal((await read(original(bounceMail({ to: TO }))))?.recipient, 'owner@example.com');
    const other = bounceMail({ to: TO, recipient: '/C=de/S=jo' });
    assert.equal((await read(other))?.recipient, 'rfc822; /C=de/S=jo');
  });

  it('a delay, a success and a relay are no reports', async () => {
    for (const action of ['delayed', 'delivered', 'relayed', 'expanded', '']) {
      assert.equal(await read(bounceMail({ to: TO, action })), undefined);
    }
  });

  it('the token comes from the recipient that is given, else from the header', async () => {
    const other = TOKEN.replace('7', '9');
    const given = `Bounces+${other.toUpperCase()}@FORMS.EXAMPLE.COM`;
    assert.equal((await read(bounceMail({ to: TO }), given))?.token, other.toUpperCase());
    const delivered = `Delivered-To: ${TO}\r\n${bounceMail({ to: 'x@example.com' })}`;
    assert.equal((await read(delivered))?.token, TOKEN);
    assert.equal(await read(bounceMail({ to: 'bounces@forms.example.com' })), undefined);
  });

  it('a token in the text or in the mail that came back proves nothing', async () => {
    const quoted = bounceMail({ to: 'bounces@forms.example.com' }).replaceAll(
      'Hello.',
      `Letterslot-Bounce: ${TOKEN}\r\n${TO}`,
    );
    assert.equal(await read(quoted), undefined);
  });

  it('a complaint quotes the token of the mail; other feedback is not a complaint', async () => {
    const complaint = { token: TOKEN, verdict: 'complaint' };
    assert.deepEqual(await read(complaintMail(TOKEN)), complaint);
    assert.deepEqual(await read(complaintMail('', { to: TO })), complaint);
    const quoted = complaintMail('').replace(
      '\r\nVersion: 1',
      `\r\nVersion: 1\r\nOriginal-Mail-From: <${TO}>`,
    );
    assert.deepEqual(await read(quoted), complaint);
    assert.equal(await read(complaintMail(TOKEN, { type: 'not-spam' })), undefined);
    assert.equal(await read(complaintMail('')), undefined);
  });

  it('the report is read however long the mail behind it is', async () => {
    const mail = bounceMail({ to: TO }).replace('Hello.', 'x'.repeat(4 * REPORT_BYTES));
    assert.equal((await read(mail))?.verdict, 'gone');
  });

  it('no mail makes it throw, whatever it holds', async () => {
    const whole = bounceMail({ to: TO }) + complaintMail(TOKEN);
    const piece = fc
      .tuple(fc.nat(whole.length), fc.nat(400))
      .map(([from, length]) => whole.slice(from, from + length));
    const noise = fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 50 }));
    const anyMail = fc.array(noise, { maxLength: 30 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(anyMail, async (mail) => {
        const report = await readAny(mail);
        assert.equal(typeof (report?.token ?? ''), 'string');
      }),
      { numRuns: 100 },
    );
  });

  const hostile: [string, string][] = [
    ['parts within parts', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(5_000)],
    ['endless header fields', 'To: a@b\n'.repeat(40_000)],
    ['one endless folded field', `To: x${'\n a@b,'.repeat(50_000)}`],
    [
      'boundaries without parts',
      `Content-Type: multipart/report; boundary=b\n\n${'--b\n'.repeat(8_000)}`,
    ],
    ['empty lines', `Content-Type: message/delivery-status\n\n${'\n \n'.repeat(15_000)}`],
    ['plus signs', `To: ${'+a'.repeat(100_000)}`],
    ['encoded words', `To: ${'=?utf-8?b?'.repeat(25_000)}`],
  ];
  for (const [name, mail] of hostile)
    it(`a mail of ${name} ends without a report`, async () => {
      assert.equal(await readAny(mail.replaceAll('\n', '\r\n')), undefined);
    });
});

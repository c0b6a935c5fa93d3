import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { AttachedFile } from '../../src/mail/long-message.ts';
import { plainServer } from '../../src/delivery/smtp/connect.ts';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import { SmtpOutbox } from '../../src/delivery/smtp/smtp-mailer.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const FROM = { name: 'Forms', address: 'forms@example.com' };
const MAIL = {
  to: 'owner@example.com',
  subject: 'Files',
  text: 'With files.',
  html: '<p>With files.</p>',
};

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A file of these bytes, in chunks of `step` as a network would cut it. */
function fileOf(name: string, bytes: Buffer, step = 16_384): AttachedFile {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += step) chunks.push(bytes.subarray(at, at + step));
  return { name, type: 'application/octet-stream', chunks, size: bytes.length };
}

const NAMES = [
  ['cv.pdf', 'Lebenslauf Müller-Lüdenscheidt.pdf', 'резюме.docx', 'سيرة ذاتية.pdf'],
  ['קורות חיים.pdf', '履歴書 最終版.pdf', '📎 files 👩‍🚀.png'],
  [`${'long '.repeat(30)}.txt`, 'cv.pdf'],
].flat();

describe('mails with files', async () => {
  const smtp = await startSmtpSink();
  const pool = new SmtpPool(plainServer(smtp.port));
  const { sendMail } = new SmtpOutbox(pool, FROM);
  after(async () => {
    await pool.close();
    await smtp.close();
  });

  /** The mail as a real parser reads it. */
  async function send(files: AttachedFile[], changes: object = {}) {
    await sendMail(() => ({ ...MAIL, ...changes, files }));
    const mail = smtp.mails.at(-1);
    assert.ok(mail);
    const attachments = mail.email.attachments.map(({ filename, disposition, content }) => {
      assert.ok(content instanceof ArrayBuffer);
      assert.equal(disposition, 'attachment');
      return { filename, bytes: Buffer.from(content) };
    });
    return { mail, attachments };
  }

  const SIZES = [0, 1, 56, 57, 58, 59, 32_831, 32_832, 32_833, 100_000, 5 * 1024 * 1024];
  for (const step of [16_384, 1_000, 57]) {
    // Guarantee: Mails, pages and integrations
    // files of many sizes arrive byte by byte
    it(`files of many sizes arrive byte by byte in chunks of ${step}`, async () => {
      const contents = SIZES.slice(0, step < 16_384 ? -1 : undefined);
      const files = contents.map((size) => fileOf('x.bin', randomBytes(size), step));
      const { mail, attachments } = await send(files);
      assert.deepEqual(
        attachments.map(({ bytes }) => digest(bytes)),
        files.map(({ chunks }) => digest(Buffer.concat(chunks))),
      );
      assert.equal(mail.email.text?.trim(), MAIL.text);
      assert.equal(mail.email.html?.trim(), MAIL.html);
      assert.ok(mail.raw.split('\r\n').every((line) => line.length <= 998));
    });
  }

  it('files keep their names in every script, and twins are two', async () => {
    const { mail, attachments } = await send(
      NAMES.map((name) => fileOf(name, Buffer.from(`content of ${name}`))),
    );
    assert.deepEqual(
      attachments.map(({ filename }) => filename),
      NAMES,
    );
    assert.match(mail.raw, /^Content-Disposition: attachment;\r\n filename\*=UTF-8''/m);
    assert.doesNotMatch(mail.raw, /filename=.*;\r\n filename\*/, 'one name, not two');
    assert.ok(mail.raw.split('\r\n').every((line) => line.length <= 998));
  });

  it('files and submission.json arrive in one mail', async () => {
    const attachment = {
      filename: 'submission.json',
      contentType: 'application/json',
      content: '{}',
    };
    const { attachments } = await send([fileOf('a.bin', Buffer.from('a'))], { attachment });
    assert.deepEqual(
      attachments.map(({ filename, bytes }) => [filename, bytes.toString()]),
      [
        ['submission.json', '{}'],
        ['a.bin', 'a'],
      ],
    );
  });
});

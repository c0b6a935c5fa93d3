import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { parseMail, UnreadableMail } from './parse-mail.ts';

const CODINGS = ['7bit', '8bit', 'base64', 'quoted-printable', 'odd'];

const part = (coding: string, body: string, type = 'text/plain') =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${coding}\r\n\r\n${body}`;

const body = fc
  .array(fc.constantFrom('a', 'é', '=', '=41', '--', 'QUJD', ' ', '\r', '\n', '\r\n', '\0', '>'))
  .map((words) => words.join(''));
const anyType = fc.constantFrom('text/plain', 'text/html', 'image/png', 'message/rfc822');
const parts = fc.array(fc.tuple(fc.constantFrom(...CODINGS), body, anyType), { maxLength: 4 });

const mailOf = (given: readonly (readonly [string, string, string])[]) => {
  const all = given.map(([coding, text, kind]) => `--b\r\n${part(coding, text, kind)}\r\n`);
  return `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${all.join('')}--b--\r\n`;
};

const refusal = async (mail: string, lines?: number) => {
  const error = await parseMail(Buffer.from(mail), lines).catch((cause: unknown) => cause);
  assert.ok(error instanceof UnreadableMail);
  return error.message;
};

describe('the reader of mails', () => {
  it('finds in any mail what its library finds', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (given) => {
        const mail = Buffer.from(mailOf(given));
        const options = { maxNestingDepth: 10, forceRfc822Attachments: true };
        assert.deepEqual(await parseMail(mail), await PostalMime.parse(mail, options));
      }),
    );
  });

  for (const [megabytes, type] of [
    [15, 'image/png'],
    [35, 'image/png'],
    [35, 'message/rfc822'],
  ] as const) {
    it(`reads ${megabytes} MB of base64 in an attachment, ${type}`, async () => {
      const octets = Buffer.alloc((megabytes * 3e6) / 4, 'octets ');
      const lines = octets.toString('base64').replace(/.{76}/g, '$&\r\n');
      const coding = type === 'image/png' ? 'base64' : '7bit';
      const { attachments } = await parseMail(Buffer.from(mailOf([[coding, lines, type]])));
      const found = Buffer.from(attachments[0]?.content as ArrayBuffer);
      const expected = coding === 'base64' ? octets : Buffer.from(lines.replaceAll('\r\n', '\n'));
      assert.ok(
        found.equals(coding === 'base64' ? expected : Buffer.concat([expected, Buffer.from('\n')])),
      );
    });
  }

  it('says what is too much in a mail', async () => {
    assert.match(await refusal('\n'.repeat(1_000_001)), /1000000 line breaks/);
    assert.match(await refusal('a\n'.repeat(21), 20), /20 line breaks/);
    assert.match(await refusal('x'.repeat(67_108_865)), /67108864 octets/);
    assert.match(await refusal(mailOf([]) + '--b\r\n'.repeat(10_001)), /bound/);
    assert.match(await refusal(`X: ${'a'.repeat(600_000)}\n\n`), /headers/);
    assert.match(await refusal(`X: a\n${' a\n'.repeat(300_000)}\n`), /headers/);
    const ends = part('base64', 'AA==\r\n'.repeat(10_001));
    assert.match(await refusal(ends), /ends of base64/);
    const deep = `${part('7bit', '', 'multipart/mixed; boundary=b')}--b\r\n`;
    assert.match(await refusal(deep.repeat(20)), /deep/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { composeMimeMessage, type Sender } from '../../src/mail/mime-message.ts';
import type { OutgoingMail } from '../../src/mail/mailer.ts';

const SENDER: Sender = { name: 'Größe, "Forms" <x@y.example>', address: 'forms@example.com' };

const MAIL: OutgoingMail = {
  to: 'owner@example.org',
  subject: 'Neue Nachricht: 世界 😀',
  text: 'Hello\n\n  two  spaces\n.\n..dots\nFrom the start\n> quoted\n-- \nfooter\n',
  html: '<!doctype html><p>Grüße</p>\n',
};

interface Composed {
  raw: string;
  email: Email;
  /** Values of the header lines with this name. */
  headers(name: string): string[];
}

async function compose(changes: Partial<OutgoingMail> = {}, sender = SENDER): Promise<Composed> {
  const message = composeMimeMessage({ ...MAIL, ...changes }, sender);
  const email = await PostalMime.parse(message);
  const headers = (name: string) =>
    email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  return { raw: message, email, headers };
}

function checkFormat(raw: string): void {
  for (const line of raw.split(/\r?\n/)) assert.ok(line.length <= 998, `a line of ${line.length}`);
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  assert.match(head, /^[\t\r\n\x20-\x7e]+$/, 'the header is ASCII');
  for (const name of ['From', 'To', 'Subject', 'Message-ID', 'Date', 'MIME-Version']) {
    const lines = head
      .split('\r\n')
      .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    assert.equal(lines.length, 1, name);
  }
  assert.doesNotMatch(head, /^(cc|bcc|sender|x-mailer):/im);
}

describe('a message', () => {
  it('a message has its sender, recipient and subject', async () => {
    const { raw, email } = await compose({ replyTo: 'visitor@example.net' });
    checkFormat(raw);
    assert.deepEqual(email.from, { name: SENDER.name, address: SENDER.address });
    assert.deepEqual(email.to, [{ name: '', address: 'owner@example.org' }]);
    assert.deepEqual(email.replyTo, [{ name: '', address: 'visitor@example.net' }]);
    assert.equal(email.subject, MAIL.subject);
    assert.equal(email.cc, undefined);
    assert.equal(email.bcc, undefined);
  });

  it('a message carries a receipt of any length in short lines', async () => {
    const receipt = `${'h'.repeat(110)}.${'p'.repeat(350)}.${'s'.repeat(86)}`;
    const { raw, headers } = await compose({ receipt });
    checkFormat(raw);
    const [folded = ''] = /^Letterslot-Receipt: (?:.+\r\n )+.+$/m.exec(raw) ?? [];
    assert.ok(folded.split('\r\n').length > 7, 'it is folded');
    assert.ok(folded.split('\r\n').every((line) => line.length <= 76));
    assert.deepEqual(
      headers('letterslot-receipt').map((value) => value.replaceAll(/\s/g, '')),
      [receipt],
    );
    assert.deepEqual((await compose()).headers('letterslot-receipt'), []);
  });

  it('a message asks for no automatic reply', async () => {
    const { headers } = await compose();
    assert.deepEqual(headers('auto-submitted'), ['auto-generated']);
    assert.deepEqual(headers('x-auto-response-suppress'), ['All']);
  });

  it("a message has its own id under the sender's domain", async () => {
    const ids = (await Promise.all([compose(), compose()])).map(({ email }) => email.messageId);
    for (const id of ids) assert.match(id ?? '', /^<[\w-]{36}@example\.com>$/);
    assert.notEqual(ids[0], ids[1]);
  });

  const LONG: [name: string, changes: Partial<OutgoingMail>][] = [
    ['a subject of 200 letters without a space', { subject: 's'.repeat(200) }],
    ['a subject of 200 emoji', { subject: '😀'.repeat(200) }],
    ['a text line of 5,000 letters', { text: `${'t'.repeat(5_000)}\n` }],
    ['a text line of 5,000 emoji', { text: `${'😀'.repeat(5_000)}\n` }],
    ['a line of HTML of 5,000 letters', { html: `<p>${'h'.repeat(5_000)}</p>\n` }],
    ['long lines of spaces and dots', { text: `${'.'.repeat(2_000)}\n${'. '.repeat(2_000)}x\n` }],
  ];
  for (const [name, changes] of LONG) {
    it(`a message takes ${name}`, async () => {
      const { raw, email } = await compose(changes);
      checkFormat(raw);
      const { subject, text, html } = { ...MAIL, ...changes };
      const read = [email.subject, email.text, email.html].map((part) => part?.trimEnd());
      assert.deepEqual(
        read,
        [subject, text, html].map((part) => part.trimEnd()),
      );
    });
  }

  it('a message folds its header when the reply address has 254 characters', async () => {
    const label = 'd'.repeat(60);
    const replyTo = `${'l'.repeat(64)}@${label}.${label}.${label}.example`;
    const { raw, email } = await compose({ replyTo, to: replyTo });
    checkFormat(raw);
    assert.equal(email.replyTo?.[0]?.address, replyTo);
    assert.equal(email.to?.[0]?.address, replyTo);
  });

  it('a message takes a sender without a name', async () => {
    const { raw, email } = await compose({}, { name: '', address: 'forms@xn--bcher-kva.example' });
    checkFormat(raw);
    assert.equal(email.from?.address, 'forms@xn--bcher-kva.example');
  });

  const HOSTILE: Partial<OutgoingMail>[] = [
    '\r\nBcc: x@evil.example',
    '\n.',
    '\r',
    'ü',
    '\0',
  ].flatMap((end) => [
    { to: `owner@example.org${end}` },
    { replyTo: `visitor@example.org${end}` },
    { unsubscribe: `https://forms.example.com/stop${end}` },
    { receipt: `a.b.c${end}` },
    { language: `en${end}` },
    { attachment: { filename: `a${end}`, contentType: 'application/json', content: '' } },
  ]);
  for (const changes of HOSTILE) {
    it(`a message is not composed with ${JSON.stringify(changes)}`, async () => {
      await assert.rejects(compose(changes), /header/);
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import PostalMime from 'postal-mime';
import { decryptPgp, encryptedForm, splitMessage } from '../support/encrypted-form.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';

const FIELDS = {
  name: 'Jörg Müller',
  email: 'visitor@example.org',
  message: 'Größe 12\n日本 😀\n.\nFrom here',
  _subject: 'Secret: ü',
  _format: 'json',
};

/** What only its owner may read of a submission, as it would stand in a mail, encoded too. */
const WORDS = [
  'Jörg',
  'visitor@example.org',
  'Größe',
  'Secret',
  'From here',
  'Gr=C3=B6',
  'R3LDtsOf',
];

function expectNothingOutside(raw: string): void {
  const decoded = raw.replace(/=\?utf-8\?b\?([^?]+)\?=/gi, (_word, text: string) =>
    Buffer.from(text, 'base64').toString(),
  );
  for (const word of WORDS) assert.ok(!decoded.includes(word), word);
}

const openPgp = await makeKey(OWNER);

async function sendTo(
  test: TestContext,
  encryption: Parameters<typeof encryptedForm>[1],
  settings: object = {},
): Promise<{ service: TestService; formId: string; json: { receipt: string } }> {
  const service = await startService(test);
  const formId = await encryptedForm(service, encryption, settings);
  const { status, json } = await service.submit(formId, FIELDS);
  assert.equal(status, 200);
  assert.deepEqual(json.delivery, { email: 'delivered' });
  return { service, formId, json };
}

const newest = ({ sink }: TestService) => {
  const mail = sink.mails.at(-1);
  assert.ok(mail);
  return mail;
};

/** The fields of a header, by name, unfolded. */
function fieldsOf(header: string): [name: string, value: string][] {
  const fields = header.trimEnd().split(/\r\n(?![ \t])/);
  return fields.map((field) => {
    const at = field.indexOf(': ') < 0 ? field.indexOf(':') : field.indexOf(': ');
    return [
      field.slice(0, at),
      field
        .slice(at + 1)
        .replace(/\r\n\s*/g, ' ')
        .trim(),
    ];
  });
}

describe('mails encrypted with OpenPGP', () => {
  const encryption = { type: 'openpgp', key: openPgp.armored } as const;

  it('outside, the mail names its form and nothing of the submission', async (test) => {
    const { service } = await sendTo(test, encryption);
    const { raw, email } = newest(service);
    expectNothingOutside(raw);
    assert.equal(email.subject, 'New submission: Contact form');
    assert.equal(email.from?.name, 'Forms');
    assert.equal(email.replyTo, undefined);
    assert.equal(email.text, undefined);
  });

  it('the mail is PGP/MIME as RFC 3156 says', async (test) => {
    const { service } = await sendTo(test, encryption);
    const { header, body } = splitMessage(newest(service).raw);
    const type = new Map(fieldsOf(header)).get('Content-Type') ?? '';
    const [, boundary = ''] =
      /^multipart\/encrypted; protocol="application\/pgp-encrypted"; boundary="([^"]+)"$/.exec(
        type,
      ) ?? [];
    const [preamble, version = '', data = '', end, ...more] = body.split(`--${boundary}`);
    assert.deepEqual([preamble, end, more], ['', '--\r\n', []]);
    assert.match(
      version,
      /^\r\nContent-Type: application\/pgp-encrypted\r\n[^]+\r\n\r\nVersion: 1\r\n/,
    );
    assert.match(data, /^\r\nContent-Type: application\/octet-stream; name="encrypted.asc"\r\n/);
    const [, armored = ''] = data.split('\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n\r\n');
    assert.match(
      armored,
      /^(?:[\w+/=]{1,76}\r\n)+=[\w+/]{4}\r\n-----END PGP MESSAGE-----\r\n\r\n$/,
    );
  });

  it('inside are the whole mail, its subject, who to reply to, and what the header outside says', async (test) => {
    const { service } = await sendTo(test, encryption);
    const { raw } = newest(service);
    const inner = await decryptPgp({ raw }, openPgp.privateKey);
    const fields = fieldsOf(splitMessage(inner).header);
    const email = await PostalMime.parse(Buffer.from(inner, 'latin1'));
    assert.equal(email.subject, FIELDS._subject);
    assert.equal(email.from?.name, 'Jörg Müller via Contact form');
    assert.equal(email.replyTo?.[0]?.address, FIELDS.email);
    assert.ok(email.text?.includes('日本 😀'));
    assert.ok(email.html?.includes('Größe'));
    const [json] = email.attachments;
    assert.equal(json?.filename, 'submission.json');
    const type = new Map(fields).get('Content-Type') ?? '';
    assert.match(type, /^multipart\/mixed; boundary="[^"]+"; hp="cipher"; protected-headers="v1"$/);
    const outer = fieldsOf(splitMessage(raw).header);
    const said = fields.filter(([name]) => name === 'HP-Outer').map(([, value]) => value);
    const shown = outer.filter(([name]) => !/^(?:MIME-Version|Content-Type)$/.test(name));
    assert.deepEqual(
      said,
      shown.map(([name, value]) => `${name}: ${value}`),
    );
    const inside = new Map(fields);
    for (const name of ['To', 'Message-ID', 'Date']) {
      assert.equal(inside.get(name), new Map(outer).get(name), name);
    }
  });

  it('a form with labels, a subject and another language is encrypted too', async (test) => {
    const settings = {
      language: 'de',
      subject: '{message}',
      sender_name: '{email}',
      fields: [{ name: 'name', label: 'Wer' }],
    };
    const { service } = await sendTo(test, encryption, settings);
    const mail = newest(service);
    expectNothingOutside(mail.raw);
    assert.equal(mail.email.subject, 'Neue Einsendung: Contact form');
    assert.match(await decryptPgp(mail, openPgp.privateKey), /\| Wer:\r\n\|   J=C3=B6rg/);
  });

  it('a test of the form is encrypted, and its mark is inside', async (test) => {
    const service = await startService(test);
    const formId = await encryptedForm(service, encryption);
    await service.submit(formId, { ...FIELDS, _test: 'true' });
    const mail = newest(service);
    assert.ok(!mail.raw.includes('[Test]'));
    const inner = await decryptPgp(mail, openPgp.privateKey);
    const { subject } = await PostalMime.parse(inner);
    assert.match(subject ?? '', /^\[Test\] /);
  });

  it('a key that has expired since it was set is still used: no mail goes unencrypted', async (test) => {
    const day = 86_400_000;
    let now = Date.now() - 3 * day;
    const date = new Date(now - 1_000);
    const { armored, privateKey } = await makeKey(OWNER, { date, keyExpirationTime: 86_400 });
    const service = await startService(test, {}, { now: () => now });
    const formId = await encryptedForm(service, { type: 'openpgp', key: armored });
    now += 2 * day;
    const { status } = await service.submit(formId, FIELDS);
    assert.equal(status, 200);
    const mail = newest(service);
    expectNothingOutside(mail.raw);
    assert.ok(await decryptPgp(mail, privateKey));
  });
});

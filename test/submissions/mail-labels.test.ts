import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readFacts } from '../../src/cli/receipts/read-facts.ts';
import { namesBehind } from '../../src/mail/quoted-facts.ts';
import { readContent } from '../../src/cli/receipts/receipt-mail.ts';
import {
  provesFields,
  provesShown,
  readKeySet,
  verifyReceipt,
} from '../../src/submissions/receipts/verify-receipt.ts';
import { toFacts } from '../../src/submissions/posted/facts.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { startService, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import {
  startWebhookReceiver,
  REACHES_RECEIVER,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

const FIELDS = [
  { name: 'email', label: 'E-Mail für die Antwort', type: 'email' },
  { name: 'size', label: 'Größe', type: 'select', options: [{ value: 'l', label: 'Groß 大' }] },
  { name: 'terms', label: 'AGB gelesen', type: 'checkbox' },
];
const SENT = {
  name: 'Ada Lovelace',
  terms: 'on',
  size: 'l',
  email: 'ada@example.com',
  message: 'Hello\n\nthere',
};

const NAMED = new Map(Object.entries(SENT).map(([name, value]) => [name, [value]]));

describe('the mail of a form with declared fields', () => {
  let service: TestService;
  let receiver: WebhookReceiver;

  before(async () => {
    receiver = await startWebhookReceiver();
    service = await startService(undefined, {}, { receivers: REACHES_RECEIVER });
  });
  after(async () => {
    await service?.close();
    await receiver?.close();
  });

  async function deliver(settings: object, fields: Record<string, string> = {}, form = {}) {
    const { form_id } = await service.activeRoute({ settings, ...form });
    service.sink.mails.length = 0;
    const { status, json } = await service.submit(form_id, { ...SENT, ...fields });
    assert.equal(status, 200);
    const mail = service.sink.mails.find(isDelivery);
    assert.ok(mail);
    const keys = readKeySet((await service.request('/.well-known/jwks.json')).text);
    return { mail, receipt: verifyReceipt(json.receipt, keys) };
  }

  it('a mail with labels is proven by its receipt in every language, with its attachment', async () => {
    for (const language of LANGUAGES) {
      const { mail, receipt } = await deliver({ language, fields: FIELDS }, { _format: 'json' });
      const { kinds } = wordsOf(language).browser.composer;
      const [facts = []] = readFacts(mail.email.text ?? '');
      assert.deepEqual(
        facts.map(({ label, value }) => [label, value]),
        [
          ['E-Mail für die Antwort', 'ada@example.com'],
          ['Größe', 'Groß 大'],
          ['AGB gelesen', '✓'],
          [kinds.name, 'Ada Lovelace'],
          [kinds.message, 'Hello\n\nthere'],
        ],
      );
      assert.ok(provesShown(receipt.claims, namesBehind(facts)));
      assert.ok(provesFields(receipt.claims, toFacts(NAMED)));
      const { fields, refuted } = readContent(mail.email, receipt.claims);
      assert.deepEqual(refuted, []);
      assert.deepEqual(
        fields.map(({ label, value }) => [label, value]),
        ['email', 'size', 'terms', 'name', 'message'].map((name) => [name, NAMED.get(name)?.[0]]),
      );
      const altered = structuredClone(mail.email);
      const [attachment] = altered.attachments;
      assert.ok(attachment);
      attachment.content = new TextEncoder().encode('{"size":"xl"}').buffer;
      assert.deepEqual(readContent(altered, receipt.claims).refuted, ['fields']);
    }
  });

  it('the JSON attachment and webhooks have the names of fields and their values', async () => {
    const webhook = { url: receiver.url };
    const delivery = { mode: 'both', webhook };
    const { mail } = await deliver({ fields: FIELDS }, { _format: 'json' }, { delivery });
    const [attachment] = mail.email.attachments;
    const attached = new TextDecoder().decode(attachment?.content as ArrayBuffer);
    assert.deepEqual(JSON.parse(attached), SENT);
    await until('the webhook is called', () => receiver.calls.length > 0);
    assert.deepEqual(JSON.parse(receiver.calls[0]?.body ?? '').data.fields, SENT);
  });

  it('templates, the name of the visitor and Reply-To go by the names of fields', async () => {
    const { mail } = await deliver({ fields: FIELDS, subject: '{name} · {size} · {Größe}' });
    assert.equal(mail.email.subject, 'Ada Lovelace · l');
    assert.equal(mail.email.replyTo?.[0]?.address, 'ada@example.com');
    assert.match(mail.email.from?.name ?? '', /^Ada Lovelace via /);
  });

  it('the receipt and the mail of a form without fields have nothing about labels', async () => {
    const { mail, receipt } = await deliver({});
    assert.doesNotMatch(mail.raw, /^Letterslot-Fields:/m);
    assert.deepEqual(
      Object.keys(receipt.claims),
      'v iss jti iat form_id salt fields_sha256'.split(' '),
    );
  });
});

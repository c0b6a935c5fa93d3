import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EmailAddress } from '../../src/platform/text/email-address.ts';
import { sealSession } from '../../src/inboxes/inbox-session.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';
import {
  startWebhookReceiver,
  REACHES_RECEIVER,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

describe('a test of a form', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await startWebhookReceiver();
    service = await startService(undefined, {}, { receivers: REACHES_RECEIVER });
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  /** A confirmed form of its own inbox, and its test. */
  async function newForm(email: string, mode = 'both', settings = {}) {
    const delivery = mode === 'email' ? { mode } : { mode, webhook: { url: receiver.url } };
    const form = await service.activeRoute({ email, delivery, settings });
    service.sink.mails.length = 0;
    receiver.calls.length = 0;
    receiver.answerWith((response) => void response.writeHead(204).end());
    const send = (bearer = form.management_token) =>
      service.request(`/v1/routes/${form.form_id}/test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
      });
    return { ...form, send };
  }

  it('a test of a form reaches inbox and webhook before it is answered, and counts once', async () => {
    const { send, form_id, management_token } = await newForm('both@example.com');
    const { status, json } = await send();
    assert.equal(status, 200);
    assert.deepEqual(json.delivery, { email: 'delivered', webhook: 'delivered' });
    assert.equal(json.reasons, undefined);
    assert.equal(json.used, 1);
    const [mail] = service.sink.mails;
    assert.match(mail?.email.subject ?? '', /^\[Test\] /);
    assert.equal(receiver.calls.length, 1);
    const { data } = JSON.parse(receiver.calls[0]?.body ?? '{}');
    assert.equal(data.test, true);
    assert.equal(data.reference, json.reference);
    assert.match(mail?.email.text ?? '', new RegExp(`^Reference: ${json.reference}$`, 'm'));
    assert.equal(receiver.calls[0]?.headers['webhook-id'], json.delivery_id);
    const counts = await service.request(`/v1/routes/${form_id}/counts`, {
      headers: { authorization: `Bearer ${management_token}` },
    });
    assert.equal(counts.json.days[0].delivered, 1);
  });

  it('a test of a form whose webhook asked for a pause says so, and does not call it', async () => {
    const { send } = await newForm('pause@example.com');
    receiver.answerWith((response) => void response.writeHead(429, { 'retry-after': '60' }).end());
    assert.match((await send()).json.reasons.webhook, /answered 429/);
    const called = receiver.calls.length;
    assert.match((await send()).json.reasons.webhook, /was not asked: it asked for a pause/);
    assert.equal(receiver.calls.length, called);
  });

  it('a test of a form whose webhook refuses is a success that says why, in our words', async () => {
    const { send } = await newForm('refused@example.com');
    receiver.answerWith((response) => void response.writeHead(410).end('the secret of a server'));
    const { status, json, text } = await send();
    assert.equal(status, 200);
    assert.deepEqual(json.delivery, { email: 'delivered', webhook: 'failed' });
    assert.match(json.reasons.webhook, /answered 410/);
    assert.doesNotMatch(text, /secret of a server/);
    assert.equal(service.sink.mails.length, 1);
  });

  it('a test of a form whose inbox fails is 503 with the reason; nothing else is called or counted', async () => {
    const { send, form_id, management_token } = await newForm('broken@example.com');
    service.sink.refuseWith({ code: 451, text: `try later ${OWNER}` });
    const { status, json, text } = await send();
    service.sink.refuseWith(undefined);
    assert.deepEqual([status, json.error], [503, 'delivery_failed']);
    assert.deepEqual(Object.keys(json.reasons), ['email']);
    assert.doesNotMatch(text, /try later|owner@/);
    assert.equal(receiver.calls.length, 0);
    const dry = await service.submit(
      form_id,
      { message: 'x', _dry_run: 'true' },
      { authorization: `Bearer ${management_token}` },
    );
    assert.equal(dry.json.used, 0);
  });

  it('a test of a form without mail succeeds when its webhook got it, and fails with it', async () => {
    const { send } = await newForm('webhook@example.com', 'webhook');
    assert.deepEqual((await send()).json.delivery, { webhook: 'delivered' });
    receiver.answerWith((response) => void response.writeHead(410).end());
    const { status, json } = await send();
    assert.deepEqual([status, json.error], [502, 'webhook_delivery_failed']);
    assert.match(json.reasons.webhook, /answered 410/);
    assert.equal(json.retry_after_seconds, undefined);
    receiver.answerWith((response) => void response.writeHead(429, { 'retry-after': '60' }).end());
    const paused = await send();
    assert.deepEqual([paused.status, paused.json.retry_after_seconds], [502, 60]);
    assert.match(paused.json.reasons.webhook, /answered 429/);
    assert.equal(service.sink.mails.length, 0);
  });

  it('the holder of a form can test it while it is paused or has origins', async () => {
    const { send, form_id, management_token } = await newForm('paused@example.com', 'email');
    const set = (settings: object) =>
      service.request(`/v1/routes/${form_id}/settings`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${management_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(settings),
      });
    await set({ paused: true });
    assert.equal((await send()).status, 200);
    const refused = await service.submit(form_id, { message: 'Hello', _test: 'true' });
    assert.deepEqual([refused.status, refused.json.error], [409, 'inbox_not_verified']);
    await set({ origins: ['https://example.com'] });
    assert.equal((await send()).status, 200);
  });

  it('the test of a form fills in its own fields, so that the mail looks like that of a visitor', async () => {
    const fields = [
      { name: 'name', label: 'Your name', required: true },
      { name: 'email', type: 'email', required: true },
      { name: 'topic', type: 'select', options: ['Prices', 'Help'], required: true },
    ];
    const settings = { fields, unknown_fields: 'refuse', subject: '{topic}: {name}' };
    const { send } = await newForm('own-fields@example.com', 'email', settings);
    assert.equal((await send()).status, 200);
    const { subject, replyTo, text = '' } = service.sink.mails.at(-1)?.email ?? {};
    assert.equal(subject, '[Test] Prices: Ada Lovelace');
    assert.equal(replyTo?.[0]?.address, 'ada@example.com');
    assert.match(text, /Your name[^]+Ada Lovelace[^]+Topic[^]+Prices/);
    assert.doesNotMatch(text, /message/i);
  });

  it('a test of a form is for its token or a session of its inbox alone', async () => {
    const email = 'mine@example.com';
    const { send } = await newForm(email);
    const other = await newForm('other@example.com');
    const sessionOf = (address: string) =>
      sealSession(service.service.keyring, {
        address: address as EmailAddress,
        expiresAt: Date.now() + 60_000,
      });
    for (const bearer of [other.management_token, sessionOf('other@example.com')])
      assert.equal((await send(bearer)).status, 403);
    assert.equal(service.sink.mails.length, 0);
    assert.equal((await send(sessionOf(email))).status, 200);
    assert.deepEqual(service.sink.mails[0]?.recipients, [email]);
  });
});

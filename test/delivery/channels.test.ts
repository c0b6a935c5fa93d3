import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { isDelivery } from '../support/smtp-sink.ts';
import { startService } from '../support/service.ts';
import { startWebhookReceiver, REACHES_RECEIVER } from '../support/webhook-receiver.ts';
import { describeChannel, type ChannelRig } from './describe-channel.ts';

async function openEmail(test: TestContext): Promise<ChannelRig> {
  const service = await startService(test);
  const { sink } = service;
  return {
    service,
    delivery: { mode: 'email' },
    arrived: () => sink.mails.filter(isDelivery).map(({ email }) => email.text ?? ''),
    attempts: () => sink.received(),
    fail: (failing) => sink.refuseWith(failing ? { code: 451, text: 'later' } : undefined),
    delay: (milliseconds) => sink.delay(milliseconds),
    assertInert({ message = '' }) {
      const [mail] = sink.mails.slice(-1);
      assert.ok(mail);
      assert.deepEqual(mail.recipients, ['owner@example.com']);
      assert.ok(!mail.email.headers.some(({ key }) => key === 'bcc'));
      assert.ok(!mail.email.html?.includes('<script'));
      assert.ok(mail.email.text?.includes(message.slice(0, 25)));
    },
  };
}

async function openWebhook(test: TestContext): Promise<ChannelRig> {
  const receiver = await startWebhookReceiver();
  test.after(() => receiver.close());
  const service = await startService(test, {}, { receivers: REACHES_RECEIVER });
  let [failing, delay, accepted] = [false, 0, 0];
  receiver.answerWith((response) => {
    if (!failing) accepted += 1;
    setTimeout(() => response.writeHead(failing ? 503 : 204).end(), delay);
  });
  return {
    service,
    delivery: { mode: 'webhook', webhook: { url: receiver.url } },
    arrived: () => (accepted > 0 ? receiver.calls.slice(-accepted).map(({ body }) => body) : []),
    attempts: () => receiver.calls.length,
    fail: (now) => void (failing = now),
    delay: (milliseconds) => void (delay = milliseconds),
    assertInert(typed) {
      const [call] = receiver.calls.slice(-1);
      assert.deepEqual(JSON.parse(call?.body ?? '').data.fields, typed);
    },
  };
}

/** The channels that a visitor can wait for; chats are targets alone (`targets.test.ts`). */
const RIGS = {
  email: { open: openEmail, failure: { status: 503, code: 'delivery_failed' } },
  webhook: { open: openWebhook, failure: { status: 502, code: 'webhook_delivery_failed' } },
};

describeChannel('email', RIGS.email);
describeChannel('webhook', RIGS.webhook);

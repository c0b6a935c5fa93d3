import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ChannelName } from '../../src/contract/channels.ts';
import { disclose, retriesOf } from '../../src/forms/targets/channels.ts';
import { inert } from '../../src/platform/text/strangers-words.ts';
import { parseDelivery } from '../../src/forms/targets/delivery-mode.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { startService, type TestService } from '../support/service.ts';
import { startWebhookReceiver, REACHES_RECEIVER } from '../support/webhook-receiver.ts';
import { until } from '../support/until.ts';

/** A real receiver of a channel, and a service that reaches it. */
interface ChannelRig {
  service: TestService;
  /** `delivery` of a route whose submissions are delivered before the answer. */
  delivery: Record<string, unknown>;
  /** The messages that came, whole, as the receiver read them. */
  arrived(): string[];
  /** How often a message came, answered or not. */
  attempts(): number;
  /** Makes the receiver refuse for now, or accept again. */
  fail(failing: boolean): void;
  /** Makes the receiver wait this many milliseconds before it answers a message. */
  delay(milliseconds: number): void;
  /** Fails unless the typed text came as text and nothing else. */
  assertInert(typed: Record<string, string>): void;
}

interface ChannelSuite {
  open(test: TestContext): Promise<ChannelRig>;
  /** What the visitor gets when the delivery fails. */
  failure: { status: number; code: string };
}

const HOSTILE = {
  name: 'Ann\r\nBcc: mallory@example.net',
  email: 'ann@example.org',
  message:
    '<script>alert(1)</script> "}\\ @everyone <!channel> [x](https://evil.example)\r\n.\r\nQUIT',
};

/** What every channel promises, shown with a real receiver. */
function describeChannel(name: ChannelName, { open, failure }: ChannelSuite): void {
  const start = async (test: TestContext) => {
    const rig = await open(test);
    const { form_id: formId } = await rig.service.activeRoute({ delivery: rig.delivery });
    const [before, attempts] = [rig.arrived().length, rig.attempts()];
    return {
      ...rig,
      formId,
      came: () => rig.arrived().slice(before),
      attempts: () => rig.attempts() - attempts,
      submit: (fields: Record<string, string> = { message: 'm' }, headers = {}) =>
        rig.service.submit(formId, fields, headers),
    };
  };

  describe(`the channel ${name}`, () => {
    it(`channel ${name} delivers before the answer, whose report names it`, async (test) => {
      const { submit, came, service } = await start(test);
      const { status, json } = await submit({ message: 'a word of its own' });
      assert.deepEqual([status, json.delivery], [200, { [name]: 'delivered' }]);
      assert.equal(came().length, 1);
      assert.ok(came()[0]?.includes('a word of its own'));
      assert.match(service.logText(), new RegExp(`"channel":"${name}","awaited":true`));
    });

    it(`channel ${name} fails with its code after the attempts of its row, and counts nothing`, async (test) => {
      const { submit, attempts, fail } = await start(test);
      fail(true);
      const { status, json } = await submit();
      assert.deepEqual([status, json.error], [failure.status, failure.code]);
      assert.equal(attempts(), retriesOf({ channel: name, awaited: true }).length + 1);
      fail(false);
      assert.equal((await submit()).json.used, 1);
    });

    it(`channel ${name} loses nothing and doubles nothing under one Idempotency-Key`, async (test) => {
      const { submit, came, fail } = await start(test);
      const key = { 'idempotency-key': 'one' };
      fail(true);
      assert.equal((await submit({ message: 'm' }, key)).status, failure.status);
      fail(false);
      const first = await submit({ message: 'm' }, key);
      const second = await submit({ message: 'm' }, key);
      assert.deepEqual([first.status, second.json], [200, first.json]);
      assert.equal(came().length, 1);
    });

    it(`channel ${name} is disclosed before the inbox agrees, where it leads away from it`, async (test) => {
      const { service, delivery } = await start(test);
      const created = await service.create({ delivery });
      const disclosed = disclose(parseDelivery(delivery, '').targets);
      assert.equal(created.json.status, disclosed.length > 0 ? 'pending_verification' : 'active');
      if (disclosed.length === 0) return;
      const mail = service.sink.mails.at(-1)?.email.text ?? '';
      const { text } = await service.request(
        `/v1/routes/verify?token=${service.verificationToken()}`,
      );
      for (const { channel, place, address } of disclosed) {
        assert.ok(text.includes(place) && text.includes(address));
        assert.ok(mail.includes(channel === 'webhook' ? `  ${address}\n` : inert(place)));
      }
    });

    it(`channel ${name} is named by a dry run, which delivers nothing`, async (test) => {
      const { submit, attempts } = await start(test);
      const { json } = await submit({ message: 'm', _dry_run: 'true' });
      const names = Object.keys(json.would.deliver).filter((each) => json.would.deliver[each]);
      assert.deepEqual(names, [name]);
      assert.equal(attempts(), 0);
    });

    it(`channel ${name} carries hostile content as text`, async (test) => {
      const { submit, assertInert } = await start(test);
      assert.equal((await submit(HOSTILE)).status, 200);
      assertInert(HOSTILE);
    });

    it(`channel ${name} finishes running deliveries before the service closes`, async (test) => {
      const { submit, service, attempts, came, delay } = await start(test);
      delay(300);
      const answer = submit();
      await until('the delivery', () => attempts() === 1);
      await service.close();
      assert.equal((await answer).status, 200);
      assert.equal(came().length, 1);
    });
  });
}

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
  const receiver = await startWebhookReceiver(test);
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

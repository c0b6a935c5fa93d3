import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { startService, type TestService } from '../support/service.ts';
import {
  startWebhookReceiver,
  REACHES_RECEIVER,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

async function startBoth(
  test: TestContext,
  env: Record<string, string> = {},
): Promise<{ service: TestService; receiver: WebhookReceiver }> {
  const receiver = await startWebhookReceiver(test);
  const service = await startService(test, env, { receivers: REACHES_RECEIVER });
  return { service, receiver };
}

const delivery = (mode: 'webhook' | 'both', { url }: WebhookReceiver) => ({
  delivery: { mode, webhook: { url } },
});

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 500 && !condition(); attempt += 1) await wait(10);
  assert.ok(condition());
}

describe('mode webhook', () => {
  it('mode webhook calls the receiver, signed, before it answers, and sends no mail', async (test) => {
    const { service, receiver } = await startBoth(test);
    const route = await service.activeRoute(delivery('webhook', receiver));
    const { status, json } = await service.submit(route.form_id, {
      name: 'Ada',
      email: 'ada@example.org',
      _subject: 'Hi',
      _test: 'run 1',
    });
    assert.equal(status, 200);
    assert.deepEqual(json.delivery, { webhook: 'delivered' });
    assert.deepEqual([json.test, json.echo, json.used], [true, 'run 1', 1]);
    assert.equal(service.sink.mails.length, 0);
    const [call] = receiver.calls;
    assert.ok(call && receiver.calls.length === 1 && route.webhook);
    const event = new Webhook(route.webhook.secret).verify(
      call.body,
      call.headers as Record<string, string>,
    );
    assert.deepEqual(Object.keys(event as object), ['type', 'timestamp', 'data']);
    assert.deepEqual((event as { data: object }).data, {
      form_id: route.form_id,
      alias: 'Contact form',
      reference: json.reference,
      test: true,
      subject: 'Hi',
      reply_to: 'ada@example.org',
      fields: { name: 'Ada', email: 'ada@example.org' },
    });
    assert.equal(call.path, '/hook');
    assert.equal(call.headers['content-type'], 'application/json');
    assert.match(call.headers['webhook-id']?.toString() ?? '', /^msg_[\w-]+$/);
  });

  it('mode webhook says why a submission is suspicious, and nothing of it otherwise', async (test) => {
    const { service, receiver } = await startBoth(test);
    const { form_id } = await service.activeRoute(delivery('webhook', receiver));
    await service.submit(form_id, { message: '[url=x]', 'bot-field': 'x' });
    await service.submit(form_id, { message: 'm' });
    const events = receiver.calls.map(({ body }) => JSON.parse(body).data);
    assert.deepEqual(events[0].suspicious, ['markup', 'foreign_trap']);
    assert.deepEqual(events[0].fields, { message: '[url=x]' });
    assert.equal('suspicious' in events[1], false);
  });

  it('mode webhook says that an agent filled a form in, and nothing of it otherwise', async (test) => {
    const { service, receiver } = await startBoth(test);
    const { form_id } = await service.activeRoute(delivery('webhook', receiver));
    await service.submit(form_id, { message: 'm', _agent: 'true' });
    await service.submit(form_id, { message: 'm', _agent: 'false' });
    const events = receiver.calls.map(({ body }) => JSON.parse(body).data);
    assert.deepEqual([events[0].agent, events[0].fields], [true, { message: 'm' }]);
    assert.equal('agent' in events[1], false);
  });

  it('mode webhook tries once more after a fault of the receiver, with the same id', async (test) => {
    const { service, receiver } = await startBoth(test);
    const { form_id } = await service.activeRoute(delivery('webhook', receiver));
    receiver.answerWith((response) =>
      response.writeHead(receiver.calls.length < 2 ? 500 : 200).end(),
    );
    assert.equal((await service.submit(form_id, { message: 'm' })).status, 200);
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });

  it('mode webhook answers 502 and counts nothing when the receiver does not accept', async (test) => {
    const { service, receiver } = await startBoth(test);
    const { form_id } = await service.activeRoute(delivery('webhook', receiver));
    for (const [status, attempts] of [
      [503, 2],
      [410, 1],
      [429, 1],
    ] as const) {
      receiver.calls.length = 0;
      receiver.answerWith((response) => response.writeHead(status).end('private words'));
      const answer = await service.submit(form_id, { message: 'm' });
      assert.equal(answer.json.error, 'webhook_delivery_failed');
      assert.ok(!answer.text.includes('private words'));
      assert.equal(receiver.calls.length, attempts);
    }
    receiver.answerWith((response) => response.writeHead(200).end());
    assert.equal((await service.submit(form_id, { message: 'm' })).json.used, 1);
    assert.ok(!service.logText().includes('private words'));
  });

  it('mode webhook does not follow a redirect', async (test) => {
    const { service, receiver } = await startBoth(test);
    const target = await startWebhookReceiver(test, { plain: true });
    const { form_id } = await service.activeRoute(delivery('webhook', receiver));
    const location = `http://127.0.0.1:${target.port}/`;
    receiver.answerWith((response) => response.writeHead(307, { location }).end());
    assert.equal((await service.submit(form_id, { message: 'm' })).status, 502);
    assert.equal(target.connections(), 0);
  });

  it('mode webhook reads the status and drops an endless body', async (test) => {
    const { service, receiver } = await startBoth(test);
    const { form_id } = await service.activeRoute(delivery('webhook', receiver));
    let closed = false;
    receiver.answerWith((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(16_384)), 1);
      response.on('close', () => {
        clearInterval(timer);
        closed = true;
      });
    });
    assert.equal((await service.submit(form_id, { message: 'm' })).status, 200);
    await until(() => closed);
  });
});

describe('mode both', () => {
  it('mode both answers after the mail and calls the receiver in the background', async (test) => {
    const { service, receiver } = await startBoth(test);
    const { form_id } = await service.activeRoute(delivery('both', receiver));
    const { json } = await service.submit(form_id, { message: 'm' });
    assert.deepEqual(json.delivery, { email: 'delivered', webhook: 'queued' });
    assert.equal(service.sink.mails.length, 1);
    await until(() => receiver.calls.length === 1);
  });

  it('mode both ignores a failing receiver, and calls no receiver when the mail fails', async (test) => {
    const { service, receiver } = await startBoth(test);
    const { form_id } = await service.activeRoute(delivery('both', receiver));
    receiver.answerWith((response) => response.writeHead(400).end());
    assert.equal((await service.submit(form_id, { message: 'm' })).status, 200);
    await until(() => /"channel":"webhook".*"replyCode":400/.test(service.logText()));
    service.sink.refuseWith({ code: 550, text: 'no' });
    assert.equal((await service.submit(form_id, { message: 'm' })).status, 503);
    assert.equal(receiver.calls.length, 1);
  });

  it('mode both delivers its queue before the service stops', async (test) => {
    const { service, receiver } = await startBoth(test);
    const { form_id } = await service.activeRoute(delivery('both', receiver));
    receiver.answerWith((response) => void setTimeout(() => response.writeHead(200).end(), 300));
    for (let count = 0; count < 20; count += 1) await service.submit(form_id, { message: 'm' });
    await service.close();
    assert.equal(receiver.calls.length, 20);
    assert.doesNotMatch(service.logText(), /delivery_dropped/);
  });
});

describe('the HTTP client of webhooks', () => {
  it('the HTTP client of webhooks is loaded at the first call, not with the service', () => {
    const code =
      "await import('./src/app/service.ts');" +
      "const {createRequire} = await import('node:module');" +
      "const loaded = Object.keys(createRequire('file:///').cache);" +
      "console.log(loaded.length > 0, loaded.some((path) => path.includes('/undici/')))";
    const options = { cwd: join(import.meta.dirname, '..', '..'), encoding: 'utf8' } as const;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', code], options);
    assert.equal(stdout, 'true false\n', stderr);
  });
});

describe('a route with a webhook', () => {
  it('a webhook shows its secret to its creator alone', async (test) => {
    const { service, receiver } = await startBoth(test);
    const key = { 'idempotency-key': 'one' };
    const created = await service.create(delivery('both', receiver), key);
    assert.match(created.json.webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const replayed = await service.create(delivery('both', receiver), key);
    assert.equal(replayed.json.webhook.secret, created.json.webhook.secret);
    const polled = await service.request(`/v1/routes/${created.json.form_id}`);
    const confirmed = await service.confirm(service.verificationToken());
    assert.equal(polled.json.webhook, undefined);
    assert.equal(confirmed.json.webhook, undefined);
    const other = await service.create(delivery('both', receiver));
    assert.notEqual(other.json.webhook.secret, created.json.webhook.secret);
    const moved = { delivery: { mode: 'both', webhook: { url: `${receiver.url}2` } } };
    assert.equal((await service.create(moved, key)).json.error, 'idempotency_key_conflict');
  });

  it('a webhook discloses its URL to the owner, even of a confirmed inbox', async (test) => {
    const { service, receiver } = await startBoth(test);
    await service.activeRoute();
    const { status } = await service.create(delivery('webhook', receiver));
    assert.equal(status, 202);
    const { text = '' } = service.sink.mails.at(-1)?.email ?? {};
    assert.ok(text.includes(`  ${receiver.url}\n`));
    assert.match(text, /not emailed/);
    const page = await service.request(`/v1/routes/verify?token=${service.verificationToken()}`);
    assert.ok(page.text.includes(receiver.url));
  });
});

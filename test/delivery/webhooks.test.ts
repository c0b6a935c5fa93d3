import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver, REACHES_RECEIVER } from '../support/webhook-receiver.ts';

/** A service, its receiver, and a form of this mode. */
async function start(test: TestContext, mode: 'webhook' | 'both' = 'webhook') {
  const receiver = await startWebhookReceiver(test);
  const service = await startService(test, {}, { receivers: REACHES_RECEIVER });
  const route = await service.activeRoute({ delivery: { mode, webhook: { url: receiver.url } } });
  const submit = (fields = { message: 'm' } as Record<string, string>) =>
    service.submit(route.form_id, fields);
  return { service, receiver, route, submit };
}

describe('mode webhook', () => {
  it('mode webhook calls the receiver, signed, before it answers, and sends no mail', async (test) => {
    const { service, receiver, route, submit } = await start(test);
    const { status, json } = await submit({
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
    const { receiver, submit } = await start(test);
    await submit({ message: '[url=x]', 'bot-field': 'x' });
    await submit();
    const events = receiver.calls.map(({ body }) => JSON.parse(body).data);
    assert.deepEqual(events[0].suspicious, ['markup', 'foreign_trap']);
    assert.deepEqual(events[0].fields, { message: '[url=x]' });
    assert.equal('suspicious' in events[1], false);
  });

  it('mode webhook says that an agent filled a form in, and nothing of it otherwise', async (test) => {
    const { receiver, submit } = await start(test);
    await submit({ message: 'm', _agent: 'true' });
    await submit({ message: 'm', _agent: 'false' });
    const events = receiver.calls.map(({ body }) => JSON.parse(body).data);
    assert.deepEqual([events[0].agent, events[0].fields], [true, { message: 'm' }]);
    assert.equal('agent' in events[1], false);
  });

  it('mode webhook tries once more after a fault of the receiver, with the same id', async (test) => {
    const { receiver, submit } = await start(test);
    receiver.answerWith((response) =>
      response.writeHead(receiver.calls.length < 2 ? 500 : 200).end(),
    );
    assert.equal((await submit()).status, 200);
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });

  it('mode webhook answers 502 and counts nothing when the receiver does not accept', async (test) => {
    const { service, receiver, submit } = await start(test);
    for (const [status, attempts] of [
      [503, 2],
      [410, 1],
      [429, 1],
    ] as const) {
      receiver.calls.length = 0;
      receiver.answerWith((response) => response.writeHead(status).end('private words'));
      const answer = await submit();
      assert.equal(answer.json.error, 'webhook_delivery_failed');
      assert.ok(!answer.text.includes('private words'));
      assert.equal(receiver.calls.length, attempts);
    }
    receiver.answerWith((response) => response.writeHead(200).end());
    assert.equal((await submit()).json.used, 1);
    assert.ok(!service.logText().includes('private words'));
  });

  it('mode webhook does not follow a redirect', async (test) => {
    const { receiver, submit } = await start(test);
    const target = await startWebhookReceiver(test, { plain: true });
    const location = `http://127.0.0.1:${target.port}/`;
    receiver.answerWith((response) => response.writeHead(307, { location }).end());
    assert.equal((await submit()).status, 502);
    assert.equal(target.connections(), 0);
  });
});

describe('mode both', () => {
  it('mode both answers after the mail and calls the receiver in the background', async (test) => {
    const { service, receiver, submit } = await start(test, 'both');
    const { json } = await submit();
    assert.deepEqual(json.delivery, { email: 'delivered', webhook: 'queued' });
    assert.equal(service.sink.mails.length, 1);
    await until('the call', () => receiver.calls.length === 1);
  });

  it('mode both ignores a failing receiver, and calls no receiver when the mail fails', async (test) => {
    const { service, receiver, submit } = await start(test, 'both');
    receiver.answerWith((response) => response.writeHead(400).end());
    assert.equal((await submit()).status, 200);
    await until('the refusal', () =>
      /"channel":"webhook".*"replyCode":400/.test(service.logText()),
    );
    service.sink.refuseWith({ code: 550, text: 'no' });
    assert.equal((await submit()).status, 503);
    assert.equal(receiver.calls.length, 1);
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
    const service = await startService(test);
    const wanted = (url: string) => ({ delivery: { mode: 'both', webhook: { url } } });
    const hook = wanted('https://hooks.example.com/hook');
    const key = { 'idempotency-key': 'one' };
    const created = await service.create(hook, key);
    assert.match(created.json.webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const replayed = await service.create(hook, key);
    assert.equal(replayed.json.webhook.secret, created.json.webhook.secret);
    const polled = await service.request(`/v1/routes/${created.json.form_id}`);
    const confirmed = await service.confirm(service.verificationToken());
    assert.equal(polled.json.webhook, undefined);
    assert.equal(confirmed.json.webhook, undefined);
    const other = await service.create(hook);
    assert.notEqual(other.json.webhook.secret, created.json.webhook.secret);
    const moved = wanted('https://hooks.example.com/hook2');
    assert.equal((await service.create(moved, key)).json.error, 'idempotency_key_conflict');
  });
});

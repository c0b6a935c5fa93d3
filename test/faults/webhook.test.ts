import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { startService } from '../support/service.ts';
import { startWebhookReceiver, TEST_CA } from '../support/webhook-receiver.ts';

const MIB = 1_048_576;

async function start(test: TestContext, ca = TEST_CA) {
  const receiver = await startWebhookReceiver();
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const webhooks = { allowPrivate: true, resolve, ...(ca !== '' && { ca }) };
  const service = await startService(test, {}, { webhooks });
  // After the service, whose calls it would wait for.
  test.after(() => receiver.close());
  const delivery = { mode: 'webhook', webhook: { url: receiver.url } };
  const { form_id: formId } = await service.activeRoute({ delivery });
  const submit = (message = 'Hello') => service.submit(formId, { message });
  return { service, receiver, submit };
}

/** Says these bytes in the place of an HTTP answer. */
const raw = (text: string) => (response: ServerResponse) => void response.socket?.end(text);

const switchProtocols =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: upgrade\r\n\r\n';

/** Answers that are none, to each of which a submission of mode `webhook` ends with 502. */
const REFUSALS: [name: string, answer: (response: ServerResponse) => void][] = [
  ['hangs up', (response) => void response.socket?.destroy()],
  ['hangs up in its head', raw('HTTP/1.1 200 OK\r\nContent-')],
  ['switches protocols', raw(switchProtocols)],
  ['answers in HTTP/0.9', raw('<p>Thank you</p>')],
  ['answers in SMTP', raw('250 taken\r\n')],
  ['says nothing but 1xx', raw('HTTP/1.1 102 Processing\r\n\r\n'.repeat(10_000))],
  ['sends a head without end', raw(`HTTP/1.1 200 OK\r\n${'X-Fill: a\r\n'.repeat(20_000)}`)],
  ['answers 304', (response) => void response.writeHead(304).end()],
  ['answers 599', (response) => void response.writeHead(599).end()],
];

describe('a webhook receiver that', { concurrency: 4 }, () => {
  for (const [name, answer] of REFUSALS) {
    it(`${name}: 502, nothing counted`, async (test) => {
      const { service, receiver, submit } = await start(test);
      receiver.answerWith(answer);
      const refused = await submit();
      assert.deepEqual([refused.status, refused.json.error], [502, 'webhook_delivery_failed']);
      assert.ok(receiver.calls.length <= 2);
      receiver.answerWith((response) => void response.writeHead(204).end());
      assert.equal((await submit()).json.used, 1);
      assert.equal(service.sink.mails.length, 0);
    });
  }

  it('has a certificate that nobody vouches for: 502, and no call', async (test) => {
    const { receiver, submit } = await start(test, '');
    assert.equal((await submit()).status, 502);
    assert.equal(receiver.calls.length, 0);
  });

  for (const [name, headers] of [
    ['100 MiB', {}],
    ['a gzip bomb', { 'content-encoding': 'gzip' }],
  ] as const) {
    it(`answers 200 with ${name} is believed, and hardly read`, async (test) => {
      const { receiver, submit } = await start(test);
      const chunk = Buffer.alloc(65_536);
      let sent = 0;
      const ended = Promise.withResolvers<void>();
      receiver.answerWith((response) => {
        response.writeHead(200, headers).on('close', ended.resolve);
        const send = () => {
          while (sent < 100 * MIB && !response.destroyed) {
            sent += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', send);
          }
        };
        send();
      });
      assert.equal((await submit()).status, 200);
      await ended.promise;
      assert.ok(sent < 10 * MIB, `${sent} bytes were taken`);
    });
  }
});

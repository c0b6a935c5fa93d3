import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { startService } from '../support/service.ts';
import {
  EXPIRED,
  SELF_SIGNED,
  startWebhookReceiver,
  TEST_CA,
} from '../support/webhook-receiver.ts';

const MIB = 1_048_576;

interface Trust {
  cert?: string;
  /** What the service trusts beside the system's authorities; nothing more if it is empty. */
  ca?: string;
  host?: string;
}

async function start(
  test: TestContext,
  { cert, ca = TEST_CA, host = 'hooks.example.com' }: Trust = {},
) {
  const receiver = await startWebhookReceiver(undefined, { ...(cert !== undefined && { cert }) });
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const receivers = { allowPrivate: true, resolve, ...(ca !== '' && { ca }) };
  const service = await startService(test, {}, { receivers });
  // Closed after the service, whose calls it would wait for.
  test.after(() => receiver.close());
  const url = receiver.url.replace('hooks.example.com', host);
  const delivery = { mode: 'webhook', webhook: { url } };
  const { form_id: formId } = await service.activeRoute({ delivery });
  const submit = (message = 'Hello') => service.submit(formId, { message });
  return { service, receiver, submit };
}

/** Sends these bytes instead of an HTTP answer. */
const raw = (text: string) => (response: ServerResponse) => void response.socket?.end(text);

const switchProtocols =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: upgrade\r\n\r\n';

const head = (lines: string) => raw(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`);

type Fault = [name: string, answer: (response: ServerResponse) => void, doubtful?: 'doubtful'];

/** Bad answers, each a 502; once an answer has begun, the receiver may have taken the call. */
const FAULTS: Fault[] = [
  ['hangs up', (response) => void response.socket?.destroy()],
  ['hangs up in its head', raw('HTTP/1.1 200 OK\r\nContent-')],
  ['switches protocols', raw(switchProtocols)],
  ['says 1xx without end', raw('HTTP/1.1 102 Processing\r\n\r\n'.repeat(10_000))],
  ['answers 304', (response) => void response.writeHead(304).end()],
  ['answers 599', (response) => void response.writeHead(599).end()],
  ['sends 200 with a header of 17 KiB', head(`X-Fill: ${'a'.repeat(17_408)}`), 'doubtful'],
  [
    'sends a head without end',
    raw(`HTTP/1.1 200 OK\r\n${'X-Fill: a\r\n'.repeat(20_000)}`),
    'doubtful',
  ],
  ['sends 200 with a length that is none', head('Content-Length: many'), 'doubtful'],
  ['sends 200 with two lengths', head('Content-Length: 1\r\nContent-Length: 2'), 'doubtful'],
  ['speaks HTTP/0.9', raw('<p>Thank you</p>'), 'doubtful'],
  ['speaks SMTP', raw('250 taken\r\n'), 'doubtful'],
  [
    'says nothing but 1xx and hangs up',
    raw('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)),
    'doubtful',
  ],
];

describe('webhook receivers that misbehave', { concurrency: 4 }, () => {
  for (const [name, answer, doubtful] of FAULTS)
    it(`a webhook receiver that ${name}: 502${doubtful ? ' in doubt, one call' : ''}, nothing counted`, async (test) => {
      const { service, receiver, submit } = await start(test);
      receiver.answerWith(answer);
      const { status, json } = await submit();
      assert.deepEqual([status, json.error], [502, 'webhook_delivery_failed']);
      assert.ok(receiver.calls.length <= (doubtful ? 1 : 2));
      if (doubtful) {
        assert.match(json.message, /may not have been delivered/);
        assert.match(service.logText(), /"channel":"webhook".*"kind":"doubtful"/);
      }
      receiver.answerWith((response) => void response.writeHead(204).end());
      assert.equal((await submit()).json.used, 1);
      assert.equal(service.sink.mails.length, 0);
    });

  it('a webhook receiver that hangs up after the call, then takes no connection: doubtful', async (test) => {
    const { receiver, submit } = await start(test);
    receiver.answerWith((response) => {
      response.socket?.destroy();
      void receiver.close();
    });
    const { status, json } = await submit();
    assert.equal(status, 502);
    assert.match(json.message, /may not have been delivered/);
  });

  const UNTRUSTED: [name: string, trust: Trust, code: string][] = [
    ['of an unknown authority', { ca: '' }, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['that signs itself', { cert: SELF_SIGNED }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['that has ended', { cert: EXPIRED, ca: EXPIRED }, 'CERT_HAS_EXPIRED'],
    ['for another name', { host: 'wrong.example.com' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ];
  for (const [name, trust, code] of UNTRUSTED)
    it(`a webhook receiver with a certificate ${name}: 502, no call, and no second connection`, async (test) => {
      const { service, receiver, submit } = await start(test, trust);
      const { status, json } = await submit();
      assert.equal(status, 502);
      assert.doesNotMatch(json.message, /may not have been delivered/);
      assert.match(service.logText(), new RegExp(`"kind":"refused","reason":"${code}"`));
      assert.deepEqual([receiver.calls.length, receiver.connections()], [0, 1]);
    });

  for (const [name, headers] of [
    ['100 MiB', {}],
    ['a gzip bomb', { 'content-encoding': 'gzip' }],
  ] as const)
    it(`a webhook receiver that answers 200 with ${name} is believed, and hardly read`, async (test) => {
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
});

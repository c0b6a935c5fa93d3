import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { it, type TestContext } from 'node:test';
import { keysOf } from '../support/access-keys.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { standing } from '../support/time-windows.ts';

const FORM = 'application/x-www-form-urlencoded';
const BODY = 'message=Hello';

interface Sent {
  path: string;
  headers?: readonly string[];
  body?: string;
  type?: string;
  method?: string;
}

/** Sends a head that waits for 100, and the body once it was asked for; all that came back. */
function sendExpecting(
  url: string,
  { path, headers = [], body = BODY, type = FORM, method = 'POST' }: Sent,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    'Expect: 100-continue',
    'Accept: application/json',
    'Connection: close',
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  let isAsked = false;
  socket.setTimeout(10_000, () => socket.destroy());
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    if (!isAsked && received.startsWith('HTTP/1.1 100 ')) {
      isAsked = true;
      socket.write(body);
    } else if (received.includes('\r\n\r\n{')) socket.end();
  });
  socket.on('close', () => resolve(received));
  socket.on('error', () => resolve(received));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return promise;
}

async function start(test: TestContext, env = {}, settings = {}) {
  const service = await startService(test, env, standing());
  const form = await service.activeRoute({ settings });
  const send = (sent: Partial<Sent> = {}) =>
    sendExpecting(service.url, { path: `/f/${form.form_id}`, ...sent });
  return { ...service, form, send, mails: () => service.sink.mails.filter(isDelivery) };
}

const ASKED = /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 /;

it('the body of a submission is asked for when it is read, and the message is delivered', async (test) => {
  const { send, mails } = await start(test);
  assert.match(await send(), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  assert.equal(mails().length, 1);
});

it('an upload is asked for when it is read, and its file is delivered', async (test) => {
  const { send, mails } = await start(test, {}, { files: {} });
  const body =
    '--x\r\nContent-Disposition: form-data; name="message"\r\n\r\nHello\r\n' +
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n' +
    'Content-Type: text/plain\r\n\r\nwords\r\n--x--\r\n';
  const answer = await send({ body, type: 'multipart/form-data; boundary=x' });
  assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  assert.equal(mails()[0]?.email.attachments.length, 1);
});

it('operations with a JSON body ask for it too', async (test) => {
  const { send } = await start(test);
  const json = { type: 'application/json', body: '{"email":"you@example.com"}' };
  assert.match(await send({ path: '/v1/routes', ...json }), ASKED);
});

it('nothing is asked for that is refused before it is read', async (test) => {
  const { send, form, submit, ...service } = await start(
    test,
    { SUBMIT_RATE_PER_MINUTE: '60/1' },
    { access: 'key', files: {} },
  );
  const { secret } = (await keysOf(service, form).make()).json;
  const upload = { type: 'multipart/form-data; boundary=x' };
  const coded = ['Content-Encoding: gzip', `Authorization: Bearer ${secret}`];
  const refused: [status: number, sent: Partial<Sent>][] = [
    [401, {}],
    [401, upload],
    [401, { headers: [`Authorization: Bearer lsk_${'a'.repeat(43)}`] }],
    [415, { headers: coded }],
    [404, { path: '/f/cfm_ZZZZZZZZZZZZZZZZ' }],
    [404, { path: '/nothing' }],
    [405, { path: '/health', method: 'PUT' }],
  ];
  for (const [status, sent] of refused) {
    const answer = await send(sent);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), JSON.stringify(sent));
    assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1);
  }
  const open = await service.activeRoute({ email: 'open@example.com' });
  const path = `/f/${open.form_id}`;
  assert.equal((await submit(open.form_id, { message: 'Hi' })).status, 200);
  assert.match(await send({ path }), /^HTTP\/1\.1 429 /);
});

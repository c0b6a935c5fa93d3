import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { sendRaw } from '../support/raw-http.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const MIB = 1_048_576;
const HEAD = '--XbX\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n';
const TEXT = '--XbX\r\nContent-Disposition: form-data; name="message"\r\n\r\nHello';
const TAIL = '\r\n--XbX--\r\n';

async function start(test: TestContext) {
  const service = await startService(test, { TRUSTED_PROXIES: '127.0.0.1, ::1' });
  const { form_id: formId } = await service.activeRoute({ settings: { files: {} } });
  const path = `/f/${formId}`;
  const post = (body: string | Uint8Array<ArrayBuffer>, caller = '198.51.100.200') =>
    service.request(path, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=XbX', 'x-forwarded-for': caller },
      body,
    });
  return { service, formId, path, post, mails: () => service.sink.mails.filter(isDelivery) };
}

const held = ({ service }: TestService) => service.app.files.held + service.app.bodies.held;

/** Begins an upload of `length` bytes; resolves with its two ends once the service reads it. */
async function begin(test: TestContext, service: TestService, path: string, length: number) {
  const accepted = once(service.service.app.server, 'connection') as Promise<[Socket]>;
  const { hostname, port } = new URL(service.url);
  const client = connect(Number(port), hostname);
  test.after(() => client.destroy());
  let told = '';
  client.on('data', (chunk) => (told += chunk.toString()));
  client.on('error', () => undefined);
  const type = 'Content-Type: multipart/form-data; boundary=XbX';
  const all = HEAD.length + length + TAIL.length;
  client.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${all}\r\n\r\n${HEAD}x`,
  );
  const [socket] = await accepted;
  await until('the first byte of the file', () => service.service.app.files.held === 1);
  return { client, socket, told: () => told };
}

describe('the room for files', () => {
  it('files that do not fit are refused before they are read, and texts are not', async (test) => {
    const { service, formId, path, post, mails } = await start(test);
    const { files } = service.service.app;
    const share = (bytes: number) =>
      ['a', 'b', 'c', 'd'].every((caller) => files.take(0, bytes, caller));
    assert.ok(share(LIMITS.fileBytesInFlight / 4 - 100), 'four callers fill the room');
    // Nothing of its body is ever sent.
    const type = 'Content-Type: multipart/form-data; boundary=XbX';
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${MIB}\r\n\r\n`;
    const told = await sendRaw(service.url, head, 500);
    assert.match(told, /^HTTP\/1.1 503 [^]*retry-after: 5\r\n[^]*"delivery_failed"/);
    const large = Buffer.from(HEAD + 'x'.repeat(MIB) + TAIL);
    assert.equal((await post(large)).status, 503);
    assert.equal((await post(Buffer.from(`${HEAD}small${TAIL}`))).status, 200);
    assert.equal((await service.submit(formId, { message: 'Hello' })).status, 200);
    // To the last byte: a form without a file still arrives, whatever it is sent as.
    assert.ok(files.take(0, 400, 'e'));
    assert.equal((await post(Buffer.from(TEXT + TAIL))).status, 200);
    assert.equal((await post(Buffer.from(`${HEAD}small${TAIL}`))).status, 503);
    files.giveBack(400);
    files.giveBack(4 * (LIMITS.fileBytesInFlight / 4 - 100));
    assert.equal((await post(large)).status, 200);
    assert.equal(mails().length, 4);
    assert.equal(held(service), 0);
  });

  it('one caller takes a quarter of the room for files that are under way', async (test) => {
    const { service, post } = await start(test);
    const { files } = service.service.app;
    assert.ok(files.take(0, LIMITS.fileBytesInFlight / 4, '198.51.100.1'));
    const large = Buffer.from(HEAD + 'x'.repeat(MIB) + TAIL);
    assert.equal((await post(large, '198.51.100.1')).status, 503);
    assert.equal((await post(large, '198.51.100.2')).status, 200);
    const next = files.take(0, LIMITS.fileBytesInFlight / 4, '198.51.100.2');
    assert.ok(next, 'a complete upload counts against its caller no longer');
  });

  it('an upload that its client gives up makes room again', async (test) => {
    const { service, path, mails } = await start(test);
    const { client } = await begin(test, service, path, MIB);
    client.destroy();
    await until('the room is free', () => held(service) === 0);
    assert.equal(mails().length, 0);
  });
});

describe('the time for an upload', () => {
  /** What Node's server reports after 30 seconds. */
  const NODE = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };

  it('an upload may take longer than other requests', async (test) => {
    const { service, path, mails } = await start(test);
    const { client, socket, told } = await begin(test, service, path, 3);
    service.service.app.server.emit('clientError', NODE, socket);
    client.write(`yz${TAIL}`);
    await until('the answer', () => told().startsWith('HTTP/1.1 200 '));
    assert.equal(mails().length, 1);
    // The next request of the connection has no more time than others.
    client.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    await until('the next request', () => service.service.app.bodies.held === 1);
    service.service.app.server.emit('clientError', NODE, socket);
    await until('its refusal', () => told().includes('HTTP/1.1 400 '));
  });

  it('an upload that is not complete in its own time is refused', async (test) => {
    const { service, path, mails } = await start(test);
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const upload = begin(test, service, path, LIMITS.leastUploadBytesPerSecond * 60);
    // The helper polls with timers of its own.
    const polling = setInterval(() => test.mock.timers.tick(50), 5);
    const { told } = await upload;
    clearInterval(polling);
    test.mock.timers.tick(88_000 - 5_000);
    assert.equal(told(), '');
    test.mock.timers.tick(10_000);
    test.mock.timers.reset();
    await until('the refusal', () => /^HTTP\/1.1 400 [^]*not complete in time/.test(told()));
    await until('the room is free', () => held(service) === 0);
    assert.equal(mails().length, 0);
  });
});

describe('hostile uploads', () => {
  const part = (headers: string, value = 'x') => `--XbX\r\n${headers}\r\n\r\n${value}\r\n`;
  const named = 'Content-Disposition: form-data; name="f"; filename="a.txt"';
  const HOSTILE: [name: string, body: string][] = [
    ['nothing at all', ''],
    ['no last boundary', part(named)],
    ['half a header', '--XbX\r\nContent-Disposition: form-da'],
    ['10,000 files', part(named).repeat(10_000) + TAIL],
    ['10,000 unused file inputs', part(named.replace('a.txt', ''), '').repeat(10_000) + TAIL],
    ['3,000 headers', part(`${named}\r\n${'X: y\r\n'.repeat(3_000)}X: y`) + TAIL],
    ['80 kB of a header line', part(`${named}\r\n${'y'.repeat(80_000)}`) + TAIL],
    ['a header with a bare line feed', part(`X: y\n${named}`) + TAIL],
    ['two dispositions', part(`${named}\r\nContent-Disposition: form-data; name="g"`) + TAIL],
    ['text before the first boundary', `lost${part(named)}${TAIL}`],
    ['a boundary that goes on', part(named).replace('XbX', 'XbXY') + TAIL],
  ];

  it('an upload in tiny chunks is refused before they block the service', async (test) => {
    const { service, path, mails } = await start(test);
    const type = 'Content-Type: multipart/form-data; boundary=XbX';
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const first = `${HEAD.length.toString(16)}\r\n${HEAD}\r\n`;
    const told = await sendRaw(service.url, `${head}${first}${'1\r\nx\r\n'.repeat(5_000)}`, 1_000);
    assert.match(told, /^HTTP\/1.1 400 [^]*chunks of the body are too small/);
    await until('the room is free', () => held(service) === 0);
    assert.equal(mails().length, 0);
  });

  it('a hostile upload is refused, mails nothing, holds nothing and harms no other', async (test) => {
    const { service, post, mails } = await start(test);
    for (const [name, body] of HOSTILE) {
      const { status, json } = await post(body);
      const codes = ['invalid_json', 'too_many_files', 'submission_too_large'];
      assert.ok(codes.includes(json.error), `${name}: ${status} ${json.error}`);
      assert.equal(held(service), 0, name);
    }
    assert.equal(mails().length, 0);
    assert.equal((await post(`${HEAD}x${TAIL}`)).status, 200);
    assert.equal(mails().length, 1);
  });
});

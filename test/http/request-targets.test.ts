import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { ERROR_CODES, type ErrorCode } from '../../src/contract/error-codes.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';
import { listOf } from '../support/list-of.ts';

const HEADERS = 'Host: x\r\nConnection: close\r\n\r\n';

interface Envelope {
  success: boolean;
  error: ErrorCode;
}

/** Status and body of the only answer in the received text. */
function read(answer: string): { status: number; body: string } {
  assert.equal(answer.match(/HTTP\/1\.1 \d/g)?.length, 1, answer);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(head, /\r\nx-request-id: req_/i);
  return { status: Number(head.slice(9, 12)), body };
}

describe('the target of a request', () => {
  let service: TestService;
  before(async () => (service = await startService(undefined)));
  after(() => service.close());

  const ask = async (line: string, headers = HEADERS) =>
    read(await sendRaw(service.url, `${line} HTTP/1.1\r\n${headers}`));

  async function assertRefused(line: string, status: number): Promise<void> {
    const answer = await ask(line);
    const { success, error } = JSON.parse(answer.body) as Envelope;
    assert.deepEqual([answer.status, success], [status, false], line);
    assert.equal(ERROR_CODES[error].status, status, line);
  }

  it('a request target that is neither a path nor a URL gets the error envelope', async () => {
    const hosts = listOf(`
      http://[bad/ http:///x http://x:99999/ http://a@x/ http://a:b@x/health
    `);
    const others = ['*', 'ftp://x/', 'x:80', 'health', 'urn:x', 'http:/health', 'https://%00/'];
    for (const target of [...hosts, ...others]) await assertRefused(`GET ${target}`, 400);
    for (const method of ['POST', 'DELETE', 'TRACE']) await assertRefused(`${method} *`, 400);
  });

  it('a request target may be a URL, of which only path and query count', async () => {
    for (const target of ['http://other.example/health', 'HTTPS://[::1]:8080/health', 'http://x']) {
      const { status, body } = await ask(`GET ${target}`);
      assert.equal(status, 200, target);
      assert.doesNotMatch(body, /other\.example/);
    }
    const { body } = await ask('GET http://x/v1/install?framework=vue&raw=1');
    assert.match(body, /<script setup/);
    await assertRefused('GET http://x/v1/install?framework=nope', 400);
    await assertRefused('GET http://x/%zz', 404);
    await assertRefused('DELETE http://x/health', 405);
  });

  it('a request target may be * for OPTIONS', async () => {
    const answer = await sendRaw(service.url, `OPTIONS * HTTP/1.1\r\n${HEADERS}`);
    assert.match(answer, /^HTTP\/1\.1 204 /);
    assert.match(answer, /\r\nallow: GET, HEAD, OPTIONS\r\n/i);
  });

  it('CONNECT is refused with 405, and the connection closes', async () => {
    const began = performance.now();
    await assertRefused('CONNECT example.com:443', 405);
    await assertRefused('CONNECT /f/x', 405);
    assert.ok(
      performance.now() - began < 9_000,
      'it was closed, and not after 5 idle seconds each',
    );
  });

  it('CONNECT behind another request leaves that one its answer', async () => {
    const { form_id } = await service.activeRoute();
    service.sink.delay(100);
    const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9';
    const first = `POST /f/${form_id} HTTP/1.1\r\nHost: x\r\n${type}\r\n\r\nmessage=x`;
    const { status } = read(
      await sendRaw(service.url, `${first}CONNECT example.com:443 HTTP/1.1\r\n${HEADERS}`),
    );
    assert.equal(status, 200);
  });

  it('a request that asks for an upgrade is answered as usual', async () => {
    const headers = 'Host: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n';
    assert.equal((await ask('GET /health', headers)).status, 200);
  });
});

it('a fault in an unread body adds no second answer', async (test) => {
  const { hostname, port } = new URL((await startService(test)).url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.write('POST /f/none HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  await once(socket, 'data');
  socket.write('not the size of a chunk\r\n');
  await once(socket, 'close');
  assert.equal(read(received).status, 404);
});

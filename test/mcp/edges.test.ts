import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { describe, it } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { sendRaw } from '../support/raw-http.ts';
import { postMcp } from './mcp-client.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  },
};

const toolCall = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** The status for a Host header, which fetch does not let anyone choose. */
function statusForHost({ url }: TestService, host: string, origin?: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = {
    host,
    ...(origin !== undefined && { origin }),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const sent = httpRequest(`${url}/mcp`, { method: 'POST', headers }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  sent.on('error', reject);
  sent.end(JSON.stringify(INITIALIZE));
  return promise;
}

describe('Origin and Host', () => {
  const PUBLIC = { PUBLIC_URL: 'https://forms.example.com' };

  it('lets in its own origin and those of this machine', async (test) => {
    const service = await startService(test, PUBLIC);
    const origins = [
      'https://forms.example.com',
      'http://localhost:6274',
      'http://127.0.0.1',
      'http://[::1]:3000',
    ];
    for (const origin of origins) {
      const { status, headers } = await postMcp(
        { ...service, url: addressOf(service) },
        INITIALIZE,
        { headers: { origin } },
      );
      assert.equal(status, 200, origin);
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.equal(headers.get('vary'), 'Origin');
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
  });

  it('refuses every other origin with 403', async (test) => {
    const service = await startService(test, PUBLIC);
    const origins = [
      'https://evil.test',
      'null',
      '',
      'https://forms.example.com.evil.test',
      'https://forms.example.com:8443',
      'http://localhost.evil.test',
      'http://127.0.0.1.evil.test',
      'file://localhost',
      'not a url',
    ];
    for (const origin of origins) {
      const { status, headers, text } = await postMcp(
        { ...service, url: addressOf(service) },
        INITIALIZE,
        { headers: { origin } },
      );
      assert.equal(status, 403, origin);
      assert.equal(headers.get('access-control-allow-origin'), null);
      assert.equal(JSON.parse(text).jsonrpc, '2.0');
    }
  });

  it('checks the name it is asked under', async (test) => {
    const service = await startService(test, PUBLIC);
    const local = { ...service, url: addressOf(service) };
    const good = [
      'forms.example.com',
      'FORMS.example.com:443',
      'localhost:8080',
      '127.0.0.1',
      '[::1]',
    ];
    for (const host of good) assert.equal(await statusForHost(local, host), 200, host);
    const bad = ['evil.test', 'evil.test:443', 'forms.example.com.evil.test', 'a@localhost', '%'];
    for (const host of bad) {
      assert.equal(await statusForHost(local, host), 403, `Host: ${host}`);
    }
    const nameless = await sendRaw(local.url, 'POST /mcp HTTP/1.1\r\nHost:\r\n\r\n');
    assert.match(nameless, /^HTTP\/1\.1 403 /);
    // A rebound name comes with an origin that matches it.
    assert.equal(await statusForHost(local, 'evil.test', 'http://evil.test'), 403);
  });

  it('trusts no name of this machine where it listens to the world', async (test) => {
    const service = await startService(test, { ...PUBLIC, HOST: '0.0.0.0' });
    const local = { ...service, url: addressOf(service) };
    assert.equal(await statusForHost(local, 'localhost'), 403);
    assert.equal(await statusForHost(local, 'forms.example.com'), 200);
    assert.equal(await statusForHost(local, 'forms.example.com', 'http://localhost'), 403);
  });

  it('answers preflights of pages it lets in, and of no other', async (test) => {
    const service = await startService(test);
    const preflight = (origin: string) =>
      postMcp(service, '', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const { status, headers } = await preflight('http://localhost:6274');
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), 'http://localhost:6274');
    assert.equal(headers.get('access-control-allow-methods'), 'POST, OPTIONS');
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    for (const name of ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
      assert.ok(allowed?.includes(name), name);
    }
    assert.equal((await preflight('https://evil.test')).status, 403);
  });
});

/** Where a service listens, whatever its PUBLIC_URL says. */
function addressOf({ service }: TestService): string {
  const address = service.app.server.address();
  assert.ok(address && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

describe('bodies', () => {
  const nested = (depth: number) =>
    `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const cases: [what: string, body: string, status: number, code: number | undefined][] = [
    ['no JSON', '{', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['bytes that are no text', '"\udfff', 400, -32_700],
    ['null', 'null', 400, -32_600],
    ['a number', '3', 400, -32_600],
    ['an empty batch', '[]', 400, -32_600],
    ['a large batch', JSON.stringify(Array.from({ length: 21 }, () => INITIALIZE)), 400, -32_600],
    ['no message', '{"jsonrpc":"1.0"}', 400, -32_600],
    ['50 levels', nested(50), 400, -32_600],
    ['60,000 levels', nested(60_000), 400, -32_600],
    ['more than 128 KiB', JSON.stringify('x'.repeat(131_072)), 413, -32_000],
    ['a proto key', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}', 400, -32_600],
    ['a subscription', '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}', 404, -32_601],
  ];

  it('are refused with a JSON-RPC error, never with a 500', async (test) => {
    const service = await startService(test);
    for (const [what, body, status, code] of cases) {
      const answer = await postMcp(service, body);
      assert.equal(answer.status, status, what);
      const { jsonrpc, error } = JSON.parse(answer.text);
      assert.deepEqual([jsonrpc, error.code], ['2.0', code], what);
      assert.match(answer.headers.get('x-request-id') ?? '', /^req_/);
    }
    assert.doesNotMatch(service.logText(), /request_failed/);
  });

  it('must be JSON by their type', async (test) => {
    const service = await startService(test);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const { status } = await postMcp(service, INITIALIZE, { headers: { 'content-type': type } });
      assert.equal(status, 415, type);
    }
  });

  it('are counted while reading, whatever their length says', async (test) => {
    const service = await startService(test);
    const head =
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const answer = await sendRaw(service.url, `${head}${chunk.repeat(5)}0\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  it('that break off leave nothing behind', async (test) => {
    const service = await startService(test);
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"json';
    await sendRaw(service.url, head, 50);
    assert.equal((await service.request('/health')).status, 200);
    assert.doesNotMatch(service.logText(), /request_failed/);
  });
});

describe('the endpoint', () => {
  it('answers GET, DELETE and all other methods with 405', async (test) => {
    const { request } = await startService(test);
    for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH']) {
      const { status, headers } = await request('/mcp', { method });
      assert.equal(status, 405, method);
      assert.equal(headers.get('allow'), 'POST, OPTIONS');
    }
  });

  it('says that a tool does not exist, also for names every object has', async (test) => {
    const service = await startService(test);
    for (const name of ['__proto__', 'constructor', 'toString', 'nothing']) {
      const { status, text } = await postMcp(service, toolCall(name, { x: 1 }));
      assert.equal(status, 200);
      assert.match(text, /"code":-32602/);
    }
  });

  it('lets nobody store an answer, and says nothing of its arguments in the log', async (test) => {
    const service = await startService(test);
    const args = { email: 'secret@example.com', alias: 'Confidential', idempotency_key: 'k-9' };
    const { headers, text } = await postMcp(service, toolCall('create_form', args));
    const [token = ''] = /lsm_[\w-]+/.exec(text) ?? [];
    assert.ok(token);
    assert.match(headers.get('cache-control') ?? '', /no-store/);
    await postMcp(service, toolCall('secret@example.com', { secret: token }));
    for (const word of ['secret@', 'Confidential', 'k-9', token]) {
      assert.ok(!service.logText().includes(word), word);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../support/service.ts';
import { sendRaw } from '../support/raw-http.ts';
import { INITIALIZE, postMcp } from './mcp-client.ts';

const toolCall = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('bodies at /mcp', () => {
  const nested = (depth: number) =>
    `{"jsonrpc":"2.0","id":1,"method":"x","params":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const cases: [what: string, body: string, status: number, code: number | undefined][] = [
    ['no JSON', '{', 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['bytes that are no text', '"\udfff', 400, -32_700],
    ['null', 'null', 400, -32_600],
    ['a number', '3', 400, -32_600],
    ['an empty batch', '[]', 400, -32_600],
    ['a large batch', JSON.stringify(Array.from({ length: 9 }, () => INITIALIZE)), 400, -32_600],
    ['no message', '{"jsonrpc":"1.0"}', 400, -32_600],
    ['50 levels', nested(50), 400, -32_600],
    ['60,000 levels', nested(60_000), 400, -32_600],
    ['more than 128 KiB', JSON.stringify('x'.repeat(131_072)), 413, -32_000],
    ['a proto key', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}', 400, -32_600],
    ['a subscription', '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}', 404, -32_601],
  ];

  it('bad bodies at /mcp are refused with a JSON-RPC error, never with a 500', async (test) => {
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

  it('bodies at /mcp must have a JSON type', async (test) => {
    const service = await startService(test);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const { status } = await postMcp(service, INITIALIZE, { headers: { 'content-type': type } });
      assert.equal(status, 415, type);
    }
  });

  it('bodies at /mcp are counted while they are read, whatever their stated length', async (test) => {
    const service = await startService(test);
    const head =
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
    const answer = await sendRaw(service.url, `${head}${chunk.repeat(5)}0\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 413 /);
  });

  it('bodies at /mcp that break off leave nothing behind', async (test) => {
    const service = await startService(test);
    const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"json';
    await sendRaw(service.url, head, 50, 50);
    assert.equal((await service.request('/health')).status, 200);
    assert.doesNotMatch(service.logText(), /request_failed/);
  });
});

describe('the endpoint /mcp', () => {
  it('/mcp speaks earlier revisions', async (test) => {
    const service = await startService(test);
    for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const params = { ...INITIALIZE.params, protocolVersion };
      const { text } = await postMcp(service, { ...INITIALIZE, params });
      assert.ok(text.includes(`"protocolVersion":"${protocolVersion}"`), protocolVersion);
    }
  });

  it('/mcp answers GET, DELETE and all other methods with 405', async (test) => {
    const { request } = await startService(test);
    for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH']) {
      const { status, headers } = await request('/mcp', { method });
      assert.equal(status, 405, method);
      assert.equal(headers.get('allow'), 'POST, OPTIONS');
    }
  });

  it('/mcp says that a tool does not exist, also for names that every object has', async (test) => {
    const service = await startService(test);
    for (const name of ['__proto__', 'constructor', 'toString', 'nothing']) {
      const { status, text } = await postMcp(service, toolCall(name, { x: 1 }));
      assert.equal(status, 200);
      assert.match(text, /"code":-32602/);
    }
  });

  it('/mcp answers may not be cached, and the log has no arguments', async (test) => {
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

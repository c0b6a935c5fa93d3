import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { it } from 'node:test';
import { sendRaw } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';
import { INITIALIZE, postMcp } from './mcp-client.ts';
import { listOf } from '../support/list-of.ts';

/** Where a service listens, whatever its PUBLIC_URL says. */
function addressOf({ service }: TestService): string {
  const address = service.app.server.address();
  assert.ok(address && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

/** The status for a Host header, which fetch does not let us set. */
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

const PUBLIC = { PUBLIC_URL: 'https://forms.example.com' };

it('/mcp accepts its own origin and those of this machine', async (test) => {
  const service = await startService(test, PUBLIC);
  const origins = listOf(`
    https://forms.example.com http://localhost:6274 http://127.0.0.1 http://[::1]:3000
  `);
  for (const origin of origins) {
    const { status, headers } = await postMcp({ ...service, url: addressOf(service) }, INITIALIZE, {
      headers: { origin },
    });
    assert.equal(status, 200, origin);
    assert.equal(headers.get('access-control-allow-origin'), origin);
    assert.equal(headers.get('vary'), 'Origin');
    assert.equal(headers.get('access-control-allow-credentials'), null);
  }
});

it('/mcp refuses every other origin with 403', async (test) => {
  const service = await startService(test, PUBLIC);
  const origins = [
    ['https://evil.test', 'null', '', 'https://forms.example.com.evil.test'],
    ['https://forms.example.com:8443', 'http://localhost.evil.test'],
    ['http://127.0.0.1.evil.test', 'file://localhost', 'not a url'],
  ].flat();
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

it('/mcp checks the host name of a request', async (test) => {
  const service = await startService(test, PUBLIC);
  const local = { ...service, url: addressOf(service) };
  const good = listOf(`
      forms.example.com FORMS.example.com:443 localhost:8080 127.0.0.1 [::1]
    `);
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

it('/mcp trusts no name of this machine when it listens on public addresses', async (test) => {
  const service = await startService(test, { ...PUBLIC, HOST: '0.0.0.0' });
  const local = { ...service, url: addressOf(service) };
  assert.equal(await statusForHost(local, 'localhost'), 403);
  assert.equal(await statusForHost(local, 'forms.example.com'), 200);
  assert.equal(await statusForHost(local, 'forms.example.com', 'http://localhost'), 403);
});

it('/mcp answers preflights only of origins it accepts', async (test) => {
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

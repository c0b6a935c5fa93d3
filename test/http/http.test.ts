import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { ERROR_CODES, type ErrorCode } from '../../src/contract/error-codes.ts';
import { allowHeader, methodsByPath } from '../../src/contract/operations.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';

const concrete = (path: string) => path.replace('{formId}', 'cfm_ZZZZZZZZZZZZZZZZ');

describe('methods', () => {
  it('every path answers other methods with 405 and Allow', async (test) => {
    const { request } = await startService(test);
    for (const [path, methods] of methodsByPath()) {
      const allow = allowHeader(methods);
      const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'QUERY'].filter(
        (method) => !allow.split(', ').includes(method),
      );
      for (const method of others) {
        const { status, headers, json } = await request(concrete(path), { method });
        assert.equal(status, 405, `${method} ${path}`);
        assert.equal(headers.get('allow'), allow);
        if (method !== 'HEAD') assert.equal(json.error, 'method_not_allowed');
      }
    }
  });

  it('HEAD is answered like GET, without a body', async (test) => {
    const { request } = await startService(test);
    for (const path of ['/', '/health', '/openapi.json', '/llms.txt', '/v1/routes/cfm_x']) {
      const [head, get] = [await request(path, { method: 'HEAD' }), await request(path)];
      assert.equal(head.status, get.status);
      assert.equal(head.text, '');
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
      assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
    }
  });

  it('preflights of every path are answered for any origin, those of forms with credentials', async (test) => {
    const { request } = await startService(test);
    for (const [path, methods] of methodsByPath()) {
      const { status, headers } = await request(concrete(path), {
        method: 'OPTIONS',
        headers: { origin: 'https://site.example', 'access-control-request-method': 'POST' },
      });
      assert.equal(status, 204);
      if (path.startsWith('/f/')) {
        assert.equal(headers.get('access-control-allow-origin'), 'https://site.example');
        assert.equal(headers.get('access-control-allow-credentials'), 'true');
      } else {
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.equal(headers.get('access-control-allow-credentials'), null);
      }
      assert.equal(headers.get('access-control-allow-methods'), allowHeader(methods));
      assert.match(headers.get('access-control-allow-headers') ?? '', /Authorization.*\*/);
    }
  });

  it('method overrides have no effect', async (test) => {
    const { create, request } = await startService(test);
    const { form_id } = (await create()).json;
    const headers = { 'x-http-method-override': 'DELETE' };
    assert.equal((await request(`/v1/routes/${form_id}`, { headers })).status, 200);
  });
});

it('the descriptor has the commit as its version, and also the release', async (test) => {
  const SOURCE_COMMIT = 'c'.repeat(40);
  const { request } = await startService(test, { SOURCE_COMMIT });
  for (const path of ['/', '/health', '/.well-known/letterslot.json']) {
    const { version, release } = (await request(path)).json;
    assert.deepEqual([version, release], [SOURCE_COMMIT, manifest.version]);
  }
});

describe('paths', () => {
  it('malformed and unknown form ids get the same bytes', async (test) => {
    const { request } = await startService(test);
    const reference = await request('/v1/routes/cfm_ZZZZZZZZZZZZZZZZ');
    const ids = ['cfm_aaaaaaaaaaaaaaaa', 'CFM_ZZZZZZZZZZZZZZZZ', 'cfm_Z', 'cfm_ZZZZZZZZZZZZZZZI'];
    const odd = ['%00', '%0A', '%ZZ', '__proto__', 'x'.repeat(3_000), '..%2f', '%3Cscript%3E'];
    for (const id of [...ids, ...odd, 'cfm_ZZZZZZZZZZZZZZZZ%0A']) {
      const answer = await request(`/v1/routes/${id}`);
      assert.equal(answer.status, 404);
      assert.equal(answer.text, reference.text, id);
      assert.equal(answer.headers.get('content-type'), reference.headers.get('content-type'));
    }
  });

  it('the Host of a request is not used in answers', async (test) => {
    const { url } = await startService(test);
    const answer = await sendRaw(
      url,
      'GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n' +
        'X-Forwarded-Proto: https\r\nConnection: close\r\n\r\n',
    );
    assert.match(answer, /^HTTP\/1.1 200/);
    assert.doesNotMatch(answer, /evil\.example/);
    assert.match(answer, new RegExp(`${url}/openapi.json`));
  });
});

const cases: [name: string, bytes: string, status: number][] = [
  ['garbage', 'hello\r\n\r\n', 400],
  ['headers of 20 KB', `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`, 400],
  ['a target of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a method nobody knows', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
];
for (const [name, bytes, status] of cases)
  it(`a request with ${name} gets the error envelope and a closed connection`, async (test) => {
    const { url } = await startService(test);
    const answer = await sendRaw(url, bytes);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    const envelope = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    assert.equal(envelope.success, false);
    assert.equal(ERROR_CODES[envelope.error as ErrorCode].status, status);
  });

describe('bodies', () => {
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const head = (formId: string) =>
    `POST /f/${formId} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n`;

  it('a chunked body is counted while it is read, and too large a one gets 413', async (test) => {
    const service = await startService(test, { MAX_SUBMISSION_BYTES: '2000' });
    const { form_id } = await service.activeRoute();
    const fits = `${head(form_id)}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk('message=small')}0\r\n\r\n`;
    assert.match(await sendRaw(service.url, fits), /^HTTP\/1.1 200/);
    const tooLarge = `${head(form_id)}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk(`message=${'a'.repeat(3_000)}`)}0\r\n\r\n`;
    const answer = await sendRaw(service.url, tooLarge);
    assert.match(answer, /^HTTP\/1.1 413/);
    assert.match(answer, /submission_too_large/);
    assert.equal(service.sink.mails.length, 1);
  });

  it('a body far over the limit gets 413, and the connection stays usable', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const { status, json } = await service.submit(form_id, { message: 'a'.repeat(8_000_000) });
    assert.equal(status, 413);
    assert.equal(json.error, 'submission_too_large');
    assert.equal((await service.submit(form_id, { message: 'small' })).status, 200);
  });

  it('a body that was cut off delivers nothing', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    await sendRaw(service.url, `${head(form_id)}Content-Length: 500\r\n\r\nmessage=cut`, 200);
    const { json } = await service.submit(form_id, { message: 'whole' });
    assert.equal(json.used, 1);
    assert.equal(service.sink.mails.length, 1);
    assert.doesNotMatch(service.logText(), /request_failed/);
  });

  it('a form that does not exist has no body read', async (test) => {
    const { url } = await startService(test);
    const answer = await sendRaw(
      url,
      `${head('cfm_ZZZZZZZZZZZZZZZZ')}Content-Length: 1000000\r\nConnection: close\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1.1 404/);
  });
});

describe('rate limits', () => {
  it('rate limits name the client by the rightmost hop that no trusted proxy vouches for', async (test) => {
    const service = await startService(test, {
      SUBMIT_RATE_PER_MINUTE: '0/1',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    });
    const { form_id } = await service.activeRoute();
    const submitFrom = async (forwarded: string) =>
      (await service.submit(form_id, { message: 'm' }, { 'x-forwarded-for': forwarded })).status;
    assert.equal(await submitFrom('203.0.113.9, 198.51.100.1, 10.1.1.1'), 200);
    assert.equal(await submitFrom('203.0.113.8, 198.51.100.1'), 429);
    assert.equal(await submitFrom('198.51.100.2'), 200);
    assert.equal(await submitFrom('2001:db8:1:1::1'), 200);
    assert.equal(await submitFrom('2001:db8:1:1:ffff::2'), 429);
    assert.equal(await submitFrom('2001:db8:1:2::1'), 200);
  });

  it('rate limits ignore X-Forwarded-For from anyone but a trusted proxy', async (test) => {
    const service = await startService(test, { SUBMIT_RATE_PER_MINUTE: '0/1' });
    const { form_id } = await service.activeRoute();
    const fields = { message: 'm' };
    await service.submit(form_id, fields, { 'x-forwarded-for': '198.51.100.1' });
    const second = await service.submit(form_id, fields, { 'x-forwarded-for': '198.51.100.2' });
    assert.equal(second.json.error, 'rate_limited');
  });
});

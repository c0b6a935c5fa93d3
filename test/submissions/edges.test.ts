import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sendRaw } from '../support/raw-http.ts';
import { startService } from '../support/service.ts';

const HTML = { accept: 'text/html' };
const FORM = 'Content-Type: application/x-www-form-urlencoded';

/** The error envelope in a raw answer. */
function envelopeIn(answer: string) {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

describe('faults behind a valid submission', () => {
  const behind: [name: string, rest: string][] = [
    ['more bytes than were announced', 'message=h\u00e9\u00e9'],
    ['something that is not HTTP', 'message=abc\u0000GARBAGE\r\n\r\n'],
  ];
  for (const [name, body] of behind)
    it(`a delivered submission is answered 200 although it is followed by ${name}`, async (test) => {
      const service = await startService(test);
      const { form_id } = await service.activeRoute();
      service.sink.delay(100);
      const answer = await sendRaw(
        service.url,
        `POST /f/${form_id} HTTP/1.1\r\nHost: x\r\n${FORM}\r\nContent-Length: 11\r\n\r\n${body}`,
      );
      assert.match(answer, /^HTTP\/1.1 200/);
      assert.match(answer, /connection: close/i);
      assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1);
      assert.equal(service.sink.mails.length, 1);
    });
});

describe('requests that Node would refuse by itself', () => {
  it('a request without Host gets the error envelope', async (test) => {
    const { url } = await startService(test);
    const answer = await sendRaw(url, 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.match(answer, /^HTTP\/1.1 400/);
    assert.equal(envelopeIn(answer).success, false);
    assert.match(answer, /x-request-id/i);
  });

  it('a request with two Host headers is refused, whatever they say', async (test) => {
    const { url } = await startService(test);
    const twice = ['Host: x\r\nHost: x', 'Host: x\r\nhost: y', 'Host:\r\nX-A: 1\r\nHOST: x'];
    for (const hosts of twice) {
      for (const path of ['/health', '/mcp', '/f/cfm_ZZZZZZZZZZZZZZZZ']) {
        const answer = await sendRaw(
          url,
          `GET ${path} HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`,
        );
        assert.match(answer, /^HTTP\/1.1 400/, `${hosts} ${path}`);
        assert.match(String(envelopeIn(answer).message), /more than one Host header/);
      }
    }
  });

  it('a request with an unknown expectation is answered as if without it', async (test) => {
    const { url } = await startService(test);
    const head = 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n';
    assert.match(await sendRaw(url, head), /^HTTP\/1.1 200/);
  });

  it('bytes that are not HTTP get an answer that a browser may read', async (test) => {
    const { url } = await startService(test);
    assert.match(await sendRaw(url, 'garbage\r\n\r\n'), /access-control-allow-origin: \*/);
  });
});

describe('form ids with bad percent-encoding', () => {
  it('a form id with bad percent-encoding is answered like any malformed one', async (test) => {
    const { request } = await startService(test);
    for (const [method, path, headers] of [
      ['GET', '/v1/routes/', {}],
      ['DELETE', '/v1/routes/', {}],
      ['POST', '/f/', HTML],
      ['GET', '/f/', {}],
      ['POST', '/v1/routes/%/claim', {}],
    ] as const) {
      const answers = await Promise.all(
        ['nope', '%zz', '%ff'].map((id) =>
          request(path.includes('%') ? path.replace('%', id) : path + id, { method, headers }),
        ),
      );
      const [reference] = answers;
      for (const { status, text } of answers) {
        assert.equal(status, reference?.status, `${method} ${path}`);
        assert.equal(text, reference?.text);
      }
    }
  });
});

describe('coded bodies', () => {
  it('a body with a content coding is refused by every operation', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const post = (path: string, type: string, text: string) =>
      service.request(path, {
        method: 'POST',
        headers: { 'content-type': type, 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(text)),
      });
    const form = 'application/x-www-form-urlencoded';
    const create = '{"email":"owner@example.com","alias":"A"}';
    const codes = [
      (await post(`/f/${form_id}`, form, 'message=hello')).json.error,
      (await post('/v1/routes', 'application/json', create)).json.error,
      (await post('/v1/routes/verify', form, 'token=x')).json.error,
    ];
    const expected = ['unsupported_media_type', 'invalid_json', 'verification_token_required'];
    assert.deepEqual(codes, expected);
    assert.equal(service.sink.mails.length, 0);
    const identity = { 'content-encoding': 'identity' };
    assert.equal((await service.submit(form_id, { message: 'm' }, identity)).status, 200);
  });
});

describe('proxies that add ports', () => {
  it('a proxy that adds ports does not make all visitors one client', async (test) => {
    const service = await startService(test, {
      SUBMIT_RATE_PER_MINUTE: '0/1',
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const { form_id } = await service.activeRoute();
    const submitFrom = async (hop: string) =>
      (await service.submit(form_id, { message: 'm' }, { 'x-forwarded-for': hop })).status;
    assert.equal(await submitFrom('198.51.100.1:4711'), 200);
    assert.equal(await submitFrom('198.51.100.1:4712'), 429);
    assert.equal(await submitFrom('198.51.100.2:4711'), 200);
    assert.equal(await submitFrom('[2001:db8::1]:4711'), 200);
    assert.equal(await submitFrom('2001:db8::2'), 429);
  });
});

describe('expired verification links', () => {
  it('an expired verification link is replaced when its creator repeats the creation', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    const key = { 'idempotency-key': 'one' };
    const first = await service.create({}, key);
    time += 25 * 3_600_000;
    const again = await service.create({}, key);
    assert.equal(again.status, 200);
    assert.equal(again.json.form_id, first.json.form_id);
    assert.ok(Date.parse(again.json.verification_expires_at) > time);
    assert.equal(service.sink.mails.length, 2);
    assert.equal((await service.confirm(service.verificationToken())).json.status, 'active');
  });

  it('an expired link to a deleted form is explained to the inbox owner, not to visitors', async (test) => {
    const service = await startService(test);
    const { form_id, management_token } = (await service.create()).json;
    const token = service.verificationToken();
    const authorization = `Bearer ${management_token}`;
    await service.request(`/v1/routes/${form_id}`, {
      method: 'DELETE',
      headers: { authorization },
    });
    const { status, text } = await service.request('/v1/routes/verify', {
      method: 'POST',
      headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }).toString(),
    });
    assert.equal(status, 404);
    assert.match(text, /nothing left to do/);
    assert.doesNotMatch(text, /Your message/);
  });
});

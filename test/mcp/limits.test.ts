import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { connectMcp, postMcp } from './mcp-client.ts';

const message = (method: string, params = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, args: object) => message('tools/call', { name, arguments: args });
const batch = (size: number, item: object) =>
  Array.from({ length: size }, (_, id) => ({ ...item, id }));

/** A dry run of few bytes whose answer is long: a note for each field. */
const longAnswer = (formId: string) => {
  const fields = Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`_${at}`, 1]));
  return call('send_test_submission', { form_id: formId, fields, dry_run: true });
};

/** The messages in an answer, which is a stream of events. */
const messagesOf = (text: string) =>
  Array.from(text.matchAll(/^data: (.+)$/gm), ([, data = '']) => JSON.parse(data));

describe('a batch at /mcp', () => {
  it('a batch at /mcp has at most 8 messages, and may list tools once', async (test) => {
    const service = await startService(test);
    assert.equal((await postMcp(service, batch(8, message('ping')))).status, 200);
    for (const refused of [batch(9, message('ping')), batch(2, message('tools/list'))]) {
      const { status, text } = await postMcp(service, refused);
      assert.equal(status, 400);
      assert.equal(JSON.parse(text).error.code, -32_600);
      assert.ok(text.length < 200);
    }
  });

  it('a batch at /mcp is answered with less than 300 KB, and the rest is not run', async (test) => {
    const service = await startService(test, { SUBMIT_RATE_PER_MINUTE: '0/0' });
    const { form_id: formId } = await service.activeRoute();
    const long = batch(6, longAnswer(formId));
    const create = { ...call('create_form', { email: 'b@example.com', alias: 'B' }), id: 'create' };
    const mails = service.sink.mails.length;
    const answer = await postMcp(service, [message('tools/list'), ...long, create]);
    assert.equal(answer.status, 200);
    assert.ok(answer.text.length > 100_000, 'the answers are as long as this test means them');
    assert.ok(answer.text.length < 300_000, `${answer.text.length} characters`);
    const answers = messagesOf(answer.text);
    assert.equal(answers.length, 8);
    const { result } = answers.find(({ id }) => id === 'create');
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /Not run: send this call by itself/);
    assert.equal(service.sink.mails.length, mails);
    const alone = await postMcp(service, longAnswer(formId));
    assert.equal(messagesOf(alone.text)[0].result.isError, undefined);
  });
});

it('a call at /mcp has at most 100 arguments, alone and in a batch', async (test) => {
  const service = await startService(test);
  const given = (count: number) =>
    call('find_form', Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 1])));
  assert.equal((await postMcp(service, given(100))).status, 200);
  for (const refused of [given(101), [message('ping'), given(101)]]) {
    const { status, text } = await postMcp(service, refused);
    assert.equal(status, 400);
    assert.deepEqual(JSON.parse(text).error, {
      code: -32_600,
      message: 'A call has at most 100 arguments.',
    });
  }
});

describe('messages at /mcp', () => {
  const LIMIT = 600;
  const ping = (service: TestService, size: number, ip: string) =>
    postMcp(service, size === 1 ? message('ping') : batch(size, message('ping')), {
      headers: { 'x-forwarded-for': ip },
    });

  it('messages at /mcp are limited per client, every message of a batch counted', async (test) => {
    const service = await startService(test, { TRUSTED_PROXIES: '127.0.0.1' }, standing());
    for (let sent = 0; sent + 8 <= LIMIT; sent += 8) {
      assert.equal((await ping(service, 8, '192.0.2.1')).status, 200);
    }
    const refused = await ping(service, 1, '192.0.2.1');
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60);
    const { error, retry_after_seconds } = JSON.parse(refused.text);
    assert.deepEqual([error, retry_after_seconds], ['rate_limited', seconds]);
    assert.equal((await ping(service, 1, '192.0.2.2')).status, 200);
    assert.match(service.logText(), /"operation":"mcp".*"code":"rate_limited"/);
  });

  it('messages at /mcp count when they cannot be read, and in a batch over the limit', async (test) => {
    const service = await startService(test, {}, standing());
    for (let sent = 0; sent < LIMIT - 2; sent += 1) await postMcp(service, '{');
    assert.equal((await ping(service, 3, '')).status, 429);
    assert.equal((await ping(service, 1, '')).status, 429);
  });

  it('a limit at /mcp tells the official client when to come again', async (test) => {
    const service = await startService(test, {}, standing());
    const { client } = await connectMcp(test, service);
    for (let sent = 0; sent < LIMIT; sent += 8) await ping(service, 8, '');
    await assert.rejects(client.callTool({ name: 'get_service_info', arguments: {} }), (error) => {
      assert.match(String(error), /rate_limited.*retry_after_seconds/);
      return true;
    });
  });
});

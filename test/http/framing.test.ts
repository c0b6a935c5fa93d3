import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';

const FORM = 'Content-Type: application/x-www-form-urlencoded';
const BODY = 'message=x';
const CHUNKS = '9\r\nmessage=x\r\n0\r\n\r\n';
const HIDDEN = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

/** Requests that two programs could read differently; `status` is our answer. */
const AMBIGUOUS: [name: string, head: string, body: string, status: number][] = [
  [
    'a length and chunks',
    'Content-Length: 9\r\nTransfer-Encoding: chunked',
    `0\r\n\r\n${HIDDEN}`,
    400,
  ],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 9', CHUNKS, 400],
  ['the same length twice', 'Content-Length: 9\r\nContent-Length: 9', BODY, 400],
  ['two lengths', 'Content-Length: 9\r\nContent-Length: 40', BODY + HIDDEN, 400],
  ['a list of lengths', 'Content-Length: 9, 9', BODY, 400],
  ['a length in hex', 'Content-Length: 0x9', BODY, 400],
  ['a length with a sign', 'Content-Length: +9', BODY, 400],
  ['a negative length', 'Content-Length: -1', BODY, 400],
  ['a length that is no number', 'Content-Length: nine', BODY, 400],
  ['a length beyond any integer', 'Content-Length: 99999999999999999999', BODY, 400],
  ['a space before the colon', 'Content-Length : 9', BODY, 400],
  ['a header without a name', ': x\r\nContent-Length: 9', BODY, 400],
  ['a bare CR in a header', 'X: a\rContent-Length: 9\r\nContent-Length: 9', BODY, 400],
  ['NUL in a header', 'X: a\0b\r\nContent-Length: 9', BODY, 400],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity', CHUNKS, 400],
  ['chunks twice', 'Transfer-Encoding: chunked, chunked', CHUNKS, 400],
  ['chunks in disguise', 'Transfer-Encoding: xchunked', CHUNKS, 400],
  ['a coding before the chunks', 'Transfer-Encoding: gzip, chunked', CHUNKS, 415],
  ['a negative chunk', 'Transfer-Encoding: chunked', '-1\r\nx\r\n0\r\n\r\n', 400],
  ['a chunk beyond any integer', 'Transfer-Encoding: chunked', 'FFFFFFFFFFFFFFFFF\r\nx\r\n', 400],
  ['a chunk that is no number', 'Transfer-Encoding: chunked', 'zz\r\nx\r\n0\r\n\r\n', 400],
  ['a chunk longer than it says', 'Transfer-Encoding: chunked', `3\r\n${BODY}\r\n0\r\n\r\n`, 400],
  ['two media types', 'Content-Type: text/plain\r\nContent-Length: 9', BODY, 415],
];

const statusesIn = (answer: string) =>
  Array.from(answer.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));

describe('requests with ambiguous framing', () => {
  let service: TestService;
  let form = '';
  before(async () => {
    service = await startService(undefined);
    form = (await service.activeRoute()).form_id;
  });
  after(() => service.close());

  for (const [name, head, body, status] of AMBIGUOUS)
    it(`an ambiguous request is answered once and delivers nothing: ${name}`, async () => {
      const received = service.sink.received();
      const start = `POST /f/${form} HTTP/1.1\r\nHost: x\r\n${FORM}\r\n`;
      const answer = await sendRaw(service.url, `${start}${head}\r\n\r\n${body}`, 400);
      assert.deepEqual(statusesIn(answer), [status], answer);
      const envelope = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
      assert.ok(envelope.error in ERROR_CODES);
      assert.equal(service.sink.received(), received);
      assert.equal((await service.submit(form, { message: 'still there' })).status, 200);
    });

  it('a request with a transfer coding is not read as if it had none', async () => {
    const received = service.sink.received();
    const zipped = gzipSync('message=zipped');
    const head =
      `POST /f/${form} HTTP/1.1\r\nHost: x\r\n${FORM}\r\nConnection: close\r\n` +
      `Transfer-Encoding: gzip, chunked\r\n\r\n${zipped.length.toString(16)}\r\n`;
    const bytes = Buffer.concat([Buffer.from(head), zipped, Buffer.from('\r\n0\r\n\r\n')]);
    assert.deepEqual(statusesIn(await sendRaw(service.url, bytes, 400)), [415]);
    assert.equal(service.sink.received(), received);
  });
});

it('headers and trailers named like object members have no effect', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  const answer = await sendRaw(
    service.url,
    `POST /f/${form_id} HTTP/1.1\r\nHost: x\r\n${FORM}\r\n__proto__: x\r\nconstructor: y\r\n` +
      'Trailer: content-type\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n' +
      `9\r\n${BODY}\r\n0\r\n__proto__: x\r\nContent-Type: text/plain\r\n\r\n`,
  );
  assert.deepEqual(statusesIn(answer), [200]);
  assert.equal(service.sink.mails.length, 1);
  assert.equal(({} as Record<string, unknown>)['x'], undefined);
});

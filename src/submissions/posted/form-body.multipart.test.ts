import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { FormReader } from './form-body.ts';

const BOUNDARY = 'x7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

type Entries = [name: string, values: string[]][];

const part = (headers: string, value: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${value}\r\n`;
const field = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const END = `--${BOUNDARY}--\r\n`;

async function read(body: string | Buffer, type = TYPE): Promise<Entries> {
  const fields = new FormReader(type).read(Buffer.from(body));
  return Array.from(fields, ([name, values]) => [name, Array.from(values)]);
}

const refuses = (code: ErrorCode, body: string | Buffer, type = TYPE) =>
  assert.rejects(
    () => read(body, type),
    (error) => error instanceof ServiceError && error.code === code,
  );

describe('a multipart body', () => {
  it('a multipart body may use names such as __proto__', async () => {
    const names = ['__proto__', 'constructor', 'toJSON', 'then', '2', '1', 'hasOwnProperty'];
    const body = names.map((name) => field(name, 'x')).join('') + END;
    assert.deepEqual(
      await read(body),
      names.map((name) => [name, ['x']]),
    );
  });

  it('a multipart body is read as the platform writes it', async () => {
    const form = new FormData();
    form.append('a "quoted" name', 'x');
    form.append('b', 'y\r\nz');
    const request = new Response(form);
    const type = request.headers.get('content-type') ?? '';
    assert.deepEqual(await read(Buffer.from(await request.arrayBuffer()), type), [
      ['a "quoted" name', ['x']],
      ['b', ['y\r\nz']],
    ]);
  });

  it('a multipart body may quote its boundary, name a charset, and have no fields', async () => {
    const quoted = `multipart/form-data; charset=utf-8; boundary="${BOUNDARY}"`;
    assert.deepEqual(await read(field('a', 'x') + END, quoted), [['a', ['x']]]);
    assert.deepEqual(await read(END), []);
  });
});

describe('a file part', () => {
  const file = (name: string, value: string) =>
    part(
      `Content-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: application/octet-stream`,
      value,
    );

  it('a file part is refused, even when it is empty or has no name', async () => {
    for (const body of [file('a.txt', 'x'), file('a.txt', ''), file('', 'x')]) {
      await refuses('file_uploads_unsupported', field('a', 'x') + body + END);
    }
  });

  it('a file part of an unused file input is ignored', async () => {
    assert.deepEqual(await read(field('a', 'x') + file('', '') + END), [['a', ['x']]]);
  });

  it('a multipart body is refused with 311 parts, those of unused file inputs too', async () => {
    const unused = file('', '');
    await refuses('submission_too_large', unused.repeat(311) + END);
    assert.deepEqual(await read(unused.repeat(309) + field('a', 'x') + END), [['a', ['x']]]);
  });

  it('a file part is refused as the platform writes it', async () => {
    const form = new FormData();
    form.append('f', new Blob(['x']), 'a.txt');
    const request = new Response(form);
    const type = request.headers.get('content-type') ?? '';
    await refuses('file_uploads_unsupported', Buffer.from(await request.arrayBuffer()), type);
  });
});

describe('a broken multipart body', () => {
  const whole = field('a', 'x') + field('b', 'y') + END;

  it('a multipart body is refused when it is cut off anywhere before its last boundary', async () => {
    for (let length = 0; length < whole.length - 4; length += 1) {
      await refuses('invalid_json', whole.slice(0, length));
    }
  });

  const broken: [name: string, body: string][] = [
    ['no body', ''],
    ['another boundary', whole.replaceAll(BOUNDARY, 'other')],
    ['no name', part('Content-Disposition: form-data', 'x') + END],
    ['no Content-Disposition', part('Content-Type: text/plain', 'x') + END],
    ['no headers', `--${BOUNDARY}\r\n\r\nx\r\n${END}`],
    ['another disposition', part('Content-Disposition: attachment; name="a"', 'x') + END],
    ['an indented header', part(' Content-Disposition: form-data; name="a"', 'x') + END],
    [
      'headers of 5,000 bytes',
      part(`Content-Disposition: form-data; name="a"\r\nX-Pad: ${'x'.repeat(5_000)}`, 'x') + END,
    ],
    ['lines ended by LF alone', whole.replaceAll('\r\n', '\n')],
    [
      'a part that never ends its headers',
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"`,
    ],
  ];
  for (const [name, body] of broken) {
    it(`a broken multipart body is refused: ${name}`, () => refuses('invalid_json', body));
  }

  it('a multipart body is refused without a usable boundary in the header', async () => {
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=""',
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
    ]) {
      await refuses('invalid_json', whole, type);
    }
  });

  it('a multipart body is refused with 201 fields or a long name', async () => {
    await refuses('submission_too_large', field('a', 'x').repeat(201) + END);
    await refuses('submission_too_large', field('n'.repeat(201), 'x') + END);
    assert.equal((await read(field('a', 'x').repeat(200) + END))[0]?.[1].length, 200);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fields } from '../../fields/field-names.ts';
import { FormReader } from './form-body.ts';
import { FormUpload } from './form-upload.ts';

const BOUNDARY = 'x7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const part = (headers: string, value: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${value}\r\n`;
const field = (name: string, value: string, more = '') =>
  part(`Content-Disposition: form-data; name="${name}"${more}`, value);
const file = (name: string, value: string) => field('f', value, `; filename="${name}"`);
const END = `--${BOUNDARY}--\r\n`;

/** What reads a body, a whole one, and octets at its end that it does without. */
type Reader = [read: (body: Buffer, type: string) => Fields, whole: string, spare: number];

const READERS: Record<string, Reader> = {
  'a form': [
    (body, type) => new FormReader(type).read(body),
    field('a', 'x') + field('b', 'y') + END,
    4,
  ],
  'a form that takes files': [
    (body, type) => {
      const upload = new FormUpload(type, { textBytes: 100_000, fileBytes: 10, files: 1 });
      upload.write(body);
      return upload.end().fields;
    },
    field('a', 'x') + file('a.txt', 'y') + END,
    2,
  ],
};

async function written(form: FormData): Promise<[body: Buffer, type: string]> {
  const request = new Response(form);
  const type = request.headers.get('content-type') ?? '';
  return [Buffer.from(await request.arrayBuffer()), type];
}

for (const [kind, [readWith, whole, spare]] of Object.entries(READERS)) {
  const read = (body: string | Buffer, type = TYPE) =>
    Array.from(readWith(Buffer.from(body), type), ([name, values]) => [name, Array.from(values)]);

  const refuses = (code: string, body: string, type = TYPE) =>
    assert.throws(() => read(body, type), { name: 'ServiceError', code });

  describe(`a multipart body of ${kind}`, () => {
    it(`a multipart body of ${kind} may use names such as __proto__`, () => {
      const names = ['__proto__', 'constructor', 'toJSON', 'then', '2', '1', 'hasOwnProperty'];
      const body = names.map((name) => field(name, 'x')).join('') + END;
      assert.deepEqual(
        read(body),
        names.map((name) => [name, ['x']]),
      );
    });

    it(`a multipart body of ${kind} is read as the platform writes it`, async () => {
      const form = new FormData();
      form.append('a "quoted" name', 'x');
      form.append('b', 'y\r\nz');
      const fields = [
        ['a "quoted" name', ['x']],
        ['b', ['y\r\nz']],
      ];
      assert.deepEqual(read(...(await written(form))), fields);
    });

    it(`a multipart body of ${kind} may quote its boundary, name a charset, have no fields, and unused file inputs`, () => {
      const quoted = `multipart/form-data; charset=utf-8; boundary="${BOUNDARY}"`;
      assert.deepEqual(read(field('a', 'x') + file('', '') + END, quoted), [['a', ['x']]]);
      assert.deepEqual(read(END), []);
    });

    it(`a multipart body of ${kind} is refused when it is cut off anywhere before its last boundary`, () => {
      for (let length = 0; length < whole.length - spare; length += 1) {
        refuses('invalid_json', whole.slice(0, length));
      }
    });

    const broken: [name: string, body: string][] = [
      ['another boundary', whole.replaceAll(BOUNDARY, 'other')],
      ['a boundary with an end of its own', whole.replace(`${BOUNDARY}\r`, `${BOUNDARY}x\r`)],
      ['a boundary without an end', whole.replaceAll(`${BOUNDARY}\r\n`, `${BOUNDARY}ab`)],
      ['text before the first boundary', `lost${whole}`],
      ['no name', part('Content-Disposition: form-data', 'x') + END],
      ['no Content-Disposition', part('Content-Type: text/plain', 'x') + END],
      ['no headers', `--${BOUNDARY}\r\n\r\nx\r\n${END}`],
      ['another disposition', part('Content-Disposition: attachment; name="a"', 'x') + END],
      ['an indented header', part(' Content-Disposition: form-data; name="a"', 'x') + END],
      ['headers of 5,000 bytes', field('a', 'x', `\r\nX-Pad: ${'x'.repeat(5_000)}`) + END],
      ['lines ended by LF alone', whole.replaceAll('\r\n', '\n')],
      ['a part that never ends its headers', field('a', '').trimEnd()],
    ];
    for (const [name, body] of broken)
      it(`a multipart body of ${kind} is refused: ${name}`, () => refuses('invalid_json', body));

    it(`a multipart body of ${kind} is refused without a usable boundary in the header`, () => {
      for (const boundary of ['', '; boundary=', '; boundary=""', `; boundary=${'b'.repeat(71)}`]) {
        refuses('invalid_json', whole, `multipart/form-data${boundary}`);
      }
    });

    it(`a multipart body of ${kind} is refused with 201 fields, 311 parts or a long name`, () => {
      const unused = file('', '');
      refuses('submission_too_large', field('a', 'x').repeat(201) + END);
      refuses('submission_too_large', field('n'.repeat(201), 'x') + END);
      refuses('submission_too_large', unused.repeat(311) + END);
      assert.equal(read(field('a', 'x').repeat(200) + END)[0]?.[1]?.length, 200);
      assert.deepEqual(read(unused.repeat(309) + field('a', 'x') + END), [['a', ['x']]]);
    });
  });
}

describe('a file in a form that takes none', () => {
  it('a file in a form that takes none is refused, even when it is empty or has no name', async () => {
    const form = new FormData();
    form.append('f', new Blob(['x']), 'a.txt');
    const parts = [file('a.txt', 'x'), file('a.txt', ''), file('', 'x')];
    const bodies = parts.map((each) => [Buffer.from(field('a', 'x') + each + END), TYPE] as const);
    for (const [body, type] of [...bodies, await written(form)]) {
      assert.throws(() => new FormReader(type).read(body), { code: 'file_uploads_unsupported' });
    }
  });
});

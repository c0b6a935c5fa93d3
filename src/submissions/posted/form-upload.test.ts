import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../contract/service-error.ts';
import { GatheredBytes } from './file-bytes.ts';
import { FormUpload } from './form-upload.ts';

const BOUNDARY = 'x7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const ROOMY = { textBytes: 100_000, fileBytes: 1_000_000, files: 5 };

const part = (headers: string, value: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${value}\r\n`;
const field = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (value: string, name = 'filename="a.txt"', more = '') =>
  part(`Content-Disposition: form-data; name="f"; ${name}${more}`, value);
const END = `--${BOUNDARY}--\r\n`;

async function read(body: string | Buffer, limits: Partial<typeof ROOMY> = {}, type = TYPE) {
  const upload = new FormUpload(type, { ...ROOMY, ...limits }, () => undefined);
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += 65_536) {
    upload.write(Buffer.from(bytes.subarray(at, at + 65_536)));
  }
  return upload.end();
}

/** The code of the error and its limit, where it has one. */
async function refusal(...asked: Parameters<typeof read>): Promise<unknown> {
  try {
    await read(...asked);
    return 'read';
  } catch (error) {
    assert.ok(error instanceof ServiceError, String(error));
    const { limit } = error.details as { limit?: number };
    return limit === undefined ? error.code : [error.code, limit];
  }
}

describe('an upload', () => {
  it('an upload has its texts and files, without unused file inputs', async () => {
    const unused = file('', 'filename=""');
    const { fields, files } = await read(
      field('a', '1') + file('one') + unused + field('a', 'ü') + file('', 'filename="b"') + END,
    );
    assert.deepEqual(Array.from(fields), [['a', ['1', 'ü']]]);
    assert.deepEqual(
      files.map(({ field: of, name, size }) => [of, name, size]),
      [
        ['f', 'a.txt', 3],
        ['f', 'b', 0],
      ],
    );
  });

  it('an upload keeps names as they were sent, whatever is in them', async () => {
    const names: [written: string, name: string][] = [
      ['filename="../../etc/passwd"', '../../etc/passwd'],
      ['filename="C:\\fakepath\\ü.txt"', 'C:\\fakepath\\ü.txt'],
      ['filename="a%22b%0D%0A.txt"', 'a"b\r\n.txt'],
      ["filename*=UTF-8''%E2%82%AC%20rates.pdf", '€ rates.pdf'],
      ['filename="gnp.\u202efdp"', 'gnp.\u202efdp'],
      ['filename="名前.txt"', '名前.txt'],
      ['filename=""', ''],
    ];
    const { files } = await read(names.map(([written]) => file('x', written)).join('') + END, {
      files: 10,
    });
    assert.deepEqual(
      files.map(({ name }) => name),
      names.map(([, name]) => name),
    );
  });

  it('an upload has the media types that the client claims, without parameters', async () => {
    const typed = (type: string) => file('x', undefined, `\r\nContent-Type: ${type}`);
    const { files } = await read(
      typed('Image/PNG') + typed('text/plain; charset=x') + file('x') + END,
    );
    assert.deepEqual(
      files.map(({ type }) => type),
      ['image/png', 'text/plain', 'text/plain'],
    );
  });

  it('an upload passes archives and documents in many formats through unopened', async () => {
    // A zip that unpacks to much more, and a PDF that is a web page as well.
    const bomb = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(50_000)]).toString(
      'latin1',
    );
    const both = '%PDF-1.7\n<html><script>1</script>';
    const { files } = await read(Buffer.from(file(bomb) + file(both) + END, 'latin1'));
    assert.deepEqual(
      files.map(({ chunks }) => Buffer.concat(chunks).toString('latin1')),
      [bomb, both],
    );
  });

  it('an upload keeps each large chunk once, and gathers small ones', async () => {
    const upload = new FormUpload(TYPE, ROOMY, () => undefined);
    upload.write(
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n`,
      ),
    );
    const large = Buffer.alloc(65_536, 'a');
    upload.write(large);
    for (let at = 0; at < 1_000; at += 1) upload.write(Buffer.from('bc'));
    upload.write(Buffer.from(`\r\n${END}`));
    const [{ chunks, size } = { chunks: [], size: 0 }] = upload.end().files;
    assert.equal(size, 67_536);
    assert.equal(chunks[0]?.buffer, large.buffer);
    assert.equal(chunks.length, 2);
    const memory = chunks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    assert.ok(memory < 2.1 * size, `${memory} bytes of memory`);
  });

  it('texts that arrive byte by byte are gathered in few buffers', () => {
    const text = new GatheredBytes();
    for (let at = 0; at < 100_000; at += 1) text.add(Buffer.from('x'));
    const chunks = text.end();
    assert.equal(Buffer.concat(chunks).toString(), 'x'.repeat(100_000));
    assert.ok(chunks.length < 20, `${chunks.length} buffers`);
  });
});

describe('the limits of an upload', () => {
  it('an upload of more bytes than allowed is refused as soon as they are there', async () => {
    const upload = new FormUpload(TYPE, { ...ROOMY, fileBytes: 10 }, () => undefined);
    const begin = file('12345678901').slice(0, -2);
    assert.throws(() => upload.write(Buffer.from(begin)), { code: 'file_too_large' });
    assert.deepEqual(await refusal(file('123456') + file('78901') + END, { fileBytes: 10 }), [
      'file_too_large',
      10,
    ]);
    assert.equal(await refusal(file('123456') + file('7890') + END, { fileBytes: 10 }), 'read');
  });

  it('an upload of more files than allowed is refused, empty ones too', async () => {
    assert.deepEqual(await refusal(file('x').repeat(3), { files: 2 }), ['too_many_files', 2]);
    assert.deepEqual(await refusal(file('').repeat(3) + END, { files: 2 }), ['too_many_files', 2]);
    const unused = file('', 'filename=""').repeat(50);
    assert.equal(await refusal(unused + file('x').repeat(2) + END, { files: 2 }), 'read');
  });

  it('the texts of an upload have a limit of their own, apart from its files', async () => {
    const limits = { textBytes: 1_000, fileBytes: 5_000 };
    assert.equal(
      await refusal(field('a', 'x'.repeat(1_000)) + file('y'.repeat(4_900)) + END, limits),
      'submission_too_large',
    );
    assert.equal(
      await refusal(field('a', 'x'.repeat(999)) + file('y'.repeat(4_900)) + END, limits),
      'read',
    );
    const base64 = part(
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
      Buffer.from('x'.repeat(999)).toString('base64'),
    );
    assert.equal(await refusal(base64 + END, limits), 'read');
    const padded = field('a', 'x') + file('y', undefined, `\r\nX: ${'x'.repeat(3_000)}`) + END;
    assert.equal(await refusal(padded, limits), 'submission_too_large');
    assert.equal(await refusal(END + 'x'.repeat(8_000), limits), 'submission_too_large');
  });

  it('a flood of parts, fields or headers is refused', async () => {
    const flood = 10_000;
    const roomy = { textBytes: 10_000_000, files: 20 };
    for (const body of [
      field('a', '').repeat(flood),
      file('').repeat(flood),
      file('', 'filename=""').repeat(flood),
    ]) {
      assert.equal(await refusal(body + END, roomy), 'submission_too_large');
    }
    const long = `\r\nX-Pad: ${'x'.repeat(5_000)}`;
    assert.equal(await refusal(file('x', undefined, long) + END), 'invalid_json');
    assert.equal(
      await refusal(file('x', undefined, '\r\nX: y'.repeat(2_000)) + END),
      'invalid_json',
    );
    assert.equal(await refusal(`--${BOUNDARY}\r\n${'y'.repeat(80_000)}`), 'invalid_json');
  });

  it('no bytes are kept without room for them', async () => {
    const full = new FormUpload(TYPE, ROOMY, (kind) => {
      if (kind === 'file') throw new ServiceError('delivery_failed', { retry_after_seconds: 5 });
    });
    assert.throws(() => full.write(Buffer.from(file('x'))), { code: 'delivery_failed' });
  });
});

describe('a broken upload', () => {
  const broken: [name: string, body: string][] = [
    ['no name', part('Content-Disposition: form-data; filename="a"', 'x') + END],
    [
      'another disposition',
      part('Content-Disposition: attachment; name="a"; filename="b"', 'x') + END,
    ],
    [
      'an indented header',
      part(' Content-Disposition: form-data; name="a"; filename="b"', 'x') + END,
    ],
    ['a bare line feed in a header', file('x', 'filename="a\nb"') + END],
    [
      'two dispositions, one of a file',
      file('x', undefined, '\r\nContent-Disposition: form-data; name="g"') + END,
    ],
    ['a file name in an unknown charset', file('x', "filename*=nope''%E9") + END],
    ['an encoded file', file('eA==', undefined, '\r\nContent-Transfer-Encoding: base64') + END],
  ];
  for (const [name, body] of broken)
    it(`a broken upload is refused: ${name}`, async () => {
      assert.equal(await refusal(body), 'invalid_json');
    });

  it('parts of a body within a file or a text are part of it', async () => {
    const inner = '--YY\r\nContent-Disposition: attachment; filename="e.txt"\r\n\r\nE\r\n--YY--';
    const { fields, files } = await read(field('a', inner) + file(inner) + END);
    assert.deepEqual([fields.get('a'), files.length, files[0]?.size], [[inner], 1, inner.length]);
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import fc from 'fast-check';
import { FormUpload } from './form-upload.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const LIMITS = { textBytes: 1_000_000, fileBytes: 1_000_000, files: 100 };

/** Every name and content of a body, as the platform or the upload has it. */
type Entry = [field: string, content: string] | [field: string, name: string, bytes: string];

async function byPlatform(body: Buffer): Promise<Entry[]> {
  const form = await new Response(body, { headers: { 'content-type': TYPE } }).formData();
  const entries = Array.from(form, async ([field, value]): Promise<Entry> => {
    if (typeof value === 'string') return [field, value];
    return [field, value.name, Buffer.from(await value.arrayBuffer()).toString('latin1')];
  });
  return Promise.all(entries);
}

async function byUpload(body: Buffer, cuts: readonly number[]): Promise<Entry[]> {
  let kept = 0;
  const upload = new FormUpload(TYPE, LIMITS, (kind, bytes) => {
    if (kind === 'file') kept += bytes;
  });
  const ends = [...new Set(cuts.map((cut) => cut % (body.length + 1)))].toSorted((a, b) => a - b);
  let at = 0;
  // A socket's chunk is a buffer of its own.
  for (const end of [...ends, body.length]) {
    upload.write(Buffer.from(body.subarray(at, end)));
    at = end;
  }
  const { fields, files } = upload.end();
  assert.equal(
    kept,
    files.reduce((sum, { size }) => sum + size, 0),
    'all bytes are counted',
  );
  const texts = Array.from(fields, ([field, values]) =>
    values.map((value): Entry => [field, value]),
  );
  const read = files.map(({ field, name, chunks, size, sha256 }): Entry => {
    const bytes = Buffer.concat(chunks);
    assert.equal(bytes.length, size);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    return [field, name, bytes.toString('latin1')];
  });
  return [...texts.flat(), ...read];
}

/** Texts grouped by field, then files: the order in which an upload has them. */
function grouped(entries: Entry[]): Entry[] {
  const texts = entries.filter((entry) => entry.length === 2);
  const files = entries.filter(
    (entry) => entry.length === 3 && !(entry[1] === '' && entry[2] === ''),
  );
  const byField = Map.groupBy(texts, ([field]) => field);
  return [...Array.from(byField.values()).flat(), ...files];
}

/** Contents that look almost like the end of a part. */
const content = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r\n', '\r', '\n', '--', '\r\n--', `\r\n--${BOUNDARY.slice(0, -1)}`),
      fc.constantFrom(
        `--${BOUNDARY.slice(0, 9)}`,
        '\0',
        '\r\r\n',
        '\r\n\r\n',
        'ü',
        '😀',
        'x'.repeat(300),
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}`.includes(`\r\n--${BOUNDARY}`));

const name = fc.string({
  unit: fc.constantFrom(...Array.from('abc_[]-. üß😀/\u202e%\u0000')),
  minLength: 1,
  maxLength: 12,
});

const part = fc.oneof(
  fc.record({ field: name, text: content }).map(({ field, text }) => {
    return `Content-Disposition: form-data; name="${field}"\r\n\r\n${text}`;
  }),
  fc
    .record({
      field: name,
      file: fc.oneof(
        name.map((text) => `filename="${text}"`),
        fc.constantFrom('filename=""', 'filename=x.txt', 'filename="a%22%0D%0A.txt"'),
        name.map((text) => `filename="x"; filename*=UTF-8''${encodeURIComponent(text)}`),
      ),
      type: fc.constantFrom('', '\r\nContent-Type: image/png', '\r\ncontent-type: a/b; c=d'),
      bytes: content,
    })
    .map(
      ({ field, file, type, bytes }) =>
        `Content-Disposition: form-data; name="${field}"; ${file}${type}\r\n\r\n${bytes}`,
    ),
);

const body = fc
  .record({
    parts: fc.array(part, { maxLength: 6 }),
    preamble: fc.constantFrom('', '\r\n'),
    epilogue: fc.constantFrom('', '\r\n', `\r\n--${BOUNDARY}\r\nnothing`),
  })
  .map(({ parts, preamble, epilogue }) => {
    const written = parts.map((each) => `--${BOUNDARY}\r\n${each}\r\n`).join('');
    return Buffer.from(`${preamble}${written}--${BOUNDARY}--${epilogue}`);
  });

it('any upload is read as the platform reads it, wherever its chunks end', async () => {
  const cuts = fc.array(fc.nat(), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(body, cuts, async (bytes, at) => {
      assert.deepEqual(await byUpload(bytes, at), grouped(await byPlatform(bytes)));
    }),
    { numRuns: 600 },
  );
});

it('an upload is read the same with its chunks ended at every offset, and byte by byte', async () => {
  const lookAlike = `a\r\n--${BOUNDARY.slice(0, -2)}\r\n\r`;
  const bytes = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${lookAlike}\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="g"\r\n\r\n\r\n--${BOUNDARY}--\r\n`,
  );
  const whole = grouped(await byPlatform(bytes));
  assert.deepEqual(whole, [
    ['g', ''],
    ['f', 'a.txt', lookAlike],
  ]);
  for (let at = 0; at <= bytes.length; at += 1) {
    assert.deepEqual(await byUpload(bytes, [at]), whole, `cut at ${at}`);
  }
  assert.deepEqual(await byUpload(bytes, Array.from(bytes.keys())), whole);
});

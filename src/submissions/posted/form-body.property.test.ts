import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { FormReader } from './form-body.ts';

type Pair = [name: string, value: string];

const BOUNDARY = 'form-boundary-9c1f';

/** Names without characters that multipart headers escape, and without a byte order mark. */
const name = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toJSON',
      'then',
      'email',
      '_subject',
      'Größe',
      '😀',
    ),
  )
  .filter((text) => !/["\r\n\\\0]|%0A|%0D|%22/i.test(text) && !text.startsWith('\ufeff'));
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', ' ', '\r\n', 'a\nb', '--', '&=+%', '{"a":1}', '\ufeffx'),
);

function encodeJson(pairs: Pair[]): string {
  const byName = new Map<string, string[]>();
  for (const [key, text] of pairs) byName.set(key, [...(byName.get(key) ?? []), text]);
  const members = Array.from(
    byName,
    ([key, values]) => `${JSON.stringify(key)}:${JSON.stringify(values)}`,
  );
  return `{${members.join(',')}}`;
}

const ENCODERS: [contentType: string, encode: (pairs: Pair[]) => string][] = [
  [
    'application/x-www-form-urlencoded',
    (pairs) => pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&'),
  ],
  [
    `multipart/form-data; boundary=${BOUNDARY}`,
    (pairs) =>
      pairs
        .map(
          ([key, text]) =>
            `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${text}\r\n`,
        )
        .join('') + `--${BOUNDARY}--\r\n`,
  ],
  ['application/json', encodeJson],
];

it('the same fields are read from all three types', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 8 }), async (pairs) => {
      const expected = new Map<string, string[]>();
      for (const [key, text] of pairs) expected.set(key, [...(expected.get(key) ?? []), text]);
      for (const [type, encode] of ENCODERS) {
        const fields = new FormReader(type).read(Buffer.from(encode(pairs)));
        assert.deepEqual(new Map(fields), expected, type);
      }
    }),
    { numRuns: 500 },
  );
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { OPERATIONS } from '../../contract/operations.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { FormReader } from './form-body.ts';
import { parseSubmission } from './submission.ts';

const JSON_TYPE = 'application/json';

const DISPOSITION = 'Content-Disposition: form-data; name="a"';

/** Pieces of all three types, whole and broken, so that random bodies get deep into each reader. */
const PIECES = [
  ['--b\r\n', '--b--', '--b', '\r\n\r\n', '\r\n', '\n', '\r', DISPOSITION],
  [`${DISPOSITION}; filename="x"`, `${DISPOSITION}; filename*=utf-8''x`],
  ['Content-Transfer-Encoding: base64\r\n', 'Content-Type: text/plain; charset=utf-16'],
  [': ', ';', '"', '=', '&', '%', '%2', '+', '{', '}', '[', ']', '{"a":', ',"b":1'],
  ['1e999', '\\u', '\ud800', '__proto__', '_gotcha', '_redirect=https://', 'email=a@b.cc'],
  ['\0', '\ufeff', 'ü', ' '],
].flat();

const TYPES = [
  JSON_TYPE,
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary="b"; boundary=c',
  'multipart/form-data; x="; boundary=c"; boundary=b',
  'multipart/form-data; boundary=b\x80',
  'multipart/form-data',
];

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PIECES).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes)) },
);
const loose = fc.array(piece, { maxLength: 25 });
/** Two parts around anything, so that the multipart reader sees bodies that are nearly whole. */
const framed = loose.map((inner) => [
  Buffer.from(`--b\r\n${DISPOSITION}\r\n\r\nx\r\n--b\r\n${DISPOSITION}`),
  ...inner,
  Buffer.from('\r\n--b--\r\n'),
]);
const body = fc.oneof(loose, framed).map((parts) => Buffer.concat(parts));

describe('any bytes of any type', () => {
  it('any bytes of any type are read as fields or give an error of the contract, never an internal one', async () => {
    const expected = new Set<string>(OPERATIONS.submitForm.errors);
    let read = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TYPES), body, async (type, bytes) => {
        try {
          parseSubmission(new FormReader(type).read(bytes));
          read += 1;
        } catch (error) {
          assert.ok(error instanceof ServiceError, String(error));
          assert.ok(error.status < 500 && expected.has(error.code), error.code);
        }
      }),
      { numRuns: 5_000 },
    );
    assert.ok(read > 500, `only ${read} bodies were read, so the property says little`);
  });
});

describe('any JSON object', () => {
  it('any JSON object is read member by member: text unchanged, lists as repeated keys, null as absent', async () => {
    const member = fc.tuple(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 8 }),
        fc.constantFrom('__proto__', 'toJSON', '7', '_subject'),
      ),
      fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
    );
    const members = fc.uniqueArray(member, { selector: ([name]) => name, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(members, async (pairs) => {
        const written = pairs.map((pair) => pair.map((value) => JSON.stringify(value)).join(':'));
        const fields = new FormReader(JSON_TYPE).read(Buffer.from(`{${written.join(',')}}`));
        const expected = pairs.flatMap(([name, value]): [string, string[]][] => {
          const items = (Array.isArray(value) ? value : [value]).filter((item) => item !== null);
          const texts = items.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
          return texts.length > 0 ? [[name, texts]] : [];
        });
        assert.deepEqual(new Map(fields), new Map(expected));
      }),
      { numRuns: 1_000 },
    );
  });
});

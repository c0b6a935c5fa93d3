import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { FormReader } from './form-body.ts';

interface Part {
  name: string;
  value: string;
  quoted: boolean;
  spelling: string;
  before: string;
  after: string;
}

/** The characters of a boundary (RFC 2046, 5.1.1); it does not end with a space. */
const BOUNDARY_CHARACTERS = "abcXYZ019'()+_,-./:=?";

const boundary = fc.string({
  unit: fc.constantFrom(...Array.from(BOUNDARY_CHARACTERS)),
  minLength: 8,
  maxLength: 70,
});

/** Values that look almost like the end of a part. */
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('\r\n', '\n', '\r', '--', '\0', 'ü', '😀', 'a: b', ' ', '\t', '"'), {
      maxLength: 12,
    })
    .map((pieces) => pieces.join('')),
);

const extraHeader = fc.constantFrom(
  '',
  'Content-Type: text/plain\r\n',
  'content-type: text/plain; charset=UTF-8\r\n',
  'X-Field: anything, even "quotes" and ;name=x\r\n',
  'Content-Length: 3\r\n',
);

const part: fc.Arbitrary<Part> = fc.record({
  name: fc.string({
    unit: fc.constantFrom(...Array.from('abc_[]-. üß😀')),
    minLength: 1,
    maxLength: 12,
  }),
  value,
  quoted: fc.boolean(),
  spelling: fc.constantFrom('Content-Disposition', 'content-disposition', 'CONTENT-DISPOSITION'),
  before: extraHeader,
  after: extraHeader,
});

const isToken = (text: string) => /^[\w.-]+$/.test(text);

function encode({ name, value: text, quoted, spelling, before, after }: Part, mark: string) {
  const written = quoted || !isToken(name) ? `"${name}"` : name;
  const disposition = `${spelling}: form-data; name=${written}\r\n`;
  return `--${mark}\r\n${before}${disposition}${after}\r\n${text}\r\n`;
}

it('any multipart body is read as its parts, for every boundary and all headers', async () => {
  const bodies = fc
    .record({
      mark: boundary,
      parts: fc.array(part, { maxLength: 6 }),
      epilogue: fc.constantFrom('', '\r\n'),
    })
    .filter(({ mark, parts }) => parts.every(({ value: text }) => !text.includes(mark)));
  await fc.assert(
    fc.asyncProperty(bodies, async ({ mark, parts, epilogue }) => {
      const type = `multipart/form-data; boundary="${mark}"`;
      const body = `${parts.map((one) => encode(one, mark)).join('')}--${mark}--${epilogue}`;
      const fields = new FormReader(type).read(Buffer.from(body));
      const grouped = Map.groupBy(parts, ({ name }) => name);
      assert.deepEqual(
        Array.from(fields),
        Array.from(grouped, ([name, same]) => [name, same.map((one) => one.value)]),
      );
    }),
    { numRuns: 1_000 },
  );
});

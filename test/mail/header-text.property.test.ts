import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { encodeMailbox, encodeUnstructured } from '../../src/mail/header-text.ts';
import { toSingleLine } from '../../src/platform/text/clean-text.ts';

const PIECES = [
  ['Bcc: x@evil.example', '\r\n', '\n', '\r', '\0', '=?utf-8?q?=0D=0ABcc:_x?='],
  ['=?UTF-8?B?', '?=', '"', '\\', '<x@evil.example>', ',', ';', ':', '(', ')', '@', ' '],
  ['\t', 'ü', '世', '😀', '\ud800', '\u202e', '\u2028', '\u00a0', 'x'.repeat(80)],
].flat();

const raw = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 20 })
    .map((all) => all.join('')),
);
/** What reaches the encoders: text that the parsers have cleaned. */
const line = raw.map((text) => toSingleLine(text, 200));

const ADDRESS = 'forms@example.com';

/** Every line is ASCII, short, and belongs to the one field. */
function assertOneField(field: string): void {
  assert.match(field, /^[A-Z][A-Za-z-]+: [^\r\n]*\r\n(?: [^\r\n]+\r\n)*$/);
  assert.match(field, /^[\r\n\x20-\x7e]*$/);
  assert.ok(field.split('\r\n').every((one) => one.length <= 78));
}

const parse = (header: string) => PostalMime.parse(`${header}X-Next: here\r\n\r\nbody\r\n`);

describe('header text', () => {
  it('any header text reads back as written, and never as another field', async () => {
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        const field = encodeUnstructured('Subject', text);
        assertOneField(field);
        const { subject, headers, bcc } = await parse(field);
        assert.equal(subject ?? '', text);
        assert.deepEqual(
          headers.map(({ key }) => key).toSorted((a, b) => a.localeCompare(b)),
          ['subject', 'x-next'],
        );
        assert.equal(bcc, undefined);
      }),
      { numRuns: 2_000 },
    );
  });

  it('only the last encoded word of a header has padding, behind which some readers drop the rest', () => {
    fc.assert(
      fc.property(line, (text) => {
        const words = encodeUnstructured('Subject', text).match(/=\?UTF-8\?[BQ]\?[^?]*\?=/g) ?? [];
        for (const word of words.slice(0, -1)) assert.doesNotMatch(word, /=\?=$/, text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('any display name reads back as one mailbox of that name', async () => {
    await fc.assert(
      fc.asyncProperty(line, async (name) => {
        const field = encodeMailbox('From', name, ADDRESS);
        assertOneField(field);
        const { from, headers } = await parse(field);
        assert.deepEqual(from, { name, address: ADDRESS });
        assert.equal(headers.length, 2);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a display name that fits a line has one encoded word, since some readers show a space between two', () => {
    const fields = {
      'Анна Иванова via Contact form': '0JDQvdC90LAg0JjQstCw0L3QvtCy0LA=?= via Contact form',
      'Zoë Müller-Größe via St. John the Baptist':
        'Wm/DqyBNw7xsbGVyLUdyw7bDn2UgdmlhIFN0Lg==?= John the Baptist',
    };
    for (const [name, expected] of Object.entries(fields)) {
      const field = encodeMailbox('From', name, ADDRESS);
      assert.equal(field, `From: =?UTF-8?B?${expected}\r\n <${ADDRESS}>\r\n`);
    }
    const comma = `Lovelace, Ada (Mrs) "Countess" via ${'a'.repeat(20)}`;
    assert.match(encodeMailbox('From', comma, ADDRESS), /^From: "Lovelace, Ada/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { encodeQuotedPrintable, PartTemplate } from './quoted-printable.ts';

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      ['\n', ' \n', '\t\n', '\n.', '\n.\n', '\nFrom me', '\r', '=', '=\n', '=20', ' ', '.'],
      ['From ', 'ü', '世', '😀', '\u00a0', 'x'.repeat(70), 'y'.repeat(75), 'z'.repeat(76)],
    ].flat(),
  ),
  fc.string({ maxLength: 8 }),
);
const text = fc
  .array(piece, { maxLength: 20 })
  .map((pieces) => pieces.join('').replace(/\0|\r+(?=\n)/g, ''));

/** Checks what every encoded text is. */
function checkLines(encoded: string): void {
  assert.match(encoded, /^(?:[\t -~]|\r\n)*$/);
  for (const line of encoded.split('\r\n')) {
    assert.ok(line.length <= 76, `${line.length} characters`);
    assert.doesNotMatch(line, /^\.|^From |[ \t]$/);
  }
}

/** RFC 2045, 6.7. */
function decode(encoded: string): string {
  const octets = encoded
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(octets, 'latin1').toString('utf8');
}

async function readByParser(encoded: string): Promise<string> {
  const head =
    'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable';
  const { text: read = '' } = await PostalMime.parse(`${head}\r\n\r\n${encoded}`);
  return read;
}

describe('quoted-printable', () => {
  it('quoted-printable gives any text back, in safe lines of at most 76', () => {
    fc.assert(
      fc.property(text, (words) => {
        const encoded = encodeQuotedPrintable(words);
        checkLines(encoded);
        assert.equal(decode(encoded), words.toWellFormed());
      }),
      { numRuns: 2_000 },
    );
  });

  it('quoted-printable is read by another parser', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (words) => {
        const read = await readByParser(encodeQuotedPrintable(words));
        assert.equal(read.trimEnd(), words.toWellFormed().trimEnd());
      }),
      { numRuns: 500 },
    );
  });

  it('quoted-printable keeps line ends, whether the text has LF or CRLF', () => {
    assert.equal(encodeQuotedPrintable('a\nb\r\n\r\nc'), 'a\r\nb\r\n\r\nc');
  });

  it('quoted-printable leaves readable words readable', () => {
    const words = 'Hello. For 100 % of it, see https://a.example/?b&c';
    assert.equal(encodeQuotedPrintable(words), words);
  });
});

const BLANKS = ['a', 'b', 'c'] as const;

/** Text around blanks, each of which may come anywhere and any number of times. */
const layout = fc.array(
  fc.oneof(
    text,
    fc.constantFrom(...BLANKS).map((blank) => ({ blank })),
  ),
);

describe('a template of a part', () => {
  it('a template with its blanks filled reads like the text written as a whole', () => {
    const values = fc.record({ a: text, b: text, c: fc.constantFrom('Ada', 'x'.repeat(40), '') });
    fc.assert(
      fc.property(layout, values, (pieces, words) => {
        const write = (given: Readonly<Record<'a' | 'b' | 'c', string>>) =>
          pieces.map((one) => (typeof one === 'string' ? one : given[one.blank])).join('');
        const template = new PartTemplate(BLANKS, write);
        const [a, b, c] = BLANKS.map((blank) => encodeQuotedPrintable(words[blank]));
        const filled = template.write({ a, b }, { a: c, c });
        checkLines(filled);
        const whole = write(words);
        // Neither half of a line end or of a character can be in a piece of its own.
        fc.pre(!whole.includes('\r\n') && whole.isWellFormed());
        assert.equal(decode(filled), whole);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a template can be filled again and again', () => {
    const template = new PartTemplate(['name'], ({ name }) => `Dear ${name},\nyour ${name}\n`);
    const fill = (name: string) => template.write({ name: encodeQuotedPrintable(name) });
    assert.equal(fill('Ada'), 'Dear Ada,\r\nyour Ada\r\n');
    assert.equal(fill(''), 'Dear =\r\n,\r\nyour =\r\n\r\n');
    assert.equal(fill('Zoë'), 'Dear Zo=C3=AB,\r\nyour Zo=C3=AB\r\n');
  });
});

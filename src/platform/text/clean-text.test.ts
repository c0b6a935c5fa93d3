import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  countCodePoints,
  firstCodePoints,
  hasControlOrBidi,
  toPlainText,
  toSingleLine,
} from './clean-text.ts';

const anyText = () =>
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)))
      .map((units) => units.join('')),
    fc
      .array(
        fc.constantFrom(
          '=',
          '?',
          ' ',
          '\r',
          '\n',
          '\u200b',
          '\u200c',
          '\u200d',
          'می',
          'क्',
          '\u202e',
          '\u2028',
          '\ud800',
          'a',
          '😀',
        ),
      )
      .map((parts) => parts.join('')),
  );

describe('toSingleLine', () => {
  const cases: [name: string, input: string, expected: string][] = [
    ['line breaks become one space', 'a\r\nBcc: b', 'a Bcc: b'],
    ['separators become one space', 'a\u2028b\u2029c\u0085d', 'a b c d'],
    ['NUL, tab and DEL become spaces', '\0a\tb\x7f', 'a b'],
    ['bidi and zero-width characters vanish', 'a\u202eb\u200bc\ufeffd\u2066e\u00adf', 'abcdef'],
    ['an encoded word is broken', '=?utf-8?q?=0D=0A?=', '= ?utf-8?q?=0D=0A?='],
    [
      'an encoded word hidden by a zero-width character is broken',
      '=\u200b?utf-8?q?x?=',
      '= ?utf-8?q?x?=',
    ],
    ['a lone surrogate is replaced', 'a\ud800b', 'a\ufffdb'],
    ['white space at the ends is removed', '  a  ', 'a'],
    ['text of invisible characters only becomes empty', '\u200b\u200e \r\n', ''],
    ['emoji built with joiners stay', '👩\u200d💻 👨‍👩‍👧‍👦 🏴‍☠️ 👩🏽‍⚕️', '👩\u200d💻 👨‍👩‍👧‍👦 🏴‍☠️ 👩🏽‍⚕️'],
    [
      'joiners within Persian, Hindi and Sinhala stay',
      'می\u200cخواهم क्\u200dष ශ්\u200dරී',
      'می\u200cخواهم क्\u200dष ශ්\u200dරී',
    ],
    ['a joiner after a Malayalam mark stays at the end', 'അവന്\u200d', 'അവന്\u200d'],
    [
      'joiners among Latin, Cyrillic and Greek letters vanish',
      'pay\u200cpal а\u200dб α\u200cβ',
      'paypal аб αβ',
    ],
    [
      'joiners at an edge, next to a space or repeated vanish',
      '\u200dمی\u200c خو\u200c\u200cا 👩\u200d a\u200d💻',
      'می خوا 👩 a💻',
    ],
    ['an encoded word hidden by joiners is broken', '=\u200c?utf-8?q?x?\u200d=', '= ?utf-8?q?x?='],
    ['letters of any script stay', 'Grüße, 世界 😀', 'Grüße, 世界 😀'],
  ];
  for (const [name, input, expected] of cases)
    it(`toSingleLine: ${name}`, () => assert.equal(toSingleLine(input, 100), expected));

  it('toSingleLine counts code points, not UTF-16 units', () => {
    assert.equal(toSingleLine('😀😀😀', 2), '😀😀');
  });

  it('toSingleLine leaves no joiner at the cut', () => {
    assert.equal(toSingleLine('👩\u200d💻', 2), '👩');
    assert.equal(toSingleLine('می\u200cخ', 3), 'می');
  });

  it('toSingleLine does not count joiners that it drops', () =>
    assert.equal(toSingleLine('\u200d'.repeat(50) + 'abc', 3), 'abc'));

  it('toSingleLine leaves no space at the cut', () => assert.equal(toSingleLine('ab cd', 3), 'ab'));

  it('toSingleLine makes one clean line of bounded length from any text', () => {
    fc.assert(
      fc.property(anyText(), fc.integer({ min: 1, max: 40 }), (input, most) => {
        const line = toSingleLine(input, most);
        assert.doesNotMatch(
          line,
          /[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u,
        );
        assert.doesNotMatch(line, /(^|[\s\p{sc=Latn}\p{P}\p{N}\u200c\u200d])[\u200c\u200d]/u);
        assert.ok(!line.includes('=?'));
        assert.ok(line.isWellFormed());
        assert.ok(countCodePoints(line) <= most);
        assert.equal(line, line.trim());
        assert.equal(toSingleLine(line, most), line);
      }),
    );
  });
});

describe('toPlainText', () => {
  it('toPlainText joins lines by LF, whatever broke them', () => {
    assert.equal(
      toPlainText('a\r\nb\rc\nd\u2028e\u2029f\vg\fh\u0085i\r\rj'),
      'a\nb\nc\nd\ne\nf\ng\nh\ni\n\nj',
    );
  });

  it('toPlainText keeps tabs, and words apart that another control character stands between', () => {
    assert.equal(toPlainText('a\tb\0c\x1bd\x7fe\u0092f'), 'a\tb c d e f');
  });

  it('toPlainText makes well-formed text from any text, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(anyText(), (input) => {
        const text = toPlainText(input);
        assert.ok(text.isWellFormed());
        assert.doesNotMatch(text.replace(/[\n\t]/g, ''), /[\p{Cc}\u2028\u2029]/u);
        assert.equal(toPlainText(text), text);
      }),
    );
  });
});

describe('hasControlOrBidi', () => {
  for (const bad of [
    '\n',
    '\r',
    '\0',
    '\t',
    '\x7f',
    '\u0085',
    '\u2028',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u061c',
  ])
    it(`hasControlOrBidi finds ${JSON.stringify(bad)}`, () => {
      assert.equal(hasControlOrBidi(`a${bad}b`), true);
      assert.equal(hasControlOrBidi(`a${bad}b`), true, 'the second call agrees with the first');
    });

  it('hasControlOrBidi passes other text', () =>
    assert.equal(hasControlOrBidi('Ünïcode 世界 😀 👩‍💻'), false));
});

describe('code points', () => {
  it('countCodePoints counts a character beyond the basic plane once', () => {
    assert.equal(countCodePoints('a😀'), 2);
  });

  it('firstCodePoints cuts between code points', () => {
    assert.equal(firstCodePoints('😀😀', 1), '😀');
    assert.equal(firstCodePoints('abc', 5), 'abc');
    assert.equal(firstCodePoints('abc', 0), '');
  });
});

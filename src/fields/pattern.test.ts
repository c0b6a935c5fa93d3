import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LIMITS } from '../contract/limits.ts';
import { nothingUsed } from './pattern-parts.ts';
import { costOf, judgePattern, matches, patternWork, samplePattern } from './pattern.ts';

function matching(source: string): (text: string) => boolean {
  const pattern = judgePattern(source);
  assert.ok(pattern.fault === undefined, `${source}: ${pattern.fault}`);
  return (text) => matches(pattern, text);
}

/** Whether HTML's own expression matches: backtracking, so for short texts alone. */
const matchesInHtml = (source: string, text: string) =>
  new RegExp(`^(?:${source})$`, 'v').test(text);

const FAULTS: [why: string, source: string, fault: RegExp][] = [
  ['looks ahead', '(?=a)b', /look ahead or behind/],
  ['looks behind', '(?<!a)b', /look ahead or behind/],
  ['refers back', String.raw`(a)\1`, /back-references/],
  ['refers back by name', String.raw`(?<x>a)\k<x>`, /back-references/],
  ['has flags', '(?i:a)', /flags/],
  ['has texts in a set', String.raw`[\q{abc}]`, /sets of texts/],
  ['has emoji of several characters', String.raw`\p{RGI_Emoji}`, /sets of texts/],
  ['is not closed', '[a', /flag v/],
  ['has a group that HTML closes', 'a)(b', /flag v/],
  ['escapes what needs none', String.raw`\-`, /flag v/],
  ['has a set that the flag v refuses', '[a-]', /flag v/],
  ['names an unknown property', String.raw`\p{Foo}`, /flag v/],
  ['repeats more often than RE2 does', 'a{1001}', /too large/],
  ['repeats repetitions', '((a{100}){100}){100}', /too large/],
  ['has many large sets', String.raw`[^\p{L}]`.repeat(8), /large sets/],
  ['has large sets within sets', String.raw`[[[[[[[[\p{L}]]]]]]]]`, /large sets/],
  [
    'names many properties',
    String.raw`\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{Mn}\p{Mc}\p{Me}\p{Nd}\p{Nl}\p{No}`,
    /properties/,
  ],
];

const PIECES = [
  'a',
  'b',
  '-',
  '.',
  '[ab]',
  '[^a]',
  '(?:a|b|)',
  '(ab)',
  String.raw`\w`,
  String.raw`\b`,
];
const MORE = [
  String.raw`\B`,
  '^',
  '$',
  '|',
  String.raw`\s`,
  String.raw`[\p{L}&&[^b]]`,
  String.raw`\p{Lu}`,
];
const REPEATS = ['', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?'];
const part: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...PIECES, ...MORE), fc.constantFrom(...REPEATS))
  .map(([piece, repeat]) => piece + repeat);
const source = fc
  .array(
    fc.oneof(
      part,
      fc.array(part, { maxLength: 3 }).map((parts) => `(?:${parts.join('')})*`),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => judgePattern(text).fault === undefined);
const text = fc
  .array(fc.constantFrom('a', 'b', 'A', '-', ' ', '\n', '\u00a0', 'ß', '😀', '\u2028'), {
    maxLength: 6,
  })
  .map((characters) => characters.join(''));

describe('a pattern', () => {
  for (const [why, pattern, fault] of FAULTS) {
    it(`a pattern is refused that ${why}`, () =>
      assert.match(judgePattern(pattern).fault ?? '', fault));
  }

  it('a pattern matches exactly what the same expression of JavaScript matches, with the flag v', () => {
    fc.assert(
      fc.property(source, text, (pattern, value) =>
        assert.equal(matching(pattern)(value), matchesInHtml(pattern, value)),
      ),
      { numRuns: 3_000 },
    );
  });

  it('a pattern has the white space, words and Unicode of JavaScript, character by character', () => {
    const escapes = [
      's',
      'S',
      'w',
      'W',
      'd',
      'p{L}',
      'P{L}',
      'p{Script=Greek}',
      'p{Cs}',
      'p{Emoji}',
      'p{Co}',
      'p{Cn}',
    ];
    for (const escape of [...escapes.map((name) => `\\${name}`), '.', '[^\\p{Lu}a]']) {
      const native = new RegExp(`^${escape}$`, 'v');
      const isMatch = matching(escape);
      // Every 37th of all code points, and all of the first ones.
      for (let point = 0; point <= 0x10_ff_ff; point += point < 0x3_00 ? 1 : 37) {
        const character = String.fromCodePoint(point);
        if (native.test(character) !== isMatch(character)) {
          assert.fail(`${escape} differs at U+${point.toString(16)}`);
        }
      }
    }
  });

  it('a pattern takes a moment on the longest text, however it is written', () => {
    const longest = LIMITS.submissionBytes;
    const texts = ['a'.repeat(longest), 'ab '.repeat(longest / 3)];
    for (const pattern of [
      '(a+)+b',
      '(a|aa)+!',
      '(?:a*)*!',
      String.raw`(\w+\s?)+!`,
      '[ab]*a[ab]{6}!',
      '.*.*.*=.*',
    ]) {
      const isMatch = matching(pattern);
      // One that backtracks would not end within the time of a test.
      for (const value of texts) assert.equal(isMatch(value), false);
    }
  });

  it('a pattern costs its size for each character that it may read', () => {
    const cost = (...given: [written: string, field?: object][]) =>
      costOf(given.map(([written, field = {}]) => [judgePattern(written), field]));
    const all = LIMITS.submissionBytes;
    const costly = '[ab]*a[ab]{100}';
    assert.equal(cost([costly]), 102 * all);
    assert.equal(cost([costly, { maxlength: 50 }]), 102 * 50);
    assert.equal(cost([costly, { maxlength: 50, multiple: true }]), 102 * all);
    assert.equal(cost([String.raw`[\p{L} ]{2,50}`]), 50 * 100);
    assert.equal(cost(['.+'], [costly, { maxlength: 50 }], ['.+']), 102 * 50 + all - 50);
    for (const usual of [
      'https?://.+',
      String.raw`[a-z0-9._+\-]+@[a-z0-9.\-]+[.][a-z]{2,}`,
      '.{0,500}',
    ])
      assert.ok(cost([usual], [usual]) <= LIMITS.patternSteps, usual);
  });

  it('a pattern counts as work when it is read and when it is compiled, and not while it is kept', () => {
    const work = (run: () => unknown) => {
      const before = patternWork();
      run();
      return patternWork() - before;
    };
    const large = '[a-y]{900}';
    const read = work(() => judgePattern(large));
    assert.ok(read >= 100 && read < 1_000, `${read} steps`);
    assert.equal(
      work(() => matching(large)('x'.repeat(901))),
      0,
      'too long for it anyway',
    );
    assert.equal(
      work(() => matching(large)('x')),
      read + 9_000,
    );
    assert.equal(
      work(() => matching(large)('y')),
      0,
    );
  });
});

const SAMPLED: [pattern: string, lengths: { minlength?: number; maxlength?: number }][] = [
  [String.raw`\d{5}(?:-\d{4})?`, {}],
  [String.raw`[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}`, { minlength: 20 }],
  [String.raw`(?:\d{3}-)+\d`, { minlength: 8, maxlength: 12 }],
  [String.raw`.*`, {}],
  ['a{0}b?', {}],
  ['[a-z]+', { minlength: 40 }],
  ['[a-z]{1,9}', { maxlength: 1 }],
  [String.raw`\p{Lu}\p{Ll}+`, { minlength: 5 }],
  [String.raw`[\p{L}--[a-zA-Z]]{2}`, {}],
  [String.raw`[^\w\s]+`, {}],
  [String.raw`x\b|(?:^y$)z|[\u{1f600}-\u{1f64f}]`, {}],
  [String.raw`'"\\[\[\]@<=;]{3}`, {}],
];

describe('a sample of a pattern', () => {
  for (const [pattern, lengths] of SAMPLED) {
    it(`a sample of ${pattern} matches it`, () => {
      const { minlength = 1, maxlength = 1_000 } = lengths;
      const sample = samplePattern(pattern, lengths, nothingUsed());
      assert.ok(
        sample !== undefined && sample.length >= minlength && sample.length <= maxlength,
        sample,
      );
      assert.ok(matches(judgePattern(pattern), sample), sample);
      assert.match(sample, new RegExp(`^(?:${pattern})$`, 'v'));
    });
  }

  it('a pattern without a visible text, or with too long ones, has no sample', () => {
    for (const pattern of [
      '',
      String.raw`\n`,
      '[^\\0-\\u{10ffff}]',
      String.raw`a\bc`,
      '(?:a{40}){40}',
    ])
      assert.equal(samplePattern(pattern, {}, nothingUsed()), undefined, pattern);
    assert.equal(samplePattern('[a-z]{3}', { minlength: 4 }, nothingUsed()), undefined);
  });

  it('the patterns of one form share what their samples may cost', () => {
    const use = nothingUsed();
    const large = `${'(?:'.repeat(120)}a${')'.repeat(120)}`;
    const samples = Array.from({ length: 100 }, () => samplePattern(large, {}, use));
    const found = samples.filter((sample) => sample !== undefined).length;
    assert.equal(found, 6);
  });
});

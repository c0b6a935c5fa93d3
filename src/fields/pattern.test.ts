import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { LIMITS } from '../contract/limits.ts';
import { judgePattern, mismatches, patternWork } from './pattern.ts';

function matching(source: string): (text: string) => boolean {
  const { fault } = judgePattern(source);
  assert.ok(fault === undefined, `${source}: ${fault}`);
  return (text) => !mismatches(source, text);
}

/** True if HTML's own expression matches: backtracking, so for short texts alone. */
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

for (const [why, pattern, fault] of FAULTS)
  it(`a pattern is refused that ${why}`, () =>
    assert.match(judgePattern(pattern).fault ?? '', fault));

it('a pattern matches exactly what the same expression of JavaScript matches, with the flag v', () => {
  fc.assert(
    fc.property(source, text, (pattern, value) =>
      assert.equal(matching(pattern)(value), matchesInHtml(pattern, value)),
    ),
    { numRuns: 3_000 },
  );
});

it('a pattern has the white space, words and Unicode of JavaScript, character by character', () => {
  const escapes = 's S w W d p{L} P{L} p{Script=Greek} p{Cs} p{Emoji} p{Co} p{Cn}'.split(' ');
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
  const longest = LIMITS.patternTextCharacters;
  const texts = ['a'.repeat(longest), 'ab '.repeat(longest / 3)];
  for (const pattern of [
    '(a+)+b',
    '(a|aa)+!',
    '(?:a*)*!',
    String.raw`(\w+\s?)+!`,
    '[ab]*a[ab]{900}!',
    '.*.*.*=.*',
  ]) {
    const isMatch = matching(pattern);
    // One that backtracks would not end within the time of a test.
    for (const value of texts) assert.equal(isMatch(value), false);
  }
});

it('a pattern repeats as often as it says, up to the longest text', () => {
  const longest = LIMITS.patternTextCharacters;
  for (const [pattern, length, isMatch] of [
    ['a{1,5000}', longest, true],
    ['(?:aa|a){1500,9000}', longest, true],
    ['a{1999}', longest, false],
    ['(?:aa){0,999}', longest, false],
    ['a{2000}', longest, true],
    ['a{2001}', longest, false],
    ['(?:a|){9999}', 3, true],
    [String.raw`(?:\b|a){9999}`, 0, false],
  ] as const) {
    assert.equal(matching(pattern)('a'.repeat(length)), isMatch, pattern);
  }
});

it('a pattern says nothing of a text that is longer than it takes', () => {
  const longest = LIMITS.patternTextCharacters;
  assert.equal(mismatches('b', 'a'.repeat(longest)), true);
  assert.equal(mismatches('b', 'a'.repeat(longest + 1)), false);
});

it('the parts of a pattern are counted with repetitions written out, however many they are', () => {
  const sizeOf = (pattern: string) => judgePattern(pattern).size ?? 0;
  assert.ok(sizeOf('.+@example[.]com') < 20);
  assert.ok(sizeOf('[A-Za-z ]{1,500}') < 1_001);
  for (const huge of ['(a{0,1000}){0,1000}', '((((){2000}){2000}){2000}){2000}']) {
    assert.ok(sizeOf(huge) > LIMITS.patternParts, huge);
    assert.equal(mismatches(huge, 'a'), false, 'it is not run');
  }
});

it('a pattern counts as work when it is made ready and for what it reads, not while it is kept', () => {
  const work = (pattern: string, value: string) => {
    const before = patternWork();
    mismatches(pattern, value);
    return patternWork() - before;
  };
  const large = String.raw`[a-y\p{Lu}]{900}`;
  assert.ok(work(large, 'x') > 900 * 10 + 10_000);
  assert.ok(work(large, 'y') < 10);
  assert.ok(work(large, 'y'.repeat(900)) > 900);
  assert.equal(work(large, 'y'.repeat(9_000)), 0);
});

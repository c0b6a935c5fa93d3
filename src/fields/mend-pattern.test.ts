import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { mendPattern } from './mend-pattern.ts';
import { judgePattern } from './pattern.ts';

/** Patterns as people write them, which HTML refuses, and as it takes them. */
const MENDED: [refused: string, mended: string | undefined][] = [
  [String.raw`[\w-]`, String.raw`[\w\-]`],
  ['[a-z0-9._%+-]+@[a-z0-9.-]+[.][a-z]{2,}', String.raw`[a-z0-9._%+\-]+@[a-z0-9.\-]+[.][a-z]{2,}`],
  ['[(]', String.raw`[\(]`],
  ['[)]', String.raw`[\)]`],
  ['[[]', String.raw`[\[]`],
  ['[^[]', String.raw`[^\[]`],
  ['[{}]', String.raw`[\{\}]`],
  ['[/]', String.raw`[\/]`],
  ['[a|b]', String.raw`[a\|b]`],
  ['[&&]', String.raw`[&\&]`],
  ['[a&&b]', undefined],
  ['[!!]', String.raw`[!\!]`],
  ['[^^^]', String.raw`[^^\^]`],
  ['[$$]', String.raw`[$\$]`],
  ['[--/]', String.raw`[\--\/]`],
  ['[+--]', String.raw`[+-\-]`],
  ['[-a]', String.raw`[\-a]`],
  [String.raw`[\w-.]`, String.raw`[\w\-.]`],
  [String.raw`[\p{L}'-]+\-x`, String.raw`[\p{L}'\-]+-x`],
  [String.raw`[a\_\'\-]\@`, String.raw`[a_'\-]@`],
  [
    String.raw`[!@#$%^&*()_+\-=\[\]{};':"\\|,.<>\/?]*`,
    String.raw`[!@#$%^&*\(\)_+\-=\[\]\{\};':"\\\|,.<>\/?]*`,
  ],
  // The intended meaning is unknown.
  [String.raw`[[a-z]&&[\w-]]`, undefined],
  [String.raw`\Z[\w-]`, undefined],
  ['[z-a]', undefined],
  ['[a', undefined],
  ['a{,3}', undefined],
  ['(', undefined],
  ['\\', undefined],
];

const SIGNS = Array.from('!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~ab0');
const escaped = fc.constantFrom(...Array.from("!#&(*-/[]^_'|wds"), '\\').map((one) => `\\${one}`);
const inSet = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SIGNS.filter((sign) => sign !== ']')) },
  escaped,
);
const set = fc
  .tuple(fc.constantFrom('', '^'), fc.array(inSet, { minLength: 1, maxLength: 5 }))
  .map(([start, signs]) => `[${start}${signs.join('')}]`);

/** Like browsers before the flag `v`; without flags if a pattern has needless backslashes. */
function olderReading(pattern: string): RegExp | undefined {
  for (const flag of ['u', '']) {
    try {
      return new RegExp(`^(?:${pattern})$`, flag);
    } catch {
      // The next one.
    }
  }
  return undefined;
}

const isForHtml = (pattern: string) => !judgePattern(pattern).fault?.includes('flag v');

for (const [refused, mended] of MENDED)
  it(`the fault of ${refused} ${mended === undefined ? 'has no other way to write it' : `says to write ${mended}`}`, () => {
    assert.equal(mendPattern(refused), mended);
    const { fault = 'none' } = judgePattern(refused);
    if (mended !== undefined && !isForHtml(refused)) assert.ok(fault.endsWith(`: ${mended}`));
    else assert.doesNotMatch(fault, /Write it/);
  });

it('the mended pattern is one for HTML, and matches what it matched before the flag v', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(fc.oneof(set, escaped), { minLength: 1, maxLength: 2 }), (parts) => {
      const pattern = parts.join('');
      const older = olderReading(pattern);
      const mended = mendPattern(pattern);
      if (!older || isForHtml(pattern)) return;
      assert.ok(mended !== undefined, pattern);
      found += 1;
      const newer = new RegExp(`^(?:${mended})$`, 'v');
      for (const first of SIGNS) {
        for (const second of ['', ...SIGNS]) {
          const value = first + second;
          assert.equal(newer.test(value), older.test(value), `${pattern} ${mended} ${value}`);
        }
      }
    }),
    { numRuns: 3_000 },
  );
  assert.ok(found > 500, `${found} patterns`);
});

it('what cannot be run even when mended says so', () =>
  assert.match(judgePattern(String.raw`(?=a)[\w-]`).fault ?? '', /look ahead/));

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nothingUsed } from './pattern-parts.ts';
import { judgePattern, matches, samplePattern } from './pattern.ts';

const PATTERNS: [pattern: string, lengths: { minlength?: number; maxlength?: number }][] = [
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
  for (const [pattern, lengths] of PATTERNS) {
    it(`a sample of ${pattern} matches it`, () => {
      const { minlength = 1, maxlength = 1_000 } = lengths;
      const text = samplePattern(pattern, lengths, nothingUsed());
      assert.ok(text !== undefined && text.length >= minlength && text.length <= maxlength, text);
      assert.ok(matches(judgePattern(pattern), text), text);
      assert.match(text, new RegExp(`^(?:${pattern})$`, 'v'));
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

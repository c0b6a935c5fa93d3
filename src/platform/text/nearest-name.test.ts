import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { didYouMean, nearestName } from './nearest-name.ts';

const NAMES = ['language', 'subject', 'redirect', 'success_message', 'fields', 'files', 'origins'];

describe('nearestName', () => {
  const meant: [written: string, name: string | undefined][] = [
    ['redirct', 'redirect'],
    ['rediretc', 'redirect'],
    ['sucess_mesage', 'success_message'],
    ['successMessage', 'success_message'],
    ['lang', 'language'],
    ['field', 'fields'],
    ['origin', 'origins'],
    ['nope', undefined],
    ['x', undefined],
    ['', undefined],
    ['redirect'.repeat(2000), undefined],
  ];
  for (const [written, name] of meant)
    it(`${written.slice(0, 20) || 'an empty name'} means ${name ?? 'none of the names'}`, () => {
      assert.equal(nearestName(written, NAMES), name);
    });

  it('is the end of a sentence, or nothing', () => {
    assert.equal(didYouMean('redirct', NAMES), ' Did you mean “redirect”?');
    assert.equal(didYouMean('nope', NAMES), '');
  });
});

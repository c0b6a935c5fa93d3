import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGE_IDS, type LanguageId } from '../contract/enums.ts';
import { wordsOf } from '../catalogs/languages.ts';
import { namesBehind, showCommonNames } from './quoted-facts.ts';

const toFacts = (labels: readonly string[]) => labels.map((label) => ({ label, value: 'x' }));
const show = (labels: readonly string[], language: LanguageId = 'en') =>
  showCommonNames(toFacts(labels), language).map(({ label }) => label);

describe('common names of fields as labels', () => {
  it('a common name is a label with a capital, and any other name stays as it is', () => {
    assert.deepEqual(
      show(['name', 'email', 'message', 'vat_id', 'E-Post', 'xy']),
      'Name Email Message vat_id E-Post xy'.split(' '),
    );
  });

  for (const language of LANGUAGE_IDS)
    it(`the names that form code has are labels in its words, and are found again (${language})`, () => {
      const { kinds } = wordsOf(language).browser.composer;
      const names = ['name', 'email', 'phone', 'company', 'message'] as const;
      const shown = show([...names, 'fax'], language);
      assert.deepEqual(shown, [...names.map((name) => kinds[name]), 'Fax']);
      assert.deepEqual(
        namesBehind(toFacts(shown)).map(({ label }) => label),
        [...names, 'fax'],
      );
    });

  it('names that are such labels leave all labels as they are, so that each name is found again', () => {
    for (const labels of [
      ['name', 'email'],
      ['Name', 'email'],
      ['name', 'Name'],
      ['Email'],
      ['x'],
    ]) {
      const shown = showCommonNames(toFacts(labels), 'de');
      const readings = [namesBehind(shown), shown];
      const isFound = readings.some(
        (facts) => facts.map(({ label }) => label).join() === labels.join(),
      );
      assert.ok(isFound, labels.join());
    }
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { operationOf } from '../../src/contract/operations.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { textsOf } from './other-languages.ts';
import { listOf } from '../support/list-of.ts';

/** Words that are those of English too. */
const SAME = new Set(
  listOf(`
  de.browser.composer.kinds.link de.browser.composer.kinds.name de.browser.pair
  de.inbox.list.orders.name de.inbox.list.columns.name de.inbox.list.columns.website de.mails.label de.owners.origin.website de.settings.names.website
  es.browser.pair es.errorTitle es.mails.label es.settings.no fr.browser.composer.kinds.date
  fr.browser.composer.kinds.message fr.browser.composer.types.date fr.inbox.editors.files.images
  fr.operatorLinks.contact fr.mails.submission.via zh.quote
`),
);

/** Each language needs as many of these as its subjects do. */
const isTelling = (path: string) => path.startsWith('.mails.telling');

/** The values that a text leaves open. */
const gapsOf = (text: string) => (text.match(/\{[^{}]*\}/g) ?? []).toSorted();

const english = new Map(textsOf(wordsOf('en')));

it('are many', () => {
  assert.ok(english.size > 200);
});

for (const language of LANGUAGES) {
  const texts = textsOf(wordsOf(language)).filter(([path]) => !isTelling(path));

  it(`are whole in ${language}`, () => {
    for (const [path, text] of texts) {
      assert.notEqual(text.trim(), '', path);
      assert.equal(text, text.normalize('NFC').trim(), path);
      assert.doesNotMatch(text, /undefined|\[object|<|>|'/, path);
    }
  });

  it(`leave open in ${language} what English does`, () => {
    for (const [path, text] of texts) {
      const original = english.get(path);
      assert.ok(original, `English has no ${path}`);
      assert.deepEqual(gapsOf(text), gapsOf(original), path);
    }
  });

  it(`say in ${language} what is wrong with files, to who tests a form and to visitors`, () => {
    const { browser, visitor } = wordsOf(language);
    const codes = operationOf('submitForm').errors.filter((code) => code.includes('file'));
    assert.ok(codes.length > 3);
    for (const code of codes) {
      assert.ok(Object.hasOwn(browser.errors, code), code);
      assert.ok(Object.hasOwn(visitor, code), code);
    }
  });

  if (language !== 'en') {
    it(`are translated into ${language}`, () => {
      const same = texts.filter(
        ([path, text]) => english.get(path) === text && !SAME.has(`${language}${path}`),
      );
      assert.deepEqual(same, []);
    });
  }
}

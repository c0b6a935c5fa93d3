import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, wordsOf } from './languages.ts';

const QUOTED = 'someone’s words';

/** Words that are those of English too. */
const SAME = new Set(['fr.start.test.message', 'zh.quote']);

/** Every text of a language by its path; functions are asked with a text of their own. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, (value as (text: string) => string)(QUOTED)]];
  return Object.entries(value as object).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}

describe('the words of the pages', () => {
  const english = new Map(textsOf(wordsOf('en')));

  it('are many', () => {
    assert.ok(english.size > 80);
  });

  for (const language of LANGUAGES) {
    const texts = textsOf(wordsOf(language));

    it(`are whole in ${language}`, () => {
      for (const [path, text] of texts) {
        assert.notEqual(text.trim(), '', path);
        assert.equal(text, text.normalize('NFC').trim(), path);
        assert.doesNotMatch(text, /undefined|\[object|<|>|'/, path);
      }
    });

    it(`say what another says in ${language}`, () => {
      for (const [path, text] of texts) {
        if (text.includes(QUOTED)) assert.ok(english.get(path)?.includes(QUOTED), path);
      }
      const quoting = texts.filter(([, text]) => text.includes(QUOTED));
      assert.deepEqual(
        quoting.map(([path]) => path),
        ['.quote', '.accepted.echo'],
      );
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
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { inert, quotable, quote } from './strangers-words.ts';

const CLOSING = Array.from('“”„‟«»‹›「」『』〝〞〟＂﹁﹂⸂⸃❝❞❛🙷ˮ');

describe('the words of a stranger between our quotation marks', () => {
  it('a quoted text cannot close its quotation marks, not even with two apostrophes', () => {
    for (const mark of [...CLOSING, '’’', '‘‛']) {
      const words = `Invoice${mark} pay now`;
      assert.notEqual(quotable(words), words, mark);
      assert.equal(quote(words), "“Invoice' pay now”");
    }
  });

  it('a quoted text keeps apostrophes and straight marks', () => {
    for (const words of ['O’Brien', 'O‘Neil', "rock 'n' roll", 'The "best" form', 'צה״ל']) {
      assert.equal(quotable(words), words);
    }
  });
});

describe('the words of a stranger, shown inert', () => {
  const cases: [words: string, shown: string][] = [
    ['example.com contact', 'example[.]com contact'],
    ['www.example.com', 'www[.]example[.]com'],
    ['jo@example.com', 'jo[@]example[.]com'],
    ['jo＠example。com', 'jo[＠]example[。]com'],
    ['Unpaid” see https://x.example', "Unpaid' see https[:]//x[.]example"],
    ['https://x.example/a?b', 'https[:]//x[.]example/a?b'],
    ['tel:112', 'tel[:]112'],
    ['Call 0900 12', 'Call 0·9·0·0· 1·2'],
    ['+1 (900) 5-5', '+1· (9·0·0·) 5·-5'],
    ['127.0.0.1', '1·2·7·[.]0·[.]0·[.]1'],
    ['Contact, 2nd floor. Summer 2026', 'Contact, 2nd floor. Summer 2026'],
    ['Wait... what?', 'Wait... what?'],
    ['Größe 世界 👩‍💻', 'Größe 世界 👩‍💻'],
  ];
  for (const [words, shown] of cases)
    it(`inert shows ${shown}`, () => assert.equal(inert(words), shown));

  it('inert leaves nothing that mail programs turn into a link', () => {
    const part = fc.constantFrom('a', 'Ü', '.', '@', ':', '/', ' ', '-', '1', '23', 'www.', '”');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const shown = inert(parts.join(''));
        assert.doesNotMatch(shown, /[^\s.[][.@:][^\s.\]]|\S[@:][^\s\]]/u);
        assert.doesNotMatch(shown, /\d(?:[-\s./()[\]]*\d){4}/);
        assert.doesNotMatch(shown, /[“”]/);
      }),
      { numRuns: 2_000 },
    );
  });
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import { showPictures, wordsOn } from '../support/pictures.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'images');

it('the pictures of the documentation show the words of today', async () => {
  const words: Record<string, string> = {};
  await showPictures(async (name, page) => {
    words[name] = await wordsOn(page);
  });
  const shown = JSON.parse(readFileSync(join(FOLDER, 'words.json'), 'utf8'));
  const advice = 'is stale: run `npm exec -- node scripts/make-screenshots.ts` and look at it';
  for (const [name, text] of Object.entries(words))
    assert.equal(shown[name], text, `${name}.png ${advice}`);
  const pictures = globSync('*.png', { cwd: FOLDER }).map((path) => basename(path, '.png'));
  assert.deepEqual(pictures.toSorted(), Object.keys(words).toSorted());
});

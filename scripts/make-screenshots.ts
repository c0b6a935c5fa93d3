import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { showPictures, wordsOn } from '../test/support/pictures.ts';

/**
 * Makes the pictures of the documentation, and the words on them, which a test compares with those
 * of today: `npm exec -- node scripts/make-screenshots.ts`.
 */
const FOLDER = join(import.meta.dirname, '..', 'docs', 'images');
const MAX_BYTES = 150_000;

const words: Record<string, string> = {};
await showPictures(async (name, page, options) => {
  const picture = await page.screenshot({ ...options, path: join(FOLDER, `${name}.png`) });
  process.stdout.write(`${name}: ${picture.length} bytes\n`);
  if (picture.length > MAX_BYTES) throw new Error(`${name} is larger than ${MAX_BYTES} bytes`);
  words[name] = await wordsOn(page);
});
writeFileSync(join(FOLDER, 'words.json'), `${JSON.stringify(words, null, 2)}\n`);

import { after, describe, it } from 'node:test';
import { LANGUAGES } from '../../src/catalogs/languages.ts';
import { startBrowser } from '../support/browser.ts';
import { expectLanguage } from './open-start.ts';

describe('the start page in every language', async () => {
  const browser = await startBrowser({ after });

  for (const language of LANGUAGES)
    it(`the start page in ${language} follows the browser and the language links`, (test) =>
      expectLanguage(browser, test, language));
});

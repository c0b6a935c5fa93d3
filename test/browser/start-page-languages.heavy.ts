import { after, before, describe, it } from 'node:test';
import { LANGUAGES } from '../../src/catalogs/languages.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { expectLanguage } from './open-start.ts';

describe('the start page in every language', () => {
  let browser: TestBrowser;
  before(async () => (browser = await startBrowser()));
  after(() => browser.close());

  for (const language of LANGUAGES) {
    it(`the start page in ${language} follows the browser and the language links`, (test) =>
      expectLanguage(browser, test, language));
  }
});

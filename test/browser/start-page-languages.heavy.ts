import { after, before, describe, it } from 'node:test';
import { LANGUAGES } from '../../src/words/languages.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { expectLanguage } from './open-start.ts';

describe('the page where a person creates a form', () => {
  let browser: TestBrowser;
  before(async () => (browser = await startBrowser()));
  after(() => browser.close());

  for (const language of LANGUAGES) {
    it(`speaks ${language}, as the browser asks or as its link was picked`, (test) =>
      expectLanguage(browser, test, language));
  }
});

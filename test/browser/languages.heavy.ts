import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { renderErrorPage } from '../../src/web/pages/error-page.ts';
import { LANGUAGES, type Language, wordsOf } from '../../src/words/languages.ts';
import {
  renderAllowedPage,
  renderLinkSentPage,
  renderOwnerLink,
  renderRefusalPage,
  renderStatePage,
  renderStoppedPage,
} from '../../src/web/pages/owner-pages.ts';
import { PAGE_HEADERS } from '../../src/web/pages/page.ts';
import { renderAcceptedPage } from '../../src/web/pages/submission-page.ts';
import {
  renderConfirmedPage,
  renderExpiredPage,
  renderGonePage,
  renderOpenVerificationPage,
  renderOutdatedPage,
} from '../../src/web/pages/verification-page.ts';
import { expectAccessible, startBrowser, type TestBrowser } from '../support/browser.ts';
import { expectGoodPage } from '../support/page-checks.ts';

const ORIGIN = 'http://localhost';
const OWNER_FACTS = {
  alias: 'Anfragen an die Schreinerei Lindholm – Büromöbel & Küchen',
  formId: 'cfm_7K2MNP4QRSTVWXYZ',
  status: 'active',
} as const;
const STOPPED_FACTS = { ...OWNER_FACTS, status: 'pending_verification' } as const;
const FACTS = {
  ...OWNER_FACTS,
  address: 'a-rather-long-name.of-somebody@a-rather-long-domain.example',
  endpoint: `https://forms.example/f/${OWNER_FACTS.formId}`,
  elsewhere: [
    {
      channel: 'webhook',
      insteadOfMail: false,
      place: 'hooks.example',
      address: 'https://hooks.example/in',
    },
  ],
} as const;

interface Case {
  render(language: Language): string;
  title(language: Language): string;
  stops?: readonly string[];
}

const SPAM = 'button[name=reason][value=spam]';

const CASES: Record<string, Case> = {
  accepted: {
    render: (language) => renderAcceptedPage(language, { echo: 'deploy 42' }),
    title: (language) => wordsOf(language).accepted.title,
  },
  'visitor error': {
    render: (language) => renderErrorPage(language, 'visitor', { code: 'unsupported_media_type' }),
    title: (language) => wordsOf(language).visitor.unsupported_media_type.title,
  },
  'doubtful delivery': {
    render: (language) =>
      renderErrorPage(language, 'visitor', {
        code: 'delivery_failed',
        variant: 'doubtful_delivery',
      }),
    title: (language) => wordsOf(language).variants.doubtful_delivery.title,
  },
  'owner error': {
    render: (language) => renderErrorPage(language, 'owner', { code: 'verification_mismatch' }),
    title: (language) => wordsOf(language).owner.verification_mismatch.title,
  },
  'open verification': {
    render: (language) => renderOpenVerificationPage(language, FACTS, 'token'),
    title: (language) => wordsOf(language).verification.open.title,
    stops: ['button'],
  },
  confirmed: {
    render: (language) => renderConfirmedPage(language, FACTS),
    title: (language) => wordsOf(language).verification.confirmed.title,
  },
  expired: {
    render: renderExpiredPage,
    title: (language) => wordsOf(language).verification.expired.title,
  },
  gone: { render: renderGonePage, title: (language) => wordsOf(language).verification.gone.title },
  stop: {
    render: (language) => renderOwnerLink(language, OWNER_FACTS, 'stop', 'token'),
    title: (language) => wordsOf(language).owners.stop.title,
    stops: ['form[action=stop] button:not([name])', SPAM],
  },
  outdated: {
    render: renderOutdatedPage,
    title: (language) => wordsOf(language).variants.outdated_link.title,
  },
  'ask to stop': {
    render: (language) => renderOwnerLink(language, OWNER_FACTS, 'ask', 'token'),
    title: (language) => wordsOf(language).owners.askStop.title,
    stops: ['form[action=stop] button'],
  },
  restart: {
    render: (language) => renderOwnerLink(language, STOPPED_FACTS, 'restart', 'token'),
    title: (language) => wordsOf(language).owners.restart.title,
    stops: ['form[action=restart] button'],
  },
  restarted: {
    render: (language) => renderOwnerLink(language, OWNER_FACTS, 'restart', 'token'),
    title: (language) => wordsOf(language).verification.confirmed.title,
  },
  'restart waits': {
    render: (language) => renderStatePage(language, STOPPED_FACTS),
    title: (language) => wordsOf(language).owners.waiting.title,
  },
  stopped: {
    render: (language) =>
      renderStoppedPage(language, STOPPED_FACTS, { page: 'verify', token: 'token' }),
    title: (language) => wordsOf(language).owners.stopped.title,
    stops: ['form[action=verify] button'],
  },
  'stopped before': {
    render: (language) => renderOwnerLink(language, STOPPED_FACTS, 'ask', 'token'),
    title: (language) => wordsOf(language).owners.stopped.title,
    stops: ['form[action=restart] button'],
  },
  refuse: {
    render: (language) =>
      renderRefusalPage(language, { state: 'open', route: STOPPED_FACTS }, 'token'),
    title: (language) => wordsOf(language).owners.refuse.title,
    stops: ['form[action=refuse] button'],
  },
  refused: {
    render: (language) => renderRefusalPage(language, { state: 'refused' }, 'token'),
    title: (language) => wordsOf(language).owners.refused.title,
    stops: ['button[name=allow]'],
  },
  'refusal ended': {
    render: (language) => renderRefusalPage(language, { state: 'ended' }, 'token'),
    title: (language) => wordsOf(language).owners.refusalEnded.title,
  },
  allowed: {
    render: renderAllowedPage,
    title: (language) => wordsOf(language).owners.allowed.title,
  },
  'link sent': {
    render: renderLinkSentPage,
    title: (language) => wordsOf(language).owners.linkSent.title,
  },
};

/** Opens a rendered page in the browser, with the headers of every page. */
const show = (body: string) => async (page: Page) => {
  await page.unrouteAll();
  await page.route(`${ORIGIN}/page`, (route) => route.fulfill({ headers: PAGE_HEADERS, body }));
  await page.goto(`${ORIGIN}/page`);
};

describe('every page in every language', () => {
  let browser: TestBrowser;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  for (const [name, { render, title, stops = [] }] of Object.entries(CASES)) {
    it(`${name} meets what every page must`, async () => {
      const expected = { title: title('en'), stops, origin: ORIGIN };
      await expectGoodPage(browser, show(render('en')), expected);
    });
  }

  for (const language of LANGUAGES) {
    it(`pages in ${language} fit a phone and declare their language`, async () => {
      const { page, problems } = await browser.visit({ scheme: 'dark', width: 320 });
      for (const [name, { render, title }] of Object.entries(CASES)) {
        await show(render(language))(page);
        assert.equal(await page.locator('html').getAttribute('lang'), wordsOf(language).tag);
        assert.equal(await page.title(), title(language));
        const width: number = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(width <= 320, `${name} is ${width} px wide`);
        await expectAccessible(page);
      }
      assert.deepEqual(problems, []);
    });
  }

  it("owner pages have their form's token and show the requester's words as text", async () => {
    const { page } = await browser.visit();
    const facts = { ...STOPPED_FACTS, alias: '<b>bold</b>' };
    await show(renderStoppedPage('en', facts, { page: 'restart', token: '"><b>' }))(page);
    const fields = await page
      .locator('form input')
      .evaluateAll((inputs) =>
        inputs.map((input) => `${input.getAttribute('name')}=${input.getAttribute('value')}`),
      );
    assert.deepEqual(fields, ['token="><b>']);
    assert.equal(await page.locator('b').count(), 0);
  });
});

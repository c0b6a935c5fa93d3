import { renderAllowedPage } from '../../src/web/pages/refused-page.ts';
import { renderDoorPage, renderFormPage } from '../../src/web/pages/door-pages.ts';
import {
  renderChangedPage,
  renderChangePage,
  renderOldChangePage,
} from '../../src/web/pages/change-page.ts';
import { renderErrorPage } from '../../src/web/pages/error-page.ts';
import {
  renderLinkSentPage,
  renderOwnerLink,
  renderRefusalPage,
  renderStatePage,
  renderStoppedPage,
} from '../../src/web/pages/owner-pages.ts';
import { renderAcceptedPage } from '../../src/web/pages/submission-page.ts';
import {
  renderConfirmedPage,
  renderExpiredPage,
  renderGonePage,
  renderOpenVerificationPage,
  renderOutdatedPage,
} from '../../src/web/pages/verification-page.ts';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { MAIL_LINK_PAGES, type PageCase } from './mail-link-pages.ts';
import { renderChallenge, renderFaults } from './posted-pages.ts';

const OWNER_FACTS = {
  alias: 'Anfragen an die Schreinerei Lindholm – Büromöbel & Küchen',
  formId: 'cfm_7K2MNP4QRSTVWXYZ',
  status: 'active',
} as const;
export const STOPPED_FACTS = { ...OWNER_FACTS, status: 'pending_verification' } as const;
const FACTS = {
  ...OWNER_FACTS,
  address: 'a-rather-long-name-here.somebody@a-rather-long-domain.example',
  endpoint: `https://forms.example/f/${OWNER_FACTS.formId}`,
  code: `https://forms.example/start#form=${OWNER_FACTS.formId}`,
  settings: [{ name: 'redirect', after: ['https://example.com/thanks'] }],
  elsewhere: [
    {
      channel: 'webhook',
      insteadOfMail: false,
      place: 'hooks.example',
      address: 'https://hooks.example/in',
    },
  ],
} as const;

const WEBSITE = { name: 'Lindholm Schreinerei', url: 'https://lindholm.example/' };
const WAYS = {
  start: 'https://forms.example/start',
  llmsText: 'https://forms.example/llms.txt',
  openApi: 'https://forms.example/openapi.json',
};

const SPAM = 'button[value=spam]';

/** Every page by what it is about. */
export const PAGES: Record<string, PageCase> = {
  'accepted, with a website': {
    render: (language) => renderAcceptedPage(language, { website: WEBSITE }),
    title: (language) => wordsOf(language).accepted.title,
    stops: ['a[href="https://lindholm.example/"]'],
  },
  'visitor error, with a website': {
    render: (language) => renderErrorPage(language, 'visitor', { code: 'rate_limited' }, WEBSITE),
    title: (language) => wordsOf(language).visitor.rate_limited.title,
    stops: ['a[href="https://lindholm.example/"]'],
  },
  'faults of a submission': {
    render: (language) => renderFaults(language, WEBSITE).page,
    policy: renderFaults('en', WEBSITE).policy,
    title: (language) => wordsOf(language).visitor.submission_invalid.title,
    stops: ['textarea[name=i]', 'form button', 'a[href="https://lindholm.example/"]'],
  },
  'a challenge that cannot be solved': {
    render: (language) => renderChallenge(language, WEBSITE).page,
    policy: renderChallenge('en', WEBSITE).policy,
    title: (language) => wordsOf(language).visitor.challenge_required.title,
    stops: ['a[href="https://lindholm.example/"]'],
    scripts: 1,
  },
  home: {
    render: (language) => renderDoorPage(language, 'home', { ...WAYS, start: undefined }),
    title: (language) => wordsOf(language).doors.home.title,
    stops: ['a[href$="llms.txt"]', 'a[href$="openapi.json"]'],
  },
  nothing: {
    render: (language) => renderDoorPage(language, 'nothing', WAYS),
    title: (language) => wordsOf(language).doors.nothing.title,
    stops: ['a[href$="/start"]'],
  },
  'no form': {
    render: (language) => renderDoorPage(language, 'noForm', WAYS),
    title: (language) => wordsOf(language).doors.noForm.title,
    stops: ['a[href$="/start"]'],
  },
  'address of a form': {
    render: (language) => renderFormPage(language, FACTS),
    title: (language) => wordsOf(language).doors.form.title,
    stops: ['a[href*="#form="]'],
  },
  accepted: {
    render: (language) => renderAcceptedPage(language, { test: { echo: 'deploy 42' } }),
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
    render: (language) => renderConfirmedPage(language, FACTS, 'ticket'),
    title: (language) => wordsOf(language).verification.confirmed.title,
    stops: ['a[href*="#form="]', 'form button', 'a[href$="/inbox"]'],
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
  'waiting change': {
    render: (language) =>
      renderChangePage(
        language,
        FACTS.alias,
        [{ name: 'origins', before: ['https://example.com'], after: [] }],
        'token',
      ),
    title: (language) => wordsOf(language).owners.change.title,
    stops: ['form[action=settings] button'],
  },
  'accepted change': {
    render: renderChangedPage,
    title: (language) => wordsOf(language).owners.changed.title,
  },
  ...MAIL_LINK_PAGES,
  'outdated change': {
    render: renderOldChangePage,
    title: (language) => wordsOf(language).variants.outdated_change.title,
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
    stops: ['button[value=allow]'],
  },
  'refusal ended': {
    render: (language) => renderRefusalPage(language, { state: 'ended' }, 'token'),
    title: (language) => wordsOf(language).owners.refusalEnded.title,
  },
  allowed: {
    render: (language) => renderAllowedPage(language),
    title: (language) => wordsOf(language).owners.allowed.title,
  },
  'link sent': {
    render: renderLinkSentPage,
    title: (language) => wordsOf(language).owners.linkSent.title,
  },
};

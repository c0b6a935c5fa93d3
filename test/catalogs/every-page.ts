import type { FormId } from '../../src/contract/names.ts';
import { changePage } from '../../src/consent/decisions/accept-change.ts';
import { refusalPage } from '../../src/consent/decisions/refuse-mails.ts';
import { stopPage } from '../../src/consent/decisions/stop-form.ts';
import { verifyPage } from '../../src/consent/decisions/verify-form.ts';
import { doorPage, formPage, unsentPage, errorPage } from '../../src/web/pages/error-page.ts';
import { renderPage } from '../../src/web/pages/page.ts';
import { acceptedPage } from '../../src/web/pages/submission-page.ts';
import { fill } from '../../src/catalogs/catalog.ts';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { decisionPage, type PageCase } from './decision-page.ts';
import { MAIL_LINK_PAGES } from './mail-link-pages.ts';
import { renderChallenge, renderFaults } from './posted-pages.ts';

const OWNER_FACTS = {
  alias: 'Anfragen an die Schreinerei Lindholm – Büromöbel & Küchen',
  formId: 'cfm_7K2MNP4QRSTVWXYZ' as FormId,
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
  operator: 'Letterslot',
  start: 'https://forms.example/start',
  llmsText: 'https://forms.example/llms.txt',
  openApi: 'https://forms.example/openapi.json',
  docs: 'https://forms.example/docs',
};

type Linked = Parameters<typeof stopPage>[1];

/** A link that stops or starts a form, on its page. */
const linked = (kind: Linked['kind'], route: Linked['route'] = OWNER_FACTS): Linked => ({
  route,
  kind,
  mailed: false,
  wayBack: { name: 'restart', token: 'token' },
});

const ofChange = (state: Parameters<typeof changePage>[1]['state'], ...stops: string[]) =>
  decisionPage(
    'settings',
    changePage,
    {
      state,
      route: FACTS,
      changes: [{ name: 'origins', before: ['https://example.com'], after: [] }],
    },
    ...stops,
  );

const SPAM = 'button[value=spam]';

/** Every page by what it is about. */
export const PAGES: Record<string, PageCase> = {
  'accepted, with a website': {
    render: (language) => renderPage(acceptedPage(language, { website: WEBSITE })),
    title: (language) => wordsOf(language).accepted.title,
    stops: ['a[href="https://lindholm.example/"]'],
  },
  'visitor error, with a website': {
    render: (language) =>
      renderPage(errorPage(language, 'visitor', { code: 'rate_limited' }, WEBSITE)),
    title: (language) => wordsOf(language).visitor.rate_limited.title,
    stops: ['a[href="https://lindholm.example/"]'],
  },
  'faults of a submission': {
    render: (language) => renderPage(renderFaults(language, WEBSITE)),
    policy: renderFaults('en', WEBSITE).policy ?? '',
    title: (language) => wordsOf(language).visitor.submission_invalid.title,
    stops: ['textarea[name=i]', 'form button', 'a[href="https://lindholm.example/"]'],
  },
  'a challenge that cannot be solved': {
    render: (language) => renderPage(renderChallenge(language, WEBSITE)),
    policy: renderChallenge('en', WEBSITE).policy ?? '',
    title: (language) => wordsOf(language).visitor.challenge_required.title,
    stops: ['a[href="https://lindholm.example/"]'],
    scripts: 1,
  },
  home: {
    render: (language) => renderPage(doorPage(language, 'home', { ...WAYS, start: undefined })),
    title: (language) => fill(wordsOf(language).doors.home.title, WAYS),
    stops: ['a[href$="/docs"]', 'a[href$="llms.txt"]', 'a[href$="openapi.json"]'],
  },
  nothing: {
    render: (language) => renderPage(doorPage(language, 'nothing', WAYS)),
    title: (language) => wordsOf(language).doors.nothing.title,
    stops: ['a[href$="/start"]'],
  },
  'no form': {
    render: (language) => renderPage(doorPage(language, 'noForm', WAYS)),
    title: (language) => wordsOf(language).doors.noForm.title,
  },
  'fields in the address of a form': {
    render: (language) => renderPage(unsentPage(language, FACTS)),
    title: (language) => wordsOf(language).doors.unsent.title,
  },
  'address of a form': {
    render: (language) => renderPage(formPage(language, FACTS)),
    title: (language) => wordsOf(language).doors.form.title,
    stops: ['a[href*="#form="]'],
  },
  accepted: {
    render: (language) => renderPage(acceptedPage(language, { test: { echo: 'deploy 42' } })),
    title: (language) => wordsOf(language).accepted.title,
  },
  'visitor error': {
    render: (language) =>
      renderPage(errorPage(language, 'visitor', { code: 'unsupported_media_type' })),
    title: (language) => wordsOf(language).visitor.unsupported_media_type.title,
  },
  'doubtful delivery': {
    render: (language) =>
      renderPage(
        errorPage(language, 'visitor', {
          code: 'delivery_failed',
          variant: 'doubtful_delivery',
        }),
      ),
    title: (language) => wordsOf(language).variants.doubtful_delivery.title,
  },
  'owner error': {
    render: (language) =>
      renderPage(errorPage(language, 'owner', { code: 'verification_mismatch' })),
    title: (language) => wordsOf(language).owner.verification_mismatch.title,
  },
  'open verification': decisionPage('verify', verifyPage, { state: 'open', form: FACTS }, 'button'),
  confirmed: decisionPage(
    'verify',
    verifyPage,
    { state: 'confirmed', form: FACTS },
    'a[href*="#form="]',
    'form button',
    'a[href$="/inbox"]',
  ),
  expired: decisionPage('verify', verifyPage, { state: 'expired' }),
  gone: decisionPage('verify', verifyPage, { state: 'gone' }),
  stop: decisionPage(
    'stop',
    stopPage,
    linked('stop'),
    'form[action=stop] button:not([name])',
    SPAM,
  ),
  'waiting change': ofChange('open', 'form[action=settings] button'),
  'accepted change': ofChange('accepted'),
  ...MAIL_LINK_PAGES,
  'outdated change': ofChange('outdated'),
  outdated: decisionPage('verify', verifyPage, { state: 'outdated' }),
  'ask to stop': decisionPage('stop', stopPage, linked('ask'), 'form[action=stop] button'),
  restart: decisionPage(
    'restart',
    stopPage,
    linked('restart', STOPPED_FACTS),
    'form[action=restart] button',
  ),
  restarted: decisionPage('restart', stopPage, linked('restart')),
  'restart waits': decisionPage('restart', stopPage, {
    ...linked('restart', STOPPED_FACTS),
    isAnswered: true,
  }),
  stopped: decisionPage(
    'stop',
    stopPage,
    { ...linked('stop', STOPPED_FACTS), wayBack: { name: 'verify', token: 'token' } },
    'form[action=verify] button',
  ),
  'stopped before': decisionPage(
    'stop',
    stopPage,
    linked('ask', STOPPED_FACTS),
    'form[action=restart] button',
  ),
  refuse: decisionPage(
    'refuse',
    refusalPage,
    { state: 'open', route: STOPPED_FACTS },
    'form[action=refuse] button',
  ),
  refused: decisionPage('refuse', refusalPage, { state: 'refused' }, 'button[value=allow]'),
  'refusal ended': decisionPage('refuse', refusalPage, { state: 'ended' }),
  allowed: decisionPage('refuse', refusalPage, { state: 'allowed' }),
  'link sent': decisionPage('stop', stopPage, { ...linked('ask'), mailed: true }),
};

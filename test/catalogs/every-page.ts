import type { FormId } from '../../src/contract/names.ts';
import { changePage } from '../../src/consent/decisions/accept-change.ts';
import { refusalPage } from '../../src/consent/decisions/refuse-mails.ts';
import { stopPage } from '../../src/consent/decisions/stop-form.ts';
import { verifyPage } from '../../src/consent/decisions/verify-form.ts';
import { doorPage, formPage, unsentPage, errorPage } from '../../src/web/pages/error-page.ts';
import { renderPage, type Page } from '../../src/web/pages/page.ts';
import { acceptedPage } from '../../src/web/pages/submission-page.ts';
import { fill, type Words } from '../../src/catalogs/catalog.ts';
import { wordsOf, type Language } from '../../src/catalogs/languages.ts';
import { decisionPage, type PageCase } from './decision-page.ts';
import { MAIL_LINK_PAGES } from './mail-link-pages.ts';
import { renderChallenge, renderFaults, renderSendAgain } from './posted-pages.ts';

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

const ofStop = (name: 'stop' | 'restart', state: Linked, ...stops: string[]) =>
  decisionPage(name, stopPage, state, ...stops);

const ofRefusal = (state: Parameters<typeof refusalPage>[1], ...stops: string[]) =>
  decisionPage('refuse', refusalPage, state, ...stops);

const CHANGES = [{ name: 'origins', before: ['https://example.com'], after: [] }] as const;
const ofChange = (state: Parameters<typeof changePage>[1]['state'], ...stops: string[]) =>
  decisionPage('settings', changePage, { state, route: FACTS, changes: CHANGES }, ...stops);

const SPAM = 'button[value=spam]';

const SITE = 'a[href="https://lindholm.example/"]';

/** A page by what renders it, and by the words that are its title. */
const page = (
  pageOf: (language: Language) => Page,
  title: (words: Words) => string,
  more: Partial<PageCase> = {},
): PageCase => ({
  render: (language) => renderPage(pageOf(language)),
  title: (language) => title(wordsOf(language)),
  ...more,
});

const ofError = (code: keyof Words['visitor'], website?: typeof WEBSITE) =>
  page(
    (language) => errorPage(language, 'visitor', { code }, website),
    ({ visitor }) => visitor[code].title,
    website && { stops: [SITE] },
  );

/** Every page by what it is about. */
export const PAGES: Record<string, PageCase> = {
  'accepted, with a website': page(
    (language) => acceptedPage(language, { website: WEBSITE }),
    ({ accepted }) => accepted.title,
    { stops: [SITE] },
  ),
  'visitor error, with a website': ofError('rate_limited', WEBSITE),
  'faults of a submission': page(
    (language) => renderFaults(language, WEBSITE),
    ({ visitor }) => visitor.submission_invalid.title,
    {
      policy: renderFaults('en', WEBSITE).policy ?? '',
      stops: ['textarea[name=i]', 'form button', SITE],
    },
  ),
  'a challenge that cannot be solved': page(
    (language) => renderChallenge(language, WEBSITE),
    ({ visitor }) => visitor.challenge_required.title,
    { policy: renderChallenge('en', WEBSITE).policy ?? '', stops: [SITE], scripts: 1 },
  ),
  home: page(
    (language) => doorPage(language, 'home', { ...WAYS, start: undefined }),
    ({ doors }) => fill(doors.home.title, WAYS),
    { stops: ['a[href$="/docs"]', 'a[href$="llms.txt"]', 'a[href$="openapi.json"]'] },
  ),
  nothing: page(
    (language) => doorPage(language, 'nothing', WAYS),
    ({ doors }) => doors.nothing.title,
  ),
  'no form': page(
    (language) => doorPage(language, 'noForm', WAYS),
    ({ doors }) => doors.noForm.title,
  ),
  'fields in the address of a form': page(
    (language) => unsentPage(language, FACTS),
    ({ doors }) => doors.unsent.title,
  ),
  'address of a form': page(
    (language) => formPage(language, FACTS),
    ({ doors }) => doors.form.title,
    { stops: ['a[href*="#form="]'] },
  ),
  accepted: page(
    (language) => acceptedPage(language, { test: { echo: 'deploy 42' } }),
    (words) => words.accepted.title,
  ),
  'visitor error': ofError('unsupported_media_type'),
  'doubtful delivery': page(
    (language) => renderSendAgain(language, WEBSITE),
    ({ variants }) => variants.doubtful_delivery.title,
    {
      policy: renderSendAgain('en', WEBSITE).policy ?? '',
      stops: ['input[type=file]', 'form button', SITE],
    },
  ),
  'owner error': page(
    (language) => errorPage(language, 'owner', { code: 'verification_mismatch' }),
    ({ owner }) => owner.verification_mismatch.title,
  ),
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
  stop: ofStop('stop', linked('stop'), 'form[action=stop] button:not([name])', SPAM),
  'waiting change': ofChange('open', 'form[action=settings] button'),
  'accepted change': ofChange('accepted'),
  ...MAIL_LINK_PAGES,
  'outdated change': ofChange('outdated'),
  outdated: decisionPage('verify', verifyPage, { state: 'outdated' }),
  'ask to stop': ofStop('stop', linked('ask'), 'form[action=stop] button'),
  restart: ofStop('restart', linked('restart', STOPPED_FACTS), 'form[action=restart] button'),
  restarted: ofStop('restart', linked('restart')),
  'restart waits': ofStop('restart', { ...linked('restart', STOPPED_FACTS), isAnswered: true }),
  stopped: ofStop(
    'stop',
    { ...linked('stop', STOPPED_FACTS), wayBack: { name: 'verify', token: 'token' } },
    'form[action=verify] button',
  ),
  'stopped before': ofStop('stop', linked('ask', STOPPED_FACTS), 'form[action=restart] button'),
  refuse: ofRefusal({ state: 'open', route: STOPPED_FACTS }, 'form[action=refuse] button'),
  refused: ofRefusal({ state: 'refused' }, 'button[value=allow]'),
  'refusal ended': ofRefusal({ state: 'ended' }),
  allowed: ofRefusal({ state: 'allowed' }),
  'link sent': ofStop('stop', { ...linked('ask'), mailed: true }),
};

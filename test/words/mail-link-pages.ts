import {
  renderCopyLinkSentPage,
  renderCopyPage,
  renderCopyStopPage,
} from '../../src/web/pages/copy-pages.ts';
import { renderAnswersAllowedPage, renderAnswersPage } from '../../src/web/pages/answers-page.ts';
import { renderQuietPage } from '../../src/web/pages/quiet-page.ts';
import { renderHandOverPage } from '../../src/web/pages/hand-over-pages.ts';
import { renderOriginPage } from '../../src/web/pages/origin-page.ts';
import { renderNotSpamPage, renderSpamPage } from '../../src/web/pages/spam-pages.ts';
import { wordsOf, type Language } from '../../src/catalogs/languages.ts';

export interface PageCase {
  render(language: Language): string;
  /** Its Content-Security-Policy, where it has one of its own. */
  policy?: string;
  title(language: Language): string;
  /** What the keyboard must reach. */
  stops?: readonly string[];
  /** How many script elements it has. */
  scripts?: number;
}

const ALIAS = 'Anfragen an die Schreinerei Lindholm – Büromöbel & Küchen';
const LIMITED = {
  route: { alias: ALIAS, settings: { origins: ['https://lindholm.example'] } },
  site: 'https://lindholm.example',
} as const;
const REPORTED = {
  route: { alias: ALIAS },
  challenge: 'off',
  next: 'suspicious',
  relaxed: [],
} as const;
const MARKED = { route: { alias: ALIAS }, reasons: ['links', 'repeat'] } as const;
const WAYS = { token: 'token', inbox: 'https://forms.example/inbox' };

const COPIED = { alias: ALIAS, formId: 'cfm_7K2MNP4QRSTVWXYZ' };
const ASKED = { address: 'colleague@a-rather-long-domain.example', route: COPIED } as const;

/** The pages of inboxes that are offered copies, or get them. */
const COPY_PAGES: Record<string, PageCase> = {
  'offer of copies': {
    render: (language) => renderCopyPage(language, { ...ASKED, state: 'open' }, 'token'),
    title: (language) => wordsOf(language).owners.copies.ask.title,
    stops: ['form[action=copy] button', 'button[value=refuse]'],
  },
  'expired offer of copies': {
    render: (language) => renderCopyPage(language, { ...ASKED, state: 'expired' }, 'token'),
    title: (language) => wordsOf(language).verification.expired.title,
    stops: ['button[value=refuse]'],
  },
  'copies agreed to': {
    render: (language) => renderCopyPage(language, { ...ASKED, state: 'confirmed' }, 'token'),
    title: (language) => wordsOf(language).owners.copies.confirmed.title,
  },
  'copies that have ended': {
    render: (language) => renderCopyPage(language, { ...ASKED, state: 'ended' }, 'token'),
    title: (language) => wordsOf(language).variants.ended_copy.title,
  },
  'copies refused': {
    render: (language) => renderCopyPage(language, { ...ASKED, state: 'refused' }, 'token'),
    title: (language) => wordsOf(language).owners.refused.title,
    stops: ['button[value=allow]'],
  },
  'offers of copies allowed again': {
    render: (language) => renderCopyPage(language, { ...ASKED, state: 'allowed' }, 'token'),
    title: (language) => wordsOf(language).owners.allowed.title,
  },
  'stop copies': {
    render: (language) =>
      renderCopyStopPage(language, { route: COPIED, kind: 'stop', status: 'confirmed' }, 'token'),
    title: (language) => wordsOf(language).owners.copies.stop.title,
    stops: ['form[action=copy-stop] button'],
  },
  'ask whether to stop copies': {
    render: (language) =>
      renderCopyStopPage(language, { route: COPIED, kind: 'ask', status: 'confirmed' }, 'token'),
    title: (language) => wordsOf(language).owners.copies.askStop.title,
    stops: ['form[action=copy-stop] button'],
  },
  'copies stopped': {
    render: (language) =>
      renderCopyStopPage(language, { route: COPIED, kind: 'stop', status: 'stopped' }, 'token'),
    title: (language) => wordsOf(language).owners.copies.stopped.title,
    stops: ['button[value=undo]'],
  },
  'copies stopped elsewhere': {
    render: (language) =>
      renderCopyStopPage(language, { route: COPIED, kind: 'ask', status: 'ended' }, 'token'),
    title: (language) => wordsOf(language).owners.copies.stopped.title,
  },
  'link about copies sent': {
    render: renderCopyLinkSentPage,
    title: (language) => wordsOf(language).owners.linkSent.title,
  },
};

const OFFERED = {
  to: 'client@a-rather-long-domain.example',
  form: {
    ...COPIED,
    address: 'client@a-rather-long-domain.example',
    endpoint: `https://forms.example/f/${COPIED.formId}`,
    code: `https://forms.example/start#form=${COPIED.formId}`,
    elsewhere: [],
    settings: [
      { name: 'copies', after: ['colleague@a-rather-long-domain.example'] },
      { name: 'encryption', after: ['age age1example'] },
    ],
  },
} as const;

/** The pages of inboxes between which a form moves. */
const HAND_OVER_PAGES: Record<string, PageCase> = {
  'hand a form over': {
    render: (language) =>
      renderHandOverPage(language, { ...OFFERED, side: 'owner', state: 'open' }, 'token'),
    title: (language) => wordsOf(language).owners.handOver.owner.title,
    stops: ['form[action=hand-over] button'],
  },
  'other inbox asked to take a form over': {
    render: (language) =>
      renderHandOverPage(language, { ...OFFERED, side: 'owner', state: 'asked' }, 'token'),
    title: (language) => wordsOf(language).owners.handOver.asked.title,
  },
  'take a form over': {
    render: (language) =>
      renderHandOverPage(language, { ...OFFERED, side: 'next', state: 'open' }, 'token'),
    title: (language) => wordsOf(language).owners.handOver.offer.title,
    stops: ['form[action=hand-over] button', 'button[value=refuse]'],
  },
  'expired offer of a form': {
    render: (language) =>
      renderHandOverPage(language, { ...OFFERED, side: 'next', state: 'expired' }, 'token'),
    title: (language) => wordsOf(language).verification.expired.title,
    stops: ['button[value=refuse]'],
  },
  'form handed over': {
    render: (language) =>
      renderHandOverPage(language, { ...OFFERED, side: 'next', state: 'done' }, 'token'),
    title: (language) => wordsOf(language).owners.handOver.done.title,
  },
  'offer of a form that has ended': {
    render: (language) =>
      renderHandOverPage(language, { ...OFFERED, side: 'next', state: 'ended' }, 'token'),
    title: (language) => wordsOf(language).variants.ended_hand_over.title,
  },
  'offer of a form refused': {
    render: (language) =>
      renderHandOverPage(language, { ...OFFERED, side: 'next', state: 'refused' }, 'token'),
    title: (language) => wordsOf(language).owners.refused.title,
    stops: ['button[value=allow]'],
  },
};

/** The pages behind the links in the mail of a submission, without those that stop a form, and of an automatic reply. */
export const MAIL_LINK_PAGES: Record<string, PageCase> = {
  ...COPY_PAGES,
  ...HAND_OVER_PAGES,
  'limit to a website': {
    render: (language) => renderOriginPage(language, { ...LIMITED, state: 'open' }, WAYS),
    title: (language) => wordsOf(language).owners.origin.title,
    stops: ['form[action=origin] button', 'a[href$="/inbox"]'],
  },
  'limited to a website': {
    render: (language) => renderOriginPage(language, { ...LIMITED, state: 'limited' }, WAYS),
    title: (language) => wordsOf(language).owners.limited.title,
    stops: ['a[href$="/inbox"]'],
  },
  'limited to other websites': {
    render: (language) => renderOriginPage(language, { ...LIMITED, state: 'other' }, WAYS),
    title: (language) => wordsOf(language).owners.otherOrigins.title,
    stops: ['a[href$="/inbox"]'],
  },
  'a link to limit a form that has ended': {
    render: (language) => renderOriginPage(language, { ...LIMITED, state: 'ended' }, WAYS),
    title: (language) => wordsOf(language).variants.ended_origin_link.title,
    stops: ['a[href$="/inbox"]'],
  },
  'was it spam': {
    render: (language) => renderSpamPage(language, { ...REPORTED, state: 'open' }, WAYS),
    title: (language) => wordsOf(language).owners.spam.title,
    stops: ['form[action=spam] button', 'a[href$="/inbox"]'],
  },
  'was it spam, of a form that checks some': {
    render: (language) =>
      renderSpamPage(
        language,
        { ...REPORTED, challenge: 'suspicious', next: 'always', relaxed: ['links'], state: 'open' },
        WAYS,
      ),
    title: (language) => wordsOf(language).owners.spam.title,
    stops: ['form[action=spam] button', 'a[href$="/inbox"]'],
  },
  'it was spam': {
    render: (language) =>
      renderSpamPage(language, { ...REPORTED, challenge: 'suspicious', state: 'done' }, WAYS),
    title: (language) => wordsOf(language).owners.guarded.title,
    stops: ['a[href$="/inbox"]'],
  },
  'was it no spam': {
    render: (language) => renderNotSpamPage(language, { ...MARKED, state: 'open' }, WAYS),
    title: (language) => wordsOf(language).owners.notSpam.title,
    stops: ['form[action=not-spam] button', 'a[href$="/inbox"]'],
  },
  'it was no spam': {
    render: (language) => renderNotSpamPage(language, { ...MARKED, state: 'relaxed' }, WAYS),
    title: (language) => wordsOf(language).owners.relaxed.title,
    stops: ['button[value=undo]', 'a[href$="/inbox"]'],
  },
  'no notices of silence': {
    render: (language) => renderQuietPage(language, { alias: ALIAS }, WAYS),
    title: (language) => wordsOf(language).owners.quiet.title,
    stops: ['form[action=quiet] button', 'a[href$="/inbox"]'],
  },
  'notices of silence ended': {
    render: (language) => renderQuietPage(language, { alias: ALIAS, quiet: true }, WAYS),
    title: (language) => wordsOf(language).owners.quieted.title,
    stops: ['button[value=undo]', 'a[href$="/inbox"]'],
  },
  'stop automatic replies': {
    render: (language) => renderAnswersPage(language, 'allowed', 'token'),
    title: (language) => wordsOf(language).owners.answers.title,
    stops: ['form[action=stop] button'],
  },
  'automatic replies are stopped': {
    render: (language) => renderAnswersPage(language, 'stopped', 'token'),
    title: (language) => wordsOf(language).owners.answersStopped.title,
    stops: ['button[value=allow]'],
  },
  'automatic replies arrive again': {
    render: (language) => renderAnswersAllowedPage(language),
    title: (language) => wordsOf(language).owners.answersAllowed.title,
  },
};

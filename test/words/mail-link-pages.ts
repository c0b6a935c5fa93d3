import { renderOriginPage } from '../../src/web/pages/origin-page.ts';
import { renderNotSpamPage, renderSpamPage } from '../../src/web/pages/spam-pages.ts';
import { wordsOf, type Language } from '../../src/words/languages.ts';

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

/** The pages behind the links in the mail of a submission, without those that stop a form. */
export const MAIL_LINK_PAGES: Record<string, PageCase> = {
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
    stops: ['button[name=undo]', 'a[href$="/inbox"]'],
  },
};

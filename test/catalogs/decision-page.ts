import type { Words } from '../../src/catalogs/catalog.ts';
import { wordsOf, type Language } from '../../src/catalogs/languages.ts';
import type { DecisionName } from '../../src/contract/decisions.ts';
import type { DecisionPage } from '../../src/consent/decisions/decision.ts';
import { sampleSubmission } from '../../src/fields/sample-values.ts';
import { decisionPage as pageOfDecision } from '../../src/web/pages/decision-page.ts';
import { renderPage } from '../../src/web/pages/page.ts';

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

/** The page of a mailed link in one of its states. */
export const renderDecision = (
  language: Language,
  name: DecisionName,
  pageOf: (words: Words) => DecisionPage,
  token = 'token',
): string => {
  const page = pageOf(wordsOf(language));
  const { delivers: formId } = page;
  const next = formId && {
    formId,
    code: `https://forms.example/start#form=${formId}`,
    sample: sampleSubmission({ settings: {}, language }),
    ticket: 'ticket',
  };
  const ways = { name, token, inbox: 'https://forms.example/inbox', ...(next && { next }) };
  return renderPage(pageOfDecision(language, page, ways));
};

export const decisionPage = <State>(
  name: DecisionName,
  page: (words: Words, state: State) => DecisionPage,
  state: State,
  ...stops: readonly string[]
): PageCase => {
  const pageOf = (words: Words) => page(words, state);
  return {
    render: (language) => renderDecision(language, name, pageOf),
    title: (language) => pageOf(wordsOf(language)).title,
    stops,
  };
};

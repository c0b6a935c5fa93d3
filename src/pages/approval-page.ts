import { html } from '../text/html.ts';
import type { Language } from './language.ts';
import { tokenInput } from './page-parts.ts';
import { renderPage } from './page.ts';
import { renderFormFacts, type VerificationFacts } from './verification-page.ts';
import { wordsOf } from './words/index.ts';

/** Asks before it approves a form; the token goes back with the button. */
export function renderApprovePage(
  language: Language,
  facts: VerificationFacts,
  token: string,
): string {
  const words = wordsOf(language);
  const { title, explanation, button, ignore } = words.owners.approve;
  return renderPage({
    language,
    title,
    mark: 'ask',
    content: html`<p>${explanation}</p>
      ${renderFormFacts(words, facts)}
      <form method="post" action="approve">
        ${tokenInput(token)}
        <button type="submit">${button}</button>
      </form>
      <p class="soft">${ignore}</p>`,
  });
}

export function renderApprovedPage(language: Language, facts: VerificationFacts): string {
  const words = wordsOf(language);
  const { title, explanation } = words.owners.approved;
  return renderPage({
    language,
    title,
    mark: 'done',
    content: html`<p>${explanation}</p>
      ${renderFormFacts(words, facts)}
      <p class="soft">${words.hints.closePage}</p>`,
  });
}

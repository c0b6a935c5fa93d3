import { html } from '../../platform/text/html.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderNotice, renderPage, tokenForm } from './page.ts';

/** The page behind the link in automatic replies: stop all of them to this address, or allow them again. */
export function renderAnswersPage(
  language: Language,
  state: 'allowed' | 'stopped',
  token: string,
): string {
  const { answers, answersStopped } = wordsOf(language).owners;
  const isOpen = state === 'allowed';
  const { title, explanation } = isOpen ? answers : answersStopped;
  const form = isOpen
    ? html`<button type="submit">${answers.button}</button>`
    : html`<p>${answersStopped.mistake}</p>
        <button type="submit" name="choice" value="allow" class="quiet">${answersStopped.allow}</button>`;
  return renderPage({
    language,
    title,
    mark: isOpen ? 'ask' : 'done',
    content: html`<p>${explanation}</p>
      ${tokenForm('stop', token, form)}
      ${isOpen ? html`<p class="soft">${answers.keep}</p>` : ''}`,
  });
}

export function renderAnswersAllowedPage(language: Language): string {
  const { owners, hints } = wordsOf(language);
  const { title, explanation } = owners.answersAllowed;
  return renderNotice(
    { language, title, mark: 'done' },
    { text: explanation, hint: hints.closePage },
  );
}

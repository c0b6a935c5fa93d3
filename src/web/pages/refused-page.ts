import { html } from '../../platform/text/html.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderNotice, renderPage, tokenForm } from './page.ts';

/** Says that such mails do not arrive any more, and offers to let them. */
export function renderRefusedPage(language: Language, token: string, action: string): string {
  const { owners, hints } = wordsOf(language);
  const { title, explanation, mistake, allow } = owners.refused;
  const button = html`<p>${mistake}</p>
    <button type="submit" name="choice" value="allow" class="quiet">${allow}</button>`;
  return renderPage({
    language,
    title,
    mark: 'done',
    content: html`<p>${explanation}</p>
      ${tokenForm(action, token, button)}
      <p class="soft">${hints.closePage}</p>`,
  });
}

/** Says that such mails arrive again. */
export function renderAllowedPage(
  language: Language,
  { ofOffer = false }: { ofOffer?: boolean } = {},
): string {
  const { owners, hints } = wordsOf(language);
  const { title, explanation, again } = owners.allowed;
  return renderNotice(
    { language, title, mark: 'done' },
    { text: ofOffer ? again : explanation, hint: hints.closePage },
  );
}

import { html } from '../../platform/text/html.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderNotice, renderPage, tokenForm } from './page.ts';

/** Where the button posts to, and what it says there beside the token. */
interface Allow {
  action: string;
  name: string;
  value: string;
}

/** Says that such mails do not arrive any more, and offers to let them. */
export function renderRefusedPage(
  language: Language,
  token: string,
  { action, name, value }: Allow,
): string {
  const { owners, hints } = wordsOf(language);
  const { title, explanation, mistake, allow } = owners.refused;
  const button = html`<p>${mistake}</p>
    <button type="submit" name="${name}" value="${value}" class="quiet">${allow}</button>`;
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

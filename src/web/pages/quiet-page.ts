import { html } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderFacts, renderPage, tokenForm } from './page.ts';

/** The page behind the link that ends the notices of a form's silence; then it has the way back. */
export function renderQuietPage(
  language: Language,
  { alias, quiet = false }: { alias: string; quiet?: boolean | undefined },
  { token, inbox }: { token: string; inbox: string },
): string {
  const { owners, facts, quote, mails } = wordsOf(language);
  const { title, explanation } = quiet ? owners.quieted : owners.quiet;
  const button = quiet
    ? html`<button type="submit" name="choice" value="undo" class="quiet">${owners.quieted.undo}</button>`
    : html`<button type="submit">${owners.quiet.button}</button>`;
  return renderPage({
    language,
    title,
    mark: quiet ? 'done' : 'ask',
    content: html`<p>${explanation}</p>
      ${renderFacts([[facts.name, fill(quote, { text: quotable(alias) })]])}
      ${tokenForm('quiet', token, button)}
      ${quiet ? '' : html`<p class="soft">${owners.quiet.ignore}</p>`}
      <p class="soft"><a href="${inbox}">${mails.inboxPage}</a></p>`,
  });
}

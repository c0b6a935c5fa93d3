import { html } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { type Language, wordsOf } from '../../words/languages.ts';
import { renderPage } from './page.ts';

/** The page for a visitor after a received submission. */
export function renderAcceptedPage(language: Language, test?: { echo: string | null }): string {
  const { accepted, quote } = wordsOf(language);
  const echo = test && test.echo !== null ? ` ${accepted.echo(quote(quotable(test.echo)))}` : '';
  const note = test ? [html`<p>${accepted.test}${echo}</p>`] : [];
  return renderPage({
    language,
    title: accepted.title,
    mark: 'done',
    content: html`<p>${accepted.thanks}</p>
      ${note}
      <p class="soft">${accepted.close}</p>`,
  });
}

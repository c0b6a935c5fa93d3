import { html, type SafeHtml } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderFacts, renderPage, tokenForm } from './page.ts';

/** The form of a link that limits it to `site`. */
interface LimitedForm {
  route: { alias: string; settings: { origins?: readonly string[] | undefined } };
  site: string;
  state: 'open' | 'limited' | 'other' | 'ended';
}

interface Ways {
  token: string;
  /** The URL of `/inbox`. */
  inbox: string;
}

function factList(language: Language, alias: string, sites: readonly string[]): SafeHtml {
  const { facts, quote, owners } = wordsOf(language);
  return renderFacts([
    [facts.name, fill(quote, { text: quotable(alias) })],
    [owners.origin.website, html`${sites.map((site) => html`${site}<br />`)}`],
  ]);
}

/** The page of the link in a submission's mail: it asks, or says what websites the form accepts. */
export function renderOriginPage(
  language: Language,
  { route: { alias, settings }, site, state }: LimitedForm,
  { token, inbox }: Ways,
): string {
  const { owners, mails, variants } = wordsOf(language);
  const inboxLink = html`<p class="soft"><a href="${inbox}">${mails.inboxPage}</a></p>`;
  if (state === 'ended') {
    const { title, message } = variants.ended_origin_link;
    const content = html`<p>${message}</p>
      ${inboxLink}`;
    return renderPage({ language, title, mark: 'halt', content });
  }
  if (state !== 'open') {
    const { title, explanation } = state === 'limited' ? owners.limited : owners.otherOrigins;
    return renderPage({
      language,
      title,
      mark: state === 'limited' ? 'done' : 'halt',
      content: html`<p>${explanation}</p>
        ${factList(language, alias, settings.origins ?? [])} ${inboxLink}`,
    });
  }
  const { title, explanation, button, ignore } = owners.origin;
  return renderPage({
    language,
    title,
    mark: 'ask',
    content: html`<p>${explanation}</p>
      ${factList(language, alias, [site])}
      ${tokenForm('origin', token, button)}
      <p class="soft">${ignore}</p>
      ${inboxLink}`,
  });
}

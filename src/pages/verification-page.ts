import { html } from '../text/html.ts';
import { quotable } from '../text/strangers-words.ts';
import type { Language } from './language.ts';
import { renderFacts, tokenInput } from './page-parts.ts';
import { renderPage } from './page.ts';
import { wordsOf } from './words/index.ts';
import type { Words } from './words/words.ts';

/** The form a link is about, as its owner should see it before agreeing. */
export interface VerificationFacts {
  alias: string;
  address: string;
  endpoint: string;
  /** Where submissions go beside or instead of the inbox. */
  webhook: { mode: keyof Words['facts']['webhook']; host: string; url: string } | undefined;
}

export function renderFormFacts(
  { facts, quote }: Words,
  { alias, address, endpoint, webhook }: VerificationFacts,
) {
  const disclosed = webhook && html`<strong>${webhook.host}</strong><br />${webhook.url}`;
  return renderFacts([
    [facts.name, quote(quotable(alias))],
    [facts.inbox, address],
    [facts.endpoint, endpoint],
    ...(disclosed ? [[facts.webhook[webhook.mode], disclosed] as const] : []),
  ]);
}

/** The page with the one button. `action` is relative, so that it works behind any base path. */
export function renderOpenVerificationPage(
  language: Language,
  facts: VerificationFacts,
  token: string,
): string {
  const words = wordsOf(language);
  const { title, explanation, button, ignore } = words.verification.open;
  return renderPage({
    language,
    title,
    mark: 'ask',
    content: html`<p>${explanation}</p>
      ${renderFormFacts(words, facts)}
      <form method="post" action="verify">
        ${tokenInput(token)}
        <button type="submit">${button}</button>
      </form>
      <p class="soft">${ignore}</p>`,
  });
}

export function renderConfirmedPage(language: Language, facts: VerificationFacts): string {
  const words = wordsOf(language);
  const { title, explanation } = words.verification.confirmed;
  return renderPage({
    language,
    title,
    mark: 'done',
    content: html`<p>${explanation}</p>
      ${renderFormFacts(words, facts)}
      <p class="soft">${words.hints.closePage}</p>`,
  });
}

export function renderExpiredPage(language: Language): string {
  const { verification, hints } = wordsOf(language);
  const { title, explanation, again } = verification.expired;
  return renderPage({
    language,
    title,
    mark: 'halt',
    content: html`<p>${explanation} ${hints.unchanged}</p>
      <p>${again}</p>`,
  });
}

/** For a link from before its form was stopped. */
export function renderOutdatedPage(language: Language): string {
  const { variants, hints } = wordsOf(language);
  const { title, message } = variants.outdated_link;
  const content = html`<p>${message}</p>
    <p>${hints.unchanged}</p>`;
  return renderPage({ language, title, mark: 'halt', content });
}

export function renderGonePage(language: Language): string {
  const { verification, hints } = wordsOf(language);
  const { title, message } = verification.gone;
  return renderPage({
    language,
    title,
    mark: 'halt',
    content: html`<p>${message}</p>
      <p class="soft">${hints.closePage}</p>`,
  });
}

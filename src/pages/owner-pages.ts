import { html, type SafeHtml } from '../text/html.ts';
import { quotable } from '../text/strangers-words.ts';
import type { Language } from './language.ts';
import { renderFacts, tokenInput } from './page-parts.ts';
import { renderPage } from './page.ts';
import { wordsOf } from './words/index.ts';

/** The form that the owner of an inbox decides about. */
interface OwnerFacts {
  alias: string;
  formId: string;
  address: string;
}

/** How the owner of a stopped form gets it back: at once, or by a new verification mail. */
type Restart = { undo: string } | { again: string };

function factList(language: Language, { alias, formId, address }: OwnerFacts): SafeHtml {
  const { facts, quote } = wordsOf(language);
  return renderFacts([
    [facts.name, quote(quotable(alias))],
    [facts.inbox, address],
    [facts.formId, formId],
  ]);
}

/** Asks before it stops a form. Forms post to relative actions, which hold behind any base path. */
export function renderStopPage(language: Language, facts: OwnerFacts, token: string): string {
  const { title, explanation, button, report } = wordsOf(language).owners.stop;
  return renderPage({
    language,
    title,
    mark: 'ask',
    content: html`<p>${explanation}</p>
      ${factList(language, facts)}
      <form method="post" action="stop">
        ${tokenInput(token)}
        <p class="choices">
          <button type="submit">${button}</button>
          <button type="submit" name="reason" value="spam" class="quiet">${report}</button>
        </p>
      </form>`,
  });
}

function renderRestart(language: Language, next: Restart): SafeHtml {
  const { undo, undoButton, again, againButton } = wordsOf(language).owners.stopped;
  const [action, token, question, button] =
    'undo' in next
      ? ['verify', next.undo, undo, undoButton]
      : ['restart', next.again, again, againButton];
  return html`<form method="post" action="${action}">
    ${tokenInput(token)}
    <p>${question}</p>
    <button type="submit" class="quiet">${button}</button>
  </form>`;
}

/** Says that a form is stopped, and offers the way back. */
export function renderStoppedPage(language: Language, facts: OwnerFacts, next: Restart): string {
  const { title, explanation, removed } = wordsOf(language).owners.stopped;
  return renderPage({
    language,
    title,
    mark: 'done',
    content: html`<p>${explanation}</p>
      ${factList(language, facts)} ${renderRestart(language, next)}
      <p class="soft">${removed}</p>`,
  });
}

/** For whoever got a verification mail without asking for it. */
export function renderRefusePage(language: Language, facts: OwnerFacts, token: string): string {
  const { title, explanation, button, keep } = wordsOf(language).owners.refuse;
  return renderPage({
    language,
    title,
    mark: 'ask',
    content: html`<p>${explanation}</p>
      ${factList(language, facts)}
      <form method="post" action="refuse">
        ${tokenInput(token)}
        <button type="submit">${button}</button>
      </form>
      <p class="soft">${keep}</p>`,
  });
}

export function renderRefusedPage(language: Language): string {
  const { owners, hints } = wordsOf(language);
  const { title, explanation } = owners.refused;
  return renderPage({
    language,
    title,
    mark: 'done',
    content: html`<p>${explanation}</p>
      <p class="soft">${hints.closePage}</p>`,
  });
}

export function renderLinkSentPage(language: Language): string {
  const { title, explanation, look } = wordsOf(language).owners.linkSent;
  return renderPage({
    language,
    title,
    mark: 'done',
    content: html`<p>${explanation}</p>
      <p class="soft">${look}</p>`,
  });
}

import { html, type SafeHtml } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { type Language, wordsOf } from '../../catalogs/languages.ts';
import { renderFacts, renderNotice, renderPage, renderQuestion, tokenForm } from './page.ts';
import { renderRefusedPage } from './refused-page.ts';
import { fill, type Question } from '../../catalogs/catalog.ts';

/** The form that an owner decides about, without its address: others may have the link. */
interface OwnerFacts {
  alias: string;
  formId: string;
  status: 'active' | 'pending_verification';
}

/** The URL that starts a stopped form; `verify` needs no further mail. */
interface Restart {
  page: 'verify' | 'restart';
  token: string;
}

function factList(language: Language, { alias, formId }: OwnerFacts): SafeHtml {
  const { facts, quote } = wordsOf(language);
  return renderFacts([
    [facts.name, fill(quote, { text: quotable(alias) })],
    [facts.formId, formId],
  ]);
}

/** Asks before it stops a form. */
function renderStopPage(language: Language, facts: OwnerFacts, token: string): string {
  const { title, explanation, button, report } = wordsOf(language).owners.stop;
  const choices = html`<p class="choices">
    <button type="submit">${button}</button>
    <button type="submit" name="choice" value="spam" class="quiet">${report}</button>
  </p>`;
  const form = tokenForm('stop', token, choices);
  return renderQuestion(
    { language, title },
    { text: explanation, facts: factList(language, facts), form },
  );
}

/** A question with one button that posts the token to `action`. */
function renderOwnerQuestion(
  language: Language,
  facts: OwnerFacts,
  { title, explanation, button }: Question,
  { action, token }: { action: string; token: string },
): string {
  const form = tokenForm(action, token, button);
  return renderQuestion(
    { language, title },
    { text: explanation, facts: factList(language, facts), form },
  );
}

/** The page of a link in a mail: it offers what this kind of link can do with the form now. */
export function renderOwnerLink(
  language: Language,
  facts: OwnerFacts,
  kind: 'stop' | 'ask' | 'restart',
  token: string,
): string {
  const { askStop, restart } = wordsOf(language).owners;
  const isActive = facts.status === 'active';
  switch (kind) {
    case 'stop':
      if (isActive) return renderStopPage(language, facts, token);
      break;
    case 'ask':
      if (isActive) return renderOwnerQuestion(language, facts, askStop, { action: 'stop', token });
      break;
    case 'restart':
      if (isActive) return renderStatePage(language, facts);
      return renderOwnerQuestion(language, facts, restart, { action: 'restart', token });
  }
  return renderStoppedPage(language, facts, { page: 'restart', token });
}

/** Says that a form is stopped, and offers to start it again. */
export function renderStoppedPage(
  language: Language,
  facts: OwnerFacts,
  { page, token }: Restart,
): string {
  const { title, explanation, removed, ...ways } = wordsOf(language).owners.stopped;
  const [question, button] =
    page === 'verify' ? [ways.undo, ways.undoButton] : [ways.again, ways.againButton];
  const wayBack = html`<p>${question}</p>
    <button type="submit" class="quiet">${button}</button>`;
  return renderPage({
    language,
    title,
    mark: 'done',
    content: html`<p>${explanation}</p>
      ${factList(language, facts)}
      ${tokenForm(page, token, wayBack)}
      <p class="soft">${removed}</p>`,
  });
}

/** Shows the current state of a form. */
export function renderStatePage(language: Language, facts: OwnerFacts): string {
  const { verification, owners, hints } = wordsOf(language);
  const title = facts.status === 'active' ? verification.confirmed.title : owners.waiting.title;
  const explanation =
    facts.status === 'active' ? owners.restarted.explanation : owners.waiting.explanation;
  return renderNotice(
    { language, title, mark: 'done' },
    { text: explanation, facts: factList(language, facts), hint: hints.closePage },
  );
}

/** For a reader who got a verification mail without asking for it. */
export function renderRefusalPage(
  language: Language,
  view: { state: 'open'; route: OwnerFacts } | { state: 'refused' | 'ended' },
  token: string,
): string {
  const { owners, hints } = wordsOf(language);
  const { refuse, refusalEnded } = owners;
  if (view.state === 'open') {
    const { title, explanation, button, keep } = refuse;
    const form = tokenForm('refuse', token, button);
    return renderQuestion(
      { language, title },
      { text: explanation, facts: factList(language, view.route), form, otherwise: keep },
    );
  }
  if (view.state === 'ended') {
    const { title, message } = refusalEnded;
    return renderNotice(
      { language, title, mark: 'halt' },
      { text: message, hint: hints.unchanged },
    );
  }
  return renderRefusedPage(language, token, 'refuse');
}

export function renderLinkSentPage(language: Language): string {
  const { title, explanation, look } = wordsOf(language).owners.linkSent;
  return renderNotice({ language, title, mark: 'done' }, { text: explanation, hint: look });
}

import { html, type SafeHtml } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderFacts, renderNotice, renderPage, renderQuestion, tokenForm } from './page.ts';
import { renderAllowedPage, renderRefusedPage } from './refused-page.ts';

/** A form, as an inbox that gets copies sees it. */
interface CopiedForm {
  alias: string;
  formId: string;
}

/** What the link of a question can do. */
interface AskedCopy {
  state: 'open' | 'expired' | 'confirmed' | 'ended' | 'refused' | 'allowed';
  address: string;
  /** Undefined if it is gone. */
  route: CopiedForm | undefined;
}

function factList(language: Language, form: CopiedForm | undefined, address?: string): SafeHtml {
  if (!form) return html``;
  const { facts, quote } = wordsOf(language);
  const inbox = address === undefined ? [] : ([[facts.inbox, address]] as const);
  return renderFacts([
    [facts.name, fill(quote, { text: quotable(form.alias) })],
    ...inbox,
    [facts.formId, form.formId],
  ]);
}

/** The page of the mail that asks an inbox: it asks, or says how the inbox stands. */
export function renderCopyPage(
  language: Language,
  { state, address, route }: AskedCopy,
  token: string,
): string {
  const { owners, verification, variants, hints } = wordsOf(language);
  const { ask, confirmed, again } = owners.copies;
  const list = factList(language, route, address);
  const refuse = html`<button type="submit" name="choice" value="refuse" class="quiet">
    ${ask.refuse}
  </button>`;
  switch (state) {
    case 'open': {
      const buttons = html`<p class="choices">
        <button type="submit">${ask.button}</button> ${refuse}
      </p>`;
      const form = tokenForm('copy', token, buttons);
      return renderQuestion(
        { language, title: ask.title },
        { text: ask.explanation, facts: list, form, otherwise: ask.ignore },
      );
    }
    case 'expired':
      return renderPage({
        language,
        title: verification.expired.title,
        mark: 'halt',
        content: html`<p>${verification.expired.explanation} ${hints.unchanged}</p>
          ${list}
          <p>${again}</p>
          ${tokenForm('copy', token, refuse)}`,
      });
    case 'confirmed':
      return renderNotice(
        { language, title: confirmed.title, mark: 'done' },
        { text: confirmed.explanation, facts: list, hint: hints.closePage },
      );
    case 'ended': {
      const { title, message } = variants.ended_copy;
      return renderNotice(
        { language, title, mark: 'halt' },
        { text: message, hint: hints.unchanged },
      );
    }
    case 'allowed':
      return renderAllowedPage(language, { ofOffer: true });
    case 'refused':
      return renderRefusedPage(language, token, 'copy');
  }
}

/** A copy, as the reader of its link sees it. */
interface LinkedCopy {
  route: CopiedForm;
  kind: 'stop' | 'ask';
  status: 'confirmed' | 'stopped' | 'ended';
}

/** The page of the links in a copy: it asks, or says that the copies are stopped. */
export function renderCopyStopPage(
  language: Language,
  { route, kind, status }: LinkedCopy,
  token: string,
): string {
  const { copies } = wordsOf(language).owners;
  const list = factList(language, route);
  if (status === 'confirmed') {
    const { title, explanation, button } = kind === 'stop' ? copies.stop : copies.askStop;
    const form = tokenForm('copy-stop', token, button);
    return renderQuestion({ language, title }, { text: explanation, facts: list, form });
  }
  const { title, explanation, undo, undoButton } = copies.stopped;
  const wayBack = html`<p>${undo}</p>
    <button type="submit" name="choice" value="undo" class="quiet">${undoButton}</button>`;
  const canUndo = kind === 'stop' && status === 'stopped';
  return renderPage({
    language,
    title,
    mark: 'done',
    content: html`<p>${explanation}</p>
      ${list} ${canUndo ? tokenForm('copy-stop', token, wayBack) : html`<p>${copies.again}</p>`}`,
  });
}

/** Says that a link was mailed to the inbox. */
export function renderCopyLinkSentPage(language: Language): string {
  const { linkSent, copies } = wordsOf(language).owners;
  const { title, look } = linkSent;
  return renderNotice({ language, title, mark: 'done' }, { text: copies.sent, hint: look });
}

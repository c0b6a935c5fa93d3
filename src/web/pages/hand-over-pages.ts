import { html, type SafeHtml } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { renderFacts, renderNotice, renderPage, renderQuestion, tokenForm } from './page.ts';
import { renderAllowedPage, renderRefusedPage } from './refused-page.ts';
import { renderFormFacts, type VerificationFacts } from './verification-page.ts';

/** How a hand-over stands, for the owner or for the inbox that would get the form. */
interface HandOverView {
  state: 'open' | 'asked' | 'expired' | 'done' | 'ended' | 'refused' | 'allowed';
  side: 'owner' | 'next';
  to: string;
  /** What the inbox would get; undefined if the form is gone. */
  form: VerificationFacts | undefined;
}

/** What the owner needs to know of the form that would go. */
function ownerFacts(language: Language, { form, to }: HandOverView): SafeHtml {
  const { facts, quote, owners } = wordsOf(language);
  const named = form
    ? ([
        [facts.name, fill(quote, { text: quotable(form.alias) })],
        [facts.formId, form.formId],
      ] as const)
    : [];
  return renderFacts([...named, [owners.handOver.to, to]]);
}

function renderOpen(language: Language, view: HandOverView, token: string): string {
  const words = wordsOf(language);
  const { owner, offer, encrypted } = words.owners.handOver;
  if (view.side === 'owner' || !view.form) {
    const { title, explanation, button, ignore } = owner;
    const form = tokenForm('hand-over', token, button);
    return renderQuestion(
      { language, title },
      { text: explanation, facts: ownerFacts(language, view), form, otherwise: ignore },
    );
  }
  const { title, explanation, button, refuse, ignore } = offer;
  const isEncrypted = view.form.settings.some(({ name }) => name === 'encryption');
  const buttons = html`<p class="choices">
    <button type="submit">${button}</button>
    <button type="submit" name="choice" value="refuse" class="quiet">${refuse}</button>
  </p>`;
  const facts = html`${isEncrypted ? html`<p>${encrypted}</p>` : ''}
  ${renderFormFacts(words, view.form)}`;
  const form = tokenForm('hand-over', token, buttons);
  return renderQuestion({ language, title }, { text: explanation, facts, form, otherwise: ignore });
}

/** The page of a link to a hand-over: it asks, or says how it stands. */
export function renderHandOverPage(language: Language, view: HandOverView, token: string): string {
  const { owners, verification, variants, hints } = wordsOf(language);
  const { asked, done, again, offer } = owners.handOver;
  switch (view.state) {
    case 'open':
      return renderOpen(language, view, token);
    case 'allowed':
      return renderAllowedPage(language, { ofOffer: true });
    case 'asked':
      return renderNotice(
        { language, title: asked.title, mark: 'done' },
        { text: asked.explanation, facts: ownerFacts(language, view), hint: hints.closePage },
      );
    case 'done':
      return renderNotice(
        { language, title: done.title, mark: 'done' },
        { text: done.explanation, facts: ownerFacts(language, view), hint: hints.closePage },
      );
    case 'ended': {
      const { title, message } = variants.ended_hand_over;
      return renderNotice(
        { language, title, mark: 'halt' },
        { text: message, hint: hints.unchanged },
      );
    }
    case 'expired': {
      const refuse = html`<button type="submit" name="choice" value="refuse" class="quiet">
        ${offer.refuse}
      </button>`;
      return renderPage({
        language,
        title: verification.expired.title,
        mark: 'halt',
        content: html`<p>${verification.expired.explanation} ${hints.unchanged}</p>
          <p>${again}</p>
          ${view.side === 'next' ? tokenForm('hand-over', token, refuse) : ''}`,
      });
    }
    case 'refused':
      return renderRefusedPage(language, token, 'hand-over');
  }
}

import type { ChallengePolicy } from '../../contract/form-settings.ts';
import type { Suspicion } from '../../contract/enums.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { describeChallenges, explainMark } from '../../catalogs/describe-spam.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { fill, type Words } from '../../catalogs/catalog.ts';
import { renderFacts, renderPage, tokenForm } from './page.ts';

interface Ways {
  token: string;
  /** The URL of `/inbox`. */
  inbox: string;
}

/** A form whose mail was reported as spam. */
interface ReportedForm {
  route: { alias: string };
  challenge: ChallengePolicy;
  next: Exclude<ChallengePolicy, 'off'>;
  relaxed: readonly Suspicion[];
  state: 'open' | 'done';
}

const nameOf = ({ facts, quote }: Words, alias: string) =>
  [facts.name, fill(quote, { text: quotable(alias) })] as const;

const toInbox = ({ mails }: Words, inbox: string): SafeHtml =>
  html`<p class="soft"><a href="${inbox}">${mails.inboxPage}</a></p>`;

const inLines = (lines: readonly string[]): SafeHtml =>
  html`${lines.map((line) => html`${line}<br />`)}`;

/** The page behind "This was spam": what its button will change, or what the form asks for now. */
export function renderSpamPage(
  language: Language,
  { route, challenge, next, relaxed, state }: ReportedForm,
  { token, inbox }: Ways,
): string {
  const words = wordsOf(language);
  const { spam, guarded, notSpam } = words.owners;
  const isOpen = state === 'open';
  const { name, lines } = describeChallenges(words, challenge, isOpen ? next : challenge);
  const again = isOpen && relaxed.length > 0;
  const list = renderFacts([
    nameOf(words, route.alias),
    [name, inLines(lines)],
    ...(again ? [[notSpam.marksAgain, explainMark(words, relaxed)] as const] : []),
  ]);
  if (!isOpen) {
    return renderPage({
      language,
      title: guarded.title,
      mark: 'done',
      content: html`<p>${guarded.explanation}</p>
        ${list} ${toInbox(words, inbox)}`,
    });
  }
  const choice = html`<button type="submit" name="choice" value="${next}">${spam.buttons[next]}</button>`;
  return renderPage({
    language,
    title: spam.title,
    mark: 'ask',
    content: html`<p>${spam.explanations[next]}</p>
      ${list}
      <p>${spam.notKept}</p>
      ${tokenForm('spam', token, choice)}
      <p class="soft">${spam.ignore}</p>
      ${toInbox(words, inbox)}`,
  });
}

/** A form whose mail was marked, and why. */
interface MarkedForm {
  route: { alias: string };
  reasons: readonly Suspicion[];
  state: 'open' | 'relaxed';
}

/** The page behind "This was not spam"; once the reasons are relaxed, it has the way back. */
export function renderNotSpamPage(
  language: Language,
  { route, reasons, state }: MarkedForm,
  { token, inbox }: Ways,
): string {
  const words = wordsOf(language);
  const { notSpam, relaxed } = words.owners;
  const isOpen = state === 'open';
  const list = renderFacts([
    nameOf(words, route.alias),
    [notSpam.mark, explainMark(words, reasons)],
  ]);
  const button = isOpen
    ? html`<button type="submit">${notSpam.button}</button>`
    : html`<button type="submit" name="choice" value="undo" class="quiet">${relaxed.undo}</button>`;
  const { title, explanation } = isOpen ? notSpam : relaxed;
  return renderPage({
    language,
    title,
    mark: isOpen ? 'ask' : 'done',
    content: html`<p>${explanation}</p>
      ${list}
      ${tokenForm('not-spam', token, button)}
      ${isOpen ? html`<p class="soft">${notSpam.ignore}</p>` : ''} ${toInbox(words, inbox)}`,
  });
}

import { INBOX_PATH } from '../../contract/operations.ts';
import { TICKET_FIELD } from '../../submissions/fields/field-names.ts';
import { html } from '../../platform/text/html.ts';
import { quotable } from '../../platform/text/strangers-words.ts';
import { describeValue, type Change } from '../../catalogs/describe-change.ts';
import { type Language, wordsOf } from '../../catalogs/languages.ts';
import { renderFacts, renderNotice, renderPage, renderQuestion, tokenForm } from './page.ts';
import { fill, type Words } from '../../catalogs/catalog.ts';

/** The form a link is about, as its owner should see it before agreeing. */
export interface VerificationFacts {
  formId: string;
  alias: string;
  address: string;
  endpoint: string;
  /** Where its code is. */
  code: string;
  /** Destinations of submissions besides or instead of the inbox. */
  elsewhere: readonly {
    channel: keyof Words['facts']['elsewhere'];
    insteadOfMail: boolean;
    place: string;
    address: string;
  }[];
  /** What the requester has set. */
  settings: readonly Pick<Change, 'name' | 'after'>[];
}

/** All that a form does, as an owner sees it before agreeing. */
export function renderFormFacts(
  words: Words,
  { alias, address, endpoint, elsewhere, settings }: VerificationFacts,
) {
  const { facts, quote } = words;
  const disclosed = elsewhere.map(({ channel, insteadOfMail, ...at }) => {
    const label = facts.elsewhere[channel][insteadOfMail ? 'instead' : 'also'];
    return [label, html`<strong>${at.place}</strong><br />${at.address}`] as const;
  });
  return renderFacts([
    [facts.name, fill(quote, { text: quotable(alias) })],
    [facts.inbox, address],
    [facts.endpoint, endpoint],
    ...disclosed,
    ...settings.map(({ name, after }) => {
      const value = fill(quote, { text: quotable(describeValue(words, name, after)) });
      return [words.settings.names[name], html`<span class="said">${value}</span>`] as const;
    }),
  ]);
}

/** Asks for the owner's consent. */
function renderConsentQuestion(
  language: Language,
  facts: VerificationFacts,
  { title, explanation, button, ignore }: Words['verification']['open'],
  { action, token }: { action: 'verify' | 'approve'; token: string },
): string {
  return renderQuestion(
    { language, title },
    {
      text: explanation,
      facts: renderFormFacts(wordsOf(language), facts),
      form: tokenForm(action, token, button),
      otherwise: ignore,
    },
  );
}

/** Browsers send `Origin: null` under `no-referrer`, and forms with `origins` refuse that. No URL is sent. */
const SENDS_ORIGIN = html`<meta name="referrer" content="strict-origin" />`;

/**
 * Says that the form delivers, and leads on. URLs are relative, and all of it works without script. The
 * ticket shows that its test comes from this page.
 */
function renderConsentGiven(
  language: Language,
  facts: VerificationFacts,
  ticket: string,
  { title, explanation }: Words['verification']['confirmed'],
): string {
  const words = wordsOf(language);
  const { next } = words.verification;
  const { steps, test } = words.start;
  return renderPage({
    language,
    title,
    mark: 'done',
    head: SENDS_ORIGIN,
    content: html`<p>${explanation}</p>
      ${renderFormFacts(words, facts)}
      <h2>${steps.code}</h2>
      <p><a class="button" href="${facts.code}">${next.code}</a></p>
      <h2>${steps.test}</h2>
      <form method="post" action="../../f/${facts.formId}">
        <input type="hidden" name="message" value="${test.example}" />
        <input type="hidden" name="_test" value="true" />
        <input type="hidden" name="${TICKET_FIELD}" value="${ticket}" />
        <p>${test.explanation}</p>
        <button type="submit" class="quiet">${test.button}</button>
      </form>
      <p><a href="../..${INBOX_PATH}">${next.inbox}</a></p>`,
  });
}

/** The page with the one button that confirms an inbox. */
export function renderOpenVerificationPage(
  language: Language,
  facts: VerificationFacts,
  token: string,
): string {
  const { open } = wordsOf(language).verification;
  return renderConsentQuestion(language, facts, open, { action: 'verify', token });
}

export const renderConfirmedPage = (
  language: Language,
  facts: VerificationFacts,
  ticket: string,
): string => renderConsentGiven(language, facts, ticket, wordsOf(language).verification.confirmed);

/** Asks before it approves a form that is active already. */
export function renderApprovePage(
  language: Language,
  facts: VerificationFacts,
  token: string,
): string {
  const { approve } = wordsOf(language).owners;
  return renderConsentQuestion(language, facts, approve, { action: 'approve', token });
}

export const renderApprovedPage = (
  language: Language,
  facts: VerificationFacts,
  ticket: string,
): string => renderConsentGiven(language, facts, ticket, wordsOf(language).owners.approved);

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

/** For a link that is older than the stop of its form. */
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
  return renderNotice({ language, title, mark: 'halt' }, { text: message, hint: hints.closePage });
}

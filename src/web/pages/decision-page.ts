import type { FormId } from '../../contract/names.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { decisionOf, type DecisionName } from '../../contract/decisions.ts';
import { INBOX_PATH } from '../../contract/operations.ts';
import type { DecisionPage, PageFact } from '../../consent/decisions/decision.ts';
import { TICKET_FIELD } from '../../fields/field-names.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import { renderFacts, type Page } from './page.ts';

/** Where the page of a form that delivers leads on to. */
interface WayOn {
  formId: FormId;
  /** Where its code is. */
  code: string;
  /** The data of its test. */
  sample: Readonly<Record<string, string>>;
  /** Shows that the test comes from this page. */
  ticket: string;
}

/** Where the page of a decision leads. */
interface DecisionWays {
  name: DecisionName;
  /** Of its buttons. */
  token: string;
  /** The URL of `/inbox`. */
  inbox: string;
  /** For a form that delivers. */
  next?: WayOn;
}

/** The value of a fact; each line of several ends with a break. */
function renderValue(value: PageFact[1]): string | SafeHtml {
  if (typeof value === 'string') return value;
  if ('lines' in value) return html`${value.lines.map((line) => html`${line}<br />`)}`;
  if ('said' in value) return html`<span class="said">${value.said}</span>`;
  return html`<strong>${value.place}</strong><br />${value.address}`;
}

/** The path's last segment: the pages of decisions are siblings under any prefix. */
const actionOf = (name: DecisionName) => decisionOf(name).path.replace(/^.*\//, '');

/** Buttons that post the token. */
function renderForm(
  { question, buttons, to }: NonNullable<DecisionPage['ask']>,
  own: DecisionWays,
) {
  const { name, token } = to ?? own;
  const list = buttons.map(({ label, choice, isQuiet }) => {
    const posts = choice === undefined ? '' : html` name="choice" value="${choice}"`;
    return html`<button type="submit"${posts}${isQuiet ? html` class="quiet"` : ''}>${label}</button>`;
  });
  return html`<form method="post" action="${actionOf(name)}">
    <input type="hidden" name="token" value="${token}" />
    ${question === undefined ? '' : html`<p>${question}</p>`}
    ${list.length > 1 ? html`<p class="choices">${list}</p>` : list}
  </form>`;
}

/** Under `no-referrer` browsers send `Origin: null`, which `origins` refuse. No URL is sent. */
const SENDS_ORIGIN = html`<meta name="referrer" content="strict-origin" />`;

/** A form's code and a test. URLs are relative, and everything works without script. */
function renderNext(language: Language, { formId, code, sample, ticket }: WayOn) {
  const { verification, start } = wordsOf(language);
  const posted = Object.entries({ ...sample, _test: 'true', [TICKET_FIELD]: ticket });
  const { steps, test } = start;
  return html`<h2>${steps.code}</h2>
    <p><a class="button" href="${code}">${verification.next.code}</a></p>
    <h2>${steps.test}</h2>
    <form method="post" action="../../f/${formId}">
      ${posted.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <p>${test.explanation}</p>
      <button type="submit" class="quiet">${test.button}</button>
    </form>
    <p><a href="../..${INBOX_PATH}">${verification.next.inbox}</a></p>`;
}

/** The page of any mailed link. */
export function decisionPage(language: Language, decision: DecisionPage, ways: DecisionWays): Page {
  const { mark, title, text, facts, note, ask, soft, toInbox } = decision;
  const { next } = ways;
  const list = facts?.map(([name, value]) => [name, renderValue(value)] as const);
  const content = html`${text.map((paragraph) => html`<p>${paragraph}</p>`)}
    ${list ? renderFacts(list) : ''} ${note === undefined ? '' : html`<p>${note}</p>`}
    ${ask ? renderForm(ask, ways) : ''} ${soft === undefined ? '' : html`<p class="soft">${soft}</p>`}
    ${toInbox ? html`<p class="soft"><a href="${ways.inbox}">${wordsOf(language).mails.inboxPage}</a></p>` : ''}
    ${next ? renderNext(language, next) : ''}`;
  return {
    language,
    title,
    mark,
    content,
    ...(next && { head: SENDS_ORIGIN }),
  };
}

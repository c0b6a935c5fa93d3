import { labelOf } from '../../fields/declared-field.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { errorPage } from './error-page.ts';
import { renderGivenField, type GivenField } from './given-field.ts';
import { FORM_STYLE } from './look.ts';
import { renderFacts, styleElement } from './page.ts';
import {
  fileFieldsOf,
  postedPolicy,
  renderPostedForm,
  type Posted,
  type PostedPage,
} from './posted-form.ts';

/** The fields whose files have to be chosen again: no page can give them back. */
export const lostFilesOf = (posted: Posted): GivenField[] =>
  fileFieldsOf(posted)
    .filter(({ name }) => posted.files.has(name))
    .map((field, at) => ({ posted, field, id: `file-${at + 1}`, faults: [], hasFocus: false }));

/** The texts that the visitor wrote, to copy them. */
export function renderWritten(language: Language, { written, settings }: Posted): SafeHtml {
  const labels = new Map(settings.fields?.map((field) => [field.name, labelOf(field)]));
  const facts = Array.from(written, ([name, values]) => {
    const text = values.filter((value) => value.trim() !== '').join('\n');
    return [labels.get(name) ?? name, text] as const;
  }).filter(([, text]) => text !== '');
  return html`<h2>${wordsOf(language).challenge.written}</h2>
    ${renderFacts(facts.map(([name, text]) => [name, html`<span class="said">${text}</span>`]))}`;
}

/** The page of `delivery_failed`, with what the visitor wrote and a button to send it again. */
export const sendAgainPage: PostedPage = (language, { posted, error, website }) => {
  const page = errorPage(language, 'visitor', error, website);
  const lost = lostFilesOf(posted);
  const form = html`${lost.map((field) => renderGivenField(field, language))}
    <button type="submit">${wordsOf(language).givenBack.send}</button>`;
  return {
    ...page,
    head: styleElement(FORM_STYLE),
    content: html`${page.content}
      ${renderPostedForm(posted, form, new Set(lost.map(({ field }) => field.name)))}
      ${renderWritten(language, posted)}`,
    policy: postedPolicy(posted, { style: FORM_STYLE }),
  };
};

import type { FormField } from '../../contract/form-field.ts';
import { checkFields, type FieldFault } from '../../fields/check-fields.ts';
import { labelOf, typeOf } from '../../fields/declared-field.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import { explain, renderGivenField, type GivenField } from './given-field.ts';
import { FORM_STYLE } from './look.ts';
import { renderFacts, styleElement } from './page.ts';
import {
  fileFieldsOf,
  postedPolicy,
  renderPostedForm,
  type Posted,
  type PostedPage,
} from './posted-form.ts';

/** The fields that a visitor sees: the declared ones, and others that were sent files. */
function fieldsOf(posted: Posted, faults: readonly FieldFault[]): GivenField[] {
  const { fields: declared = [], unknown_fields } = posted.settings;
  const others = fileFieldsOf(posted).filter((field) => !declared.includes(field));
  const takesOthers = unknown_fields !== 'refuse' || declared.length === 0;
  const shown = [
    ...declared.filter((field) => typeOf(field) !== 'hidden'),
    ...(takesOthers ? others : []),
  ];
  const faultsOf = (field: FormField) => faults.filter(({ name }) => name === field.name);
  const first = shown.find((field) => faultsOf(field).length > 0);
  return shown.map((field, at) => ({
    posted,
    field,
    id: `field-${at + 1}`,
    faults: faultsOf(field),
    hasFocus: field === first,
  }));
}

const LEFT_OUT = 'left-out';

/** All faults above the form, each with a link to its field. */
function renderSummary(
  language: Language,
  fields: readonly GivenField[],
  leftOut: readonly string[],
): SafeHtml {
  const { givenBack } = wordsOf(language);
  const links = fields
    .filter(({ faults }) => faults.length > 0)
    .map(
      (given) =>
        html`<li><a href="#${given.id}" dir="auto">${labelOf(given.field)}</a><br />${explain(given, language)}</li>`,
    );
  const others =
    leftOut.length > 0 ? html`<li><a href="#${LEFT_OUT}">${givenBack.leftOut.title}</a></li>` : '';
  return html`<div class="faults" role="alert">
    <p>${givenBack.check}</p>
    <ul>
      ${links} ${others}
    </ul>
  </div>`;
}

/** Fields that the form does not take: they are not sent again, but nothing is lost silently. */
function renderLeftOut(language: Language, { given }: Posted, names: readonly string[]) {
  if (names.length === 0) return '';
  const { title, explanation } = wordsOf(language).givenBack.leftOut;
  const values = names.map((name) => [name, (given.get(name) ?? []).join('\n')] as const);
  return html`<section id="${LEFT_OUT}" tabindex="-1">
    <h2>${title}</h2>
    <p>${explanation}</p>
    ${renderFacts(values, 'given')}
  </section>`;
}

/** The page of `submission_invalid`: the form with its entries, and each fault at its field. */
export const faultPage: PostedPage = (language, { posted, error, website }) => {
  const { visitor, givenBack } = wordsOf(language);
  const faults = checkFields(posted.settings, posted.given, posted.files);
  const fields = fieldsOf(posted, faults);
  const leftOut = faults.filter(({ code }) => code === 'unknownField').map(({ name }) => name);
  const except = new Set([...fields.map(({ field }) => field.name), ...leftOut]);
  const content = html`${fields.map((field) => renderGivenField(field, language))}
    <button type="submit">${givenBack.send}</button>`;
  return {
    language,
    title: visitor.submission_invalid.title,
    mark: 'halt',
    website,
    code: error.code,
    head: styleElement(FORM_STYLE),
    content: html`<p>${givenBack.lead}</p>
      ${renderSummary(language, fields, leftOut)} ${renderPostedForm(posted, content, except)}
      ${renderLeftOut(language, posted, leftOut)}`,
    policy: postedPolicy(posted, { style: FORM_STYLE }),
  };
};

import { ENDPOINT_PLACEHOLDER } from '../../../contract/words.ts';
import { HTML } from '../dialects.ts';
import { indent, type Element } from '../markup.ts';
import { SEND } from '../send.ts';
import { SUBMIT_HANDLER, formContent, type Template } from '../snippets.ts';
import { styleOf } from '../style.ts';

const MODULE = `/**
 * Lets every form of the page that posts to the endpoint send without leaving the page.
 * Without JavaScript such a form still posts, and shows the service's own page.
 */
const FORMS = 'form[action="${ENDPOINT_PLACEHOLDER}"]';

/** @param {HTMLFormElement} form */
function enhance(form) {
  const button = form.querySelector('button');
  /** @type {HTMLElement | null} */
  const result = form.querySelector('[role="status"]');
  if (!button || !result) throw new Error('The form lacks its button or its status element.');
  form.addEventListener('submit', ${indent(SUBMIT_HANDLER, 2).trimStart()});
}

${SEND}

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll(FORMS);
forms.forEach(enhance);
`;

const markupOf = (
  fields: readonly Element[],
) => `<form class="contact-form" action="${ENDPOINT_PLACEHOLDER}" method="post">
${formContent(fields, HTML, { spaces: 2 })}
</form>
`;

export const js: Template = {
  files: (fields) => [
    { path: 'contact-form.js', content: MODULE },
    { path: 'contact-form.html', content: markupOf(fields) },
    { path: 'contact-form.css', content: `${styleOf(fields)}\n` },
  ],
  notes: [
    'Paste contact-form.html into your page and import contact-form.js from your bundle.',
    'The module finds the form by its action; the form works without it, too. contact-form.css is optional.',
  ],
};

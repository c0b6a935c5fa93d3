import { ENDPOINT_PLACEHOLDER } from '../../../contract/enums.ts';
import { HTML } from '../dialects.ts';
import { indent } from '../markup.ts';
import { sendCode } from '../send.ts';
import {
  SUBMIT_HANDLER,
  formContent,
  encodingOf,
  type FormDesign,
  type Template,
} from '../snippets.ts';
import { styleOf } from '../style.ts';

const moduleOf = ({ upload }: FormDesign) => `/**
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

${sendCode(upload)}

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll(FORMS);
forms.forEach(enhance);
`;

const markupOf = (
  design: FormDesign,
) => `<form class="contact-form" action="${ENDPOINT_PLACEHOLDER}" method="post"${encodingOf(design)}>
${formContent(design, HTML, { spaces: 2 })}
</form>
`;

export const js: Template = {
  files: (design) => [
    { path: 'contact-form.js', content: moduleOf(design) },
    { path: 'contact-form.html', content: markupOf(design) },
    { path: 'contact-form.css', content: `${styleOf(design)}\n` },
  ],
  notes: [
    'Paste contact-form.html into your page and import contact-form.js from your bundle.',
    'The module finds the form by its action; the form works without it, too. contact-form.css is optional.',
  ],
};

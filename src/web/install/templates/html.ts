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

const contentOf = (design: FormDesign) => `<form
  id="contact-form"
  class="contact-form"
  action="${ENDPOINT_PLACEHOLDER}"
  method="post"${encodingOf(design, 'enctype', '\n  ')}
>
${formContent(design, HTML, { spaces: 2 })}
</form>

<style>
${indent(styleOf(design), 2)}
</style>

<script type="module">
  // Sends without leaving the page. Without JavaScript the form posts and shows the service's page.
  const form = document.getElementById('contact-form');
  const button = form.querySelector('button');
  const result = form.querySelector('[role="status"]');
  form.addEventListener('submit', ${indent(SUBMIT_HANDLER, 2).trimStart()});

${indent(sendCode(design.upload), 2)}
</script>
`;

export const html: Template = {
  files: (design) => [{ path: 'contact-form.html', content: contentOf(design) }],
  notes: [
    'Paste the code into the page where the form should be. It works without JavaScript too.',
  ],
};

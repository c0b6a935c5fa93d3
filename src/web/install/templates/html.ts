import { ENDPOINT_PLACEHOLDER } from '../../../contract/words.ts';
import {
  FORM_CONTENT,
  KEYS,
  SEND,
  STYLE,
  SUBMIT_HANDLER,
  indent,
  type Template,
} from '../snippets.ts';

const CONTENT = `<form
  id="contact-form"
  class="contact-form"
  action="${ENDPOINT_PLACEHOLDER}"
  method="post"
>
${indent(FORM_CONTENT, 2)}
</form>

<style>
${indent(STYLE, 2)}
</style>

<script type="module">
  // Sends without leaving the page. Without JavaScript the form posts and shows the service's page.
  const form = document.getElementById('contact-form');
  const button = form.querySelector('button');
  const result = form.querySelector('[role="status"]');
  form.addEventListener('submit', ${indent(SUBMIT_HANDLER, 2).trimStart()});

${indent(KEYS, 2)}

${indent(SEND, 2)}
</script>
`;

export const html: Template = {
  files: [{ path: 'contact-form.html', content: CONTENT }],
  notes: [
    'Paste the code into the page where the form should be. It works without JavaScript too.',
  ],
};

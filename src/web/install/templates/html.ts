import { ENDPOINT_PLACEHOLDER } from '../../../contract/words.ts';
import { HTML } from '../dialects.ts';
import { indent, type Element } from '../markup.ts';
import { SEND } from '../send.ts';
import { SUBMIT_HANDLER, formContent, type Template } from '../snippets.ts';
import { styleOf } from '../style.ts';

const contentOf = (fields: readonly Element[]) => `<form
  id="contact-form"
  class="contact-form"
  action="${ENDPOINT_PLACEHOLDER}"
  method="post"
>
${formContent(fields, HTML, { spaces: 2 })}
</form>

<style>
${indent(styleOf(fields), 2)}
</style>

<script type="module">
  // Sends without leaving the page. Without JavaScript the form posts and shows the service's page.
  const form = document.getElementById('contact-form');
  const button = form.querySelector('button');
  const result = form.querySelector('[role="status"]');
  form.addEventListener('submit', ${indent(SUBMIT_HANDLER, 2).trimStart()});

${indent(SEND, 2)}
</script>
`;

export const html: Template = {
  files: (fields) => [{ path: 'contact-form.html', content: contentOf(fields) }],
  notes: [
    'Paste the code into the page where the form should be. It works without JavaScript too.',
  ],
};

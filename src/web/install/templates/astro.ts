import { ENDPOINT_PLACEHOLDER } from '../../../contract/enums.ts';
import { ASTRO } from '../dialects.ts';
import { indent } from '../markup.ts';
import { sendTypedCode } from '../send.ts';
import {
  SUBMIT_HANDLER,
  formContent,
  encodingOf,
  type FormDesign,
  type Template,
} from '../snippets.ts';
import { styleOf } from '../style.ts';

const contentOf = (design: FormDesign) => `---
const endpoint = '${ENDPOINT_PLACEHOLDER}';
---

<contact-form>
  <form class="contact-form" action={endpoint} method="post"${encodingOf(design)}>
${formContent(design, ASTRO, { spaces: 4 })}
  </form>
</contact-form>

<style>
${indent(styleOf(design), 2)}
</style>

<script>
  /** Sends without leaving the page. Without JavaScript the form posts and shows the service's page. */
  class ContactForm extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector('form');
      const button = this.querySelector('button');
      const result = this.querySelector<HTMLElement>('[role="status"]');
      if (!form || !button || !result) return;
      // Assigned, not added: an element that is moved is connected again.
      form.onsubmit = ${indent(SUBMIT_HANDLER, 6).trimStart()};
    }
  }

${indent(sendTypedCode(design.upload), 2)}

  customElements.define('contact-form', ContactForm);
</script>
`;

export const astro: Template = {
  files: (design) => [{ path: 'src/components/ContactForm.astro', content: contentOf(design) }],
  notes: [
    'Render <ContactForm /> where the form should be. It needs no integration, and works without ' +
      'JavaScript too.',
  ],
};

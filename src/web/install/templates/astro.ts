import { ENDPOINT_PLACEHOLDER } from '../../../contract/words.ts';
import { FORM_CONTENT, SEND_TYPED, indent, type Template } from '../snippets.ts';

const CONTENT = `---
const endpoint = '${ENDPOINT_PLACEHOLDER}';
---

<contact-form>
  <form action={endpoint} method="post">
${indent(FORM_CONTENT, 4)}
  </form>
</contact-form>

<script>
  /** Sends without leaving the page. Without JavaScript the form posts and shows the service's page. */
  class ContactForm extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector('form');
      const button = this.querySelector('button');
      const status = this.querySelector<HTMLElement>('[role="status"]');
      if (!form || !button || !status) return;

      // Assigned, not added: an element that is moved is connected again.
      form.onsubmit = async (event) => {
        event.preventDefault();
        button.disabled = true;
        button.textContent = 'Sending…';
        status.textContent = '';
        const { ok, message } = await send(form);
        if (ok) form.reset();
        button.disabled = false;
        button.textContent = 'Send';
        status.textContent = message;
        status.focus();
      };
    }
  }

${indent(SEND_TYPED, 2)}

  customElements.define('contact-form', ContactForm);
</script>
`;

export const astro: Template = {
  files: [{ path: 'src/components/ContactForm.astro', content: CONTENT }],
  notes: [
    'Render <ContactForm /> where the form should be. It needs no integration, and works without ' +
      'JavaScript too.',
  ],
};

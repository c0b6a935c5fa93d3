import { ENDPOINT_PLACEHOLDER, type FrameworkId } from '../../contract/enums.ts';
import { sendScript } from './form-script.ts';
import { ASTRO, HTML, indent, SVELTE, VUE } from './markup.ts';
import { nextjs, react } from './react.ts';
import {
  formContent,
  formTag,
  SUBMIT_HANDLER,
  type FormDesign,
  type Framework,
} from './snippets.ts';
import { styleOf } from './style.ts';

const onSubmit = (spaces: number) => indent(SUBMIT_HANDLER, spaces).trimStart();

const pageOf = (design: FormDesign) => `<form
  id="contact-form"
  class="contact-form"
  action="${ENDPOINT_PLACEHOLDER}"
  method="post"${design.upload ? '\n  enctype="multipart/form-data"' : ''}
>
${formContent(design, HTML)}
</form>

<style>
${indent(styleOf(design), 2)}
</style>

<script type="module">
  // Sends without leaving the page. Without JavaScript the form posts and shows the service's page.
  const form = document.getElementById('contact-form');
  const button = form.querySelector('button');
  const result = form.querySelector('[role="status"]');
  form.addEventListener('submit', ${onSubmit(2)});

${indent(sendScript(design.upload, 'js'), 2)}
</script>
`;

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
  form.addEventListener('submit', ${onSubmit(2)});
}

${sendScript(upload, 'js with types')}

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll(FORMS);
forms.forEach(enhance);
`;

const markupOf = (
  design: FormDesign,
) => `${formTag(['class="contact-form"', `action="${ENDPOINT_PLACEHOLDER}"`, 'method="post"'], design, { spaces: 0 })}
${formContent(design, HTML)}
</form>
`;

const vueOf = (design: FormDesign) => `<script setup lang="ts">
import { nextTick, ref, useId, useTemplateRef } from 'vue';

const ENDPOINT = '${ENDPOINT_PLACEHOLDER}';

const id = useId();
const form = useTemplateRef<HTMLFormElement>('form');
const status = useTemplateRef<HTMLParagraphElement>('status');
const sending = ref(false);
const message = ref('');

async function submit() {
  if (!form.value || sending.value) return;
  sending.value = true;
  message.value = '';
  const result = await send(form.value, (text) => (message.value = text));
  if (result.ok) form.value.reset();
  sending.value = false;
  message.value = result.message;
  await nextTick();
  (result.field ?? status.value)?.focus();
}

${sendScript(design.upload, 'ts')}
</script>

<template>
  ${formTag(['ref="form"', 'class="contact-form"', ':action="ENDPOINT"', 'method="post"', '@submit.prevent="submit"'], design, { spaces: 2 })}
${formContent(design, VUE, {
  spaces: 4,
  button: `<button type="submit" :disabled="sending">{{ sending ? 'Sending…' : 'Send' }}</button>`,
  result: '<p ref="status" role="status" tabindex="-1">{{ message }}</p>',
})}
  </form>
</template>

<style scoped>
${styleOf(design)}
</style>
`;

const svelteOf = (design: FormDesign) => `<script lang="ts">
  import { tick } from 'svelte';

  const ENDPOINT = '${ENDPOINT_PLACEHOLDER}';

  const id = $props.id();
  let status: HTMLParagraphElement;
  let sending = $state(false);
  let message = $state('');

  async function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const form = event.currentTarget;
    sending = true;
    message = '';
    const result = await send(form, (text) => (message = text));
    if (result.ok) form.reset();
    sending = false;
    message = result.message;
    await tick();
    (result.field ?? status).focus();
  }

${indent(sendScript(design.upload, 'ts'), 2)}
</script>

${formTag(['class="contact-form"', 'action={ENDPOINT}', 'method="post"', 'onsubmit={submit}'], design, { spaces: 0 })}
${formContent(design, SVELTE, {
  spaces: 2,
  button: `<button type="submit" disabled={sending}>{sending ? 'Sending…' : 'Send'}</button>`,
  result: '<p bind:this={status} role="status" tabindex="-1">{message}</p>',
})}
</form>

<style>
${indent(styleOf(design), 2)}
</style>
`;

const astroOf = (design: FormDesign) => `---
const endpoint = '${ENDPOINT_PLACEHOLDER}';
---

<contact-form>
  ${formTag(['class="contact-form"', 'action={endpoint}', 'method="post"'], design, { spaces: 2 })}
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
      form.onsubmit = ${onSubmit(6)};
    }
  }

${indent(sendScript(design.upload, 'ts'), 2)}

  customElements.define('contact-form', ContactForm);
</script>
`;

/** Everything about each framework of the contract: a missing one does not compile. */
export const FRAMEWORKS: Record<FrameworkId, Framework> = {
  html: {
    audience: 'any website',
    notes: [
      'Paste the code into the page where the form should be. It works without JavaScript too.',
    ],
    files: (design) => [{ path: 'contact-form.html', content: pageOf(design) }],
  },
  js: {
    audience: 'any website with a bundler',
    notes: [
      'Paste contact-form.html into your page and import contact-form.js from your bundle.',
      'The module finds the form by its action; the form works without it, too. contact-form.css is optional.',
    ],
    files: (design) => [
      { path: 'contact-form.js', content: moduleOf(design) },
      { path: 'contact-form.html', content: markupOf(design) },
      { path: 'contact-form.css', content: `${styleOf(design)}\n` },
    ],
  },
  react,
  vue: {
    audience: 'Vue 3.5',
    notes: ['Render <ContactForm /> where the form should be.'],
    files: (design) => [{ path: 'src/components/ContactForm.vue', content: vueOf(design) }],
  },
  svelte: {
    audience: 'Svelte 5',
    notes: ['Render <ContactForm /> where the form should be.'],
    files: (design) => [{ path: 'src/lib/ContactForm.svelte', content: svelteOf(design) }],
  },
  astro: {
    audience: 'Astro 7',
    notes: [
      'Render <ContactForm /> where the form should be. It needs no integration, and works without ' +
        'JavaScript too.',
    ],
    files: (design) => [{ path: 'src/components/ContactForm.astro', content: astroOf(design) }],
  },
  nextjs,
};

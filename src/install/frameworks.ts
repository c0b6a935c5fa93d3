import { ENDPOINT_PLACEHOLDER, type FrameworkId } from '../contract/enums.ts';
import { sendScript } from './form-script.ts';
import { ASTRO, indent, SVELTE_STATE, VUE_STATE } from './markup.ts';
import { nextjs, react } from './react.ts';
import {
  astroWithScript,
  plainForm,
  scriptElement,
  styleElement,
  svelteWithScript,
  vueWithScript,
} from './with-script.ts';
import {
  ASTRO_VARIABLE,
  endpointIn,
  formContent,
  formTag,
  submitHandler,
  type FormDesign,
  type Framework,
  VITE_VARIABLE,
} from './snippets.ts';
import { styleOf } from './style.ts';

const onSubmit = (design: FormDesign, spaces: number) =>
  indent(submitHandler(design), spaces).trimStart();

const pageScript = (design: FormDesign) => `<script type="module">
  // Sends without leaving the page. Without JavaScript, the service's page answers.
  const form = document.getElementById('contact-form');
  const button = form.querySelector('button');
  const result = form.querySelector('[role="status"]');
  form.addEventListener('submit', ${onSubmit(design, 2)});

${indent(sendScript(design, 'js', true), 2)}
</script>`;

const moduleOf = (design: FormDesign) => `/**
 * Lets every form of the page that posts to the endpoint send without leaving the page.
 * Without JavaScript such a form still posts, and shows the service's own page.
 */
const FORMS = 'form[action="${ENDPOINT_PLACEHOLDER}"]';

function enhance(form) {
  const button = form.querySelector('button');
  const result = form.querySelector('[role="status"]');
  if (!button || !result) throw new Error('The form lacks its button or its status element.');
  form.addEventListener('submit', ${onSubmit(design, 2)});
}

${sendScript(design, 'js', true)}

document.querySelectorAll(FORMS).forEach(enhance);
`;

const vueOf = (design: FormDesign) => `<script setup lang="ts">
import { computed, nextTick, ref, shallowRef, useId, useTemplateRef } from 'vue';

const ENDPOINT =
  ${endpointIn(VITE_VARIABLE)};

const id = useId();
const form = useTemplateRef<HTMLFormElement>('form');
const status = useTemplateRef<HTMLParagraphElement>('status');
const sending = ref(false);
const progress = ref('');
const result = shallowRef<Result>();
const state = computed(() =>
  sending.value ? 'working' : result.value && (result.value.ok ? 'sent' : 'failed'),
);

async function submit() {
  if (!form.value || sending.value) return;
  sending.value = true;
  progress.value = '';
  result.value = undefined;
  const answer = await send(form.value, { texts, say: (text) => (progress.value = text) });
  if (answer.ok) form.value.reset();
  sending.value = false;
  result.value = answer;
  await nextTick();
  const faulty = form.value.querySelector<HTMLElement>('[aria-invalid="true"]');
  (faulty ?? status.value)?.focus();
}

${sendScript(design, 'ts', false)}
</script>

<template>
  ${formTag(['ref="form"', 'class="contact-form"', ':action="ENDPOINT"', 'method="post"', ':data-state="state"', '@submit.prevent="submit"'], design, { spaces: 2 })}
${formContent(design, VUE_STATE, {
  spaces: 4,
  button: `<button type="submit" :disabled="sending">
  {{ sending ? '${design.words.sending}' : '${design.words.send}' }}
</button>`,
  result: '<p ref="status" role="status" tabindex="-1">{{ result?.message ?? progress }}</p>',
})}
  </form>
</template>

<style scoped>
${styleOf(design)}
</style>
`;

const svelteOf = (design: FormDesign) => `<script lang="ts">
  import { tick } from 'svelte';

  const ENDPOINT =
    ${endpointIn(VITE_VARIABLE)};

  const id = $props.id();
  let status: HTMLParagraphElement;
  let sending = $state(false);
  let progress = $state('');
  let result = $state.raw<Result>();

  async function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const form = event.currentTarget;
    sending = true;
    progress = '';
    result = undefined;
    const answer = await send(form, { texts, say: (text) => (progress = text) });
    if (answer.ok) form.reset();
    sending = false;
    result = answer;
    await tick();
    (form.querySelector<HTMLElement>('[aria-invalid="true"]') ?? status).focus();
  }

${indent(sendScript(design, 'ts', false), 2)}
</script>

${formTag(['class="contact-form"', 'action={ENDPOINT}', 'method="post"', `data-state={sending ? 'working' : result && (result.ok ? 'sent' : 'failed')}`, 'onsubmit={submit}'], design, { spaces: 0 })}
${formContent(design, SVELTE_STATE, {
  button: `<button type="submit" disabled={sending}>
  {sending ? '${design.words.sending}' : '${design.words.send}'}
</button>`,
  result: '<p bind:this={status} role="status" tabindex="-1">{result?.message ?? progress}</p>',
})}
</form>

<style>
${indent(styleOf(design), 2)}
</style>
`;

const astroOf = (design: FormDesign) => `---
const endpoint =
  ${endpointIn(ASTRO_VARIABLE)};
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
  /** Sends without leaving the page. Without JavaScript, the form posts as usual. */
  class ContactForm extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector('form');
      const button = this.querySelector('button');
      const result = this.querySelector<HTMLElement>('[role="status"]');
      if (!form || !button || !result) return;
      // Assigned, not added: an element that is moved is connected again.
      form.onsubmit = ${onSubmit(design, 6)};
    }
  }

${indent(sendScript(design, 'ts', true), 2)}

  customElements.define('contact-form', ContactForm);
</script>
`;

/** A component is one file, with the code that sends it or with the script of the service. */
const oneFile =
  (
    path: string,
    ownOf: (design: FormDesign) => string,
    withScript: (script: string, design: FormDesign) => string,
  ): Framework['files'] =>
  (design, script) => [{ path, content: script ? withScript(script, design) : ownOf(design) }];

const ENVIRONMENT_NOTE =
  'VITE_FORM_ENDPOINT in the environment of the build replaces the endpoint.';

/** Everything about each framework of the contract: a missing one does not compile. */
export const FRAMEWORKS: Record<FrameworkId, Framework> = {
  html: {
    audience: 'any website',
    notes: [
      'Paste the code into the page where the form should be. It works without JavaScript too.',
    ],
    files: (design, script) => [
      {
        path: 'contact-form.html',
        content: `${plainForm(design, script ? [] : ['id="contact-form"'])}

${styleElement(design)}

${script ? scriptElement(script) : pageScript(design)}
`,
      },
    ],
  },
  js: {
    audience: 'any website with a bundler',
    notes: [
      'Paste contact-form.html into your page and import contact-form.js from your bundle.',
      'The module finds the form by its action; the form works without it, too. contact-form.css is optional.',
    ],
    files: (design, script) => [
      ...(script ? [] : [{ path: 'contact-form.js', content: moduleOf(design) }]),
      {
        path: 'contact-form.html',
        content: `${plainForm(design)}\n${script ? `\n${scriptElement(script)}\n` : ''}`,
      },
      { path: 'contact-form.css', content: `${styleOf(design)}\n` },
    ],
  },
  react,
  vue: {
    audience: 'Vue 3.5',
    notes: ['Render <ContactForm /> where the form should be.', ENVIRONMENT_NOTE],
    files: oneFile('src/components/ContactForm.vue', vueOf, vueWithScript),
  },
  svelte: {
    audience: 'Svelte 5',
    notes: ['Render <ContactForm /> where the form should be.', ENVIRONMENT_NOTE],
    files: oneFile('src/lib/ContactForm.svelte', svelteOf, svelteWithScript),
  },
  astro: {
    audience: 'Astro 7',
    notes: [
      'Render <ContactForm /> where the form should be. It needs no integration, and works without ' +
        'JavaScript too.',
    ],
    files: oneFile('src/components/ContactForm.astro', astroOf, astroWithScript),
  },
  nextjs,
};

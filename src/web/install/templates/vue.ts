import { ENDPOINT_PLACEHOLDER } from '../../../contract/enums.ts';
import { VUE } from '../dialects.ts';
import { indent, writeMarkup } from '../markup.ts';
import { sendTypedCode } from '../send.ts';
import { TRAP, formTag, progressOf, type FormDesign, type Template } from '../snippets.ts';
import { styleOf } from '../style.ts';

const contentOf = (design: FormDesign) => `<script setup lang="ts">
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

${sendTypedCode(design.upload)}
</script>

<template>
  ${formTag(['ref="form"', 'class="contact-form"', ':action="ENDPOINT"', 'method="post"', '@submit.prevent="submit"'], design, { spaces: 2 })}
${writeMarkup(design.elements, VUE, { spaces: 4 })}
${indent(TRAP, 4)}
    <button type="submit" :disabled="sending">{{ sending ? 'Sending…' : 'Send' }}</button>
${progressOf(design.upload, 4)}    <p ref="status" role="status" tabindex="-1">{{ message }}</p>
  </form>
</template>

<style scoped>
${styleOf(design)}
</style>
`;

export const vue: Template = {
  files: (design) => [{ path: 'src/components/ContactForm.vue', content: contentOf(design) }],
  notes: ['Render <ContactForm /> where the form should be.'],
};

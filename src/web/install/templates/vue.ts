import { ENDPOINT_PLACEHOLDER } from '../../../contract/words.ts';
import { SEND_TYPED, STYLE, TRAP, indent, type Template } from '../snippets.ts';

const CONTENT = `<script setup lang="ts">
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
  const result = await send(form.value);
  if (result.ok) form.value.reset();
  sending.value = false;
  message.value = result.message;
  await nextTick();
  status.value?.focus();
}

${SEND_TYPED}
</script>

<template>
  <form ref="form" class="contact-form" :action="ENDPOINT" method="post" @submit.prevent="submit">
    <p>
      <label :for="id + '-name'">Name</label>
      <input :id="id + '-name'" name="name" type="text" autocomplete="name" required />
    </p>
    <p>
      <label :for="id + '-email'">Email</label>
      <input :id="id + '-email'" name="email" type="email" autocomplete="email" required />
    </p>
    <p>
      <label :for="id + '-message'">Message</label>
      <textarea :id="id + '-message'" name="message" rows="6" required></textarea>
    </p>
${indent(TRAP, 4)}
    <button type="submit" :disabled="sending">{{ sending ? 'Sending…' : 'Send' }}</button>
    <p ref="status" role="status" tabindex="-1">{{ message }}</p>
  </form>
</template>

<style scoped>
${STYLE}
</style>
`;

export const vue: Template = {
  files: [{ path: 'src/components/ContactForm.vue', content: CONTENT }],
  notes: ['Render <ContactForm /> where the form should be.'],
};

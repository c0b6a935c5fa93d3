import { ENDPOINT_PLACEHOLDER } from '../../../contract/words.ts';
import { SEND_TYPED, STYLE, TRAP, indent, type Template } from '../snippets.ts';

const CONTENT = `<script lang="ts">
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
    const result = await send(form);
    if (result.ok) form.reset();
    sending = false;
    message = result.message;
    await tick();
    status.focus();
  }

${indent(SEND_TYPED, 2)}
</script>

<form class="contact-form" action={ENDPOINT} method="post" onsubmit={submit}>
  <p>
    <label for="{id}-name">Name</label>
    <input id="{id}-name" name="name" type="text" autocomplete="name" required />
  </p>
  <p>
    <label for="{id}-email">Email</label>
    <input id="{id}-email" name="email" type="email" autocomplete="email" required />
  </p>
  <p>
    <label for="{id}-message">Message</label>
    <textarea id="{id}-message" name="message" rows="6" required></textarea>
  </p>
${indent(TRAP, 2)}
  <button type="submit" disabled={sending}>{sending ? 'Sending…' : 'Send'}</button>
  <p bind:this={status} role="status" tabindex="-1">{message}</p>
</form>

<style>
${indent(STYLE, 2)}
</style>
`;

export const svelte: Template = {
  files: [{ path: 'src/lib/ContactForm.svelte', content: CONTENT }],
  notes: ['Render <ContactForm /> where the form should be.'],
};

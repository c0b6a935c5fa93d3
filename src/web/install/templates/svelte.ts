import { ENDPOINT_PLACEHOLDER } from '../../../contract/words.ts';
import { SVELTE } from '../dialects.ts';
import { indent, writeMarkup, type Element } from '../markup.ts';
import { SEND_TYPED } from '../send.ts';
import { TRAP, type Template } from '../snippets.ts';
import { styleOf } from '../style.ts';

const contentOf = (fields: readonly Element[]) => `<script lang="ts">
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

${indent(SEND_TYPED, 2)}
</script>

<form class="contact-form" action={ENDPOINT} method="post" onsubmit={submit}>
${writeMarkup(fields, SVELTE, { spaces: 2 })}
${indent(TRAP, 2)}
  <button type="submit" disabled={sending}>{sending ? 'Sending…' : 'Send'}</button>
  <p bind:this={status} role="status" tabindex="-1">{message}</p>
</form>

<style>
${indent(styleOf(fields), 2)}
</style>
`;

export const svelte: Template = {
  files: (fields) => [{ path: 'src/lib/ContactForm.svelte', content: contentOf(fields) }],
  notes: ['Render <ContactForm /> where the form should be.'],
};

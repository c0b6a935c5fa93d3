import { ENDPOINT_PLACEHOLDER } from '../../../contract/enums.ts';
import { SVELTE } from '../dialects.ts';
import { indent, writeMarkup } from '../markup.ts';
import { sendTypedCode } from '../send.ts';
import { TRAP, formTag, progressOf, type FormDesign, type Template } from '../snippets.ts';
import { styleOf } from '../style.ts';

const contentOf = (design: FormDesign) => `<script lang="ts">
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

${indent(sendTypedCode(design.upload), 2)}
</script>

${formTag(['class="contact-form"', 'action={ENDPOINT}', 'method="post"', 'onsubmit={submit}'], design, { spaces: 0 })}
${writeMarkup(design.elements, SVELTE, { spaces: 2 })}
${indent(TRAP, 2)}
  <button type="submit" disabled={sending}>{sending ? 'Sending…' : 'Send'}</button>
${progressOf(design.upload, 2)}  <p bind:this={status} role="status" tabindex="-1">{message}</p>
</form>

<style>
${indent(styleOf(design), 2)}
</style>
`;

export const svelte: Template = {
  files: (design) => [{ path: 'src/lib/ContactForm.svelte', content: contentOf(design) }],
  notes: ['Render <ContactForm /> where the form should be.'],
};

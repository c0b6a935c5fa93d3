import { indent } from './template.ts';

const REQUEST = `await fetch(form.action, {
  method: 'POST',
  headers: { Accept: 'application/json' },
  body: new FormData(form),
  signal: AbortSignal.timeout(30_000),
});`;

const UNREACHABLE = `{
  ok: false,
  message: 'Your message could not be sent. Please check your connection and try again.',
};`;

function sendFunction(signature: string, messageType: string): string {
  return `${signature} {
  try {
    const response = ${indent(REQUEST, 4).trimStart()}
    const { message }${messageType} = await response.json();
    return { ok: response.ok, message };
  } catch {
    return ${indent(UNREACHABLE, 4).trimStart()}
  }
}`;
}

/** Sends a form and resolves to what to tell the visitor, in the words of the service. */
export const SEND = sendFunction('async function send(form)', '');

/** The same in TypeScript. */
export const SEND_TYPED = `interface Result {
  ok: boolean;
  message: string;
}

${sendFunction(
  'async function send(form: HTMLFormElement): Promise<Result>',
  ': { message: string }',
)}`;

/**
 * A trap for robots, in HTML that Vue, Svelte and Astro read alike. Not displayed, so neither
 * keyboard, assistive technology nor autofill reach it; its own label keeps autofill from taking the
 * text of a neighbour for one. The style holds where a reset outweighs `hidden`, and `hidden` where a
 * Content-Security-Policy forbids inline styles.
 */
export const TRAP = `<!-- A trap for robots. Leave it hidden, empty and after the real fields. -->
<div hidden style="display: none" aria-hidden="true">
  <label>
    Leave this empty
    <input
      name="_gotcha"
      type="text"
      tabindex="-1"
      autocomplete="off"
      data-1p-ignore
      data-bwignore
      data-lpignore="true"
    />
  </label>
</div>`;

/** Real fields, trap, button and result, in plain HTML; ids begin with `contact-`. */
export const FORM_CONTENT = `<p>
  <label for="contact-name">Name</label>
  <input id="contact-name" name="name" type="text" autocomplete="name" required />
</p>
<p>
  <label for="contact-email">Email</label>
  <input id="contact-email" name="email" type="email" autocomplete="email" required />
</p>
<p>
  <label for="contact-message">Message</label>
  <textarea id="contact-message" name="message" rows="6" required></textarea>
</p>
${TRAP}
<button type="submit">Send</button>
<p role="status" tabindex="-1"></p>`;

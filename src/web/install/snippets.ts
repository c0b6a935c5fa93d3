import type { InstallArtifact } from '../../contract/schemas.ts';

/** The form code of one framework; its files have the placeholder where the endpoint belongs. */
export interface Template {
  /** `raw=1` answers with the first file, so that one has the endpoint. */
  files: InstallArtifact['files'];
  /** Notes in addition to those of every artifact. */
  notes: readonly string[];
}

/** Indents every line of a snippet that is not blank by this many more spaces. */
export function indent(snippet: string, spaces: number): string {
  return snippet.replace(/^(?=.)/gm, ' '.repeat(spaces));
}

/**
 * A form that names a thank-you page gets 303 after delivery; fetch cannot read one of another origin,
 * so the visitor is sent there. Other forms follow redirects, as these are not the service's.
 */
function sendFunction(signature: string, answerType: string): string {
  return `${signature} {
  const sent = 'Thank you. Your message was received.';
  const unsent = 'Your message could not be sent. Please check your connection and try again.';
  const fields = new FormData(form);
  const content = JSON.stringify([...fields]);
  const key = keys.get(content) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keys.set(content, key);
  const thanksPage = [...fields.getAll('_redirect'), ...fields.getAll('redirect')]
    .map(String)
    .find((url) => url.trim() !== '');
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Idempotency-Key': key },
      body: fields,
      redirect: thanksPage ? 'manual' : 'follow',
      signal: AbortSignal.timeout(30_000),
    });
    // The service redirects once it has delivered.
    if (thanksPage && response.type === 'opaqueredirect') {
      keys.delete(content);
      location.assign(thanksPage);
      return { ok: true, message: sent };
    }
    const answer${answerType} = await response.json().catch(() => undefined);
    if (!response.ok) return { ok: false, message: answer?.message ?? unsent };
    keys.delete(content);
    // The service's own page says no more than the message: leave for another one only.
    const ownPage = new URL('../thanks', response.url).href;
    if (answer?.next && answer.next !== ownPage) location.assign(answer.next);
    return { ok: true, message: answer?.message ?? sent };
  } catch {
    return { ok: false, message: unsent };
  }
}`;
}

const keysOf = (
  type: string,
) => `/** A key for each message that is not sent yet: trying again cannot deliver it twice. */
const keys = new Map${type}();`;

/** What `send` remembers. */
export const KEYS = keysOf('');

/** Sends a form and resolves to the message for the visitor, as the service words it. */
export const SEND = sendFunction('async function send(form)', '');

/** Both in TypeScript. */
export const SEND_TYPED = `interface Result {
  ok: boolean;
  message: string;
}

interface Answer {
  message?: string;
  next?: string;
}

${keysOf('<string, string>')}

${sendFunction(
  'async function send(form: HTMLFormElement): Promise<Result>',
  ': Answer | undefined',
)}`;

/** What a form without a framework does when it is submitted; its parts are `form`, `button`, `result`. */
export const SUBMIT_HANDLER = `async (event) => {
  event.preventDefault();
  const label = button.textContent;
  button.disabled = true;
  button.textContent = 'Sending…';
  result.textContent = '';
  const { ok, message } = await send(form);
  if (ok) form.reset();
  button.disabled = false;
  button.textContent = label;
  result.textContent = message;
  result.focus();
}`;

/**
 * Fits light and dark pages, as their color-scheme says, and narrow ones. With `:where` any rule of
 * the website wins.
 */
export const STYLE = `/* Optional. The font, the text color and light or dark (color-scheme) are those of the page. */
:where(.contact-form) {
  --accent: light-dark(#1d4f91, #a9c8f5);
  display: grid;
  gap: 1rem;
  max-width: 36rem;
}
:where(.contact-form p) {
  margin: 0;
}
:where(.contact-form label) {
  display: block;
  margin-bottom: 0.25rem;
  font-weight: 600;
}
:where(.contact-form :is(input, textarea, button)) {
  box-sizing: border-box;
  width: 100%;
  padding: 0.625rem 0.75rem;
  border: 1px solid color-mix(in srgb, currentcolor 60%, transparent);
  border-radius: 0.375rem;
  background: none;
  color: inherit;
  font: inherit;
}
:where(.contact-form button) {
  width: auto;
  justify-self: start;
  border-color: transparent;
  background: var(--accent);
  color: light-dark(#fff, #10233d);
  font-weight: 600;
  cursor: pointer;
}
:where(.contact-form button:disabled) {
  opacity: 0.6;
}
:where(.contact-form :focus-visible) {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}`;

/**
 * A trap for robots, in HTML for Vue, Svelte and Astro alike; its label keeps autofill out. `style`
 * works where a reset overrides `hidden`, and `hidden` where a CSP forbids inline styles.
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

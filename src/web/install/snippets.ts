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
  const thanksPage = [...fields.getAll('_redirect'), ...fields.getAll('redirect')]
    .map(String)
    .find((url) => url.trim() !== '');
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: fields,
      redirect: thanksPage ? 'manual' : 'follow',
      signal: AbortSignal.timeout(30_000),
    });
    // The service redirects once it has delivered.
    if (thanksPage && response.type === 'opaqueredirect') {
      location.assign(thanksPage);
      return { ok: true, message: sent };
    }
    const answer${answerType} = await response.json().catch(() => undefined);
    return { ok: response.ok, message: answer?.message ?? (response.ok ? sent : unsent) };
  } catch {
    return { ok: false, message: unsent };
  }
}`;
}

/** Sends a form and resolves to the message for the visitor, as the service words it. */
export const SEND = sendFunction('async function send(form)', '');

/** The same in TypeScript. */
export const SEND_TYPED = `interface Result {
  ok: boolean;
  message: string;
}

${sendFunction(
  'async function send(form: HTMLFormElement): Promise<Result>',
  ': { message?: string } | undefined',
)}`;

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

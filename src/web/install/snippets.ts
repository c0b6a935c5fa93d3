import type { InstallArtifact } from '../../contract/schemas.ts';
import { indent, writeMarkup, type Dialect, type Element } from './markup.ts';

/** The form code of one framework; its files have the placeholder where the endpoint belongs. */
export interface Template {
  /** `raw=1` answers with the first file, so that one has the endpoint. */
  files(fields: readonly Element[]): InstallArtifact['files'];
  /** Notes in addition to those of every artifact. */
  notes: readonly string[];
}

/** What a form without a framework does when it is submitted; its parts are `form`, `button`, `result`. */
export const SUBMIT_HANDLER = `async (event) => {
  event.preventDefault();
  const label = button.textContent;
  button.disabled = true;
  button.textContent = 'Sending…';
  result.textContent = '';
  const { ok, message, field } = await send(form, (text) => {
    result.textContent = text;
  });
  if (ok) form.reset();
  button.disabled = false;
  button.textContent = label;
  result.textContent = message;
  (field ?? result).focus();
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

/** Real fields, trap, button and result, for what is written like HTML. */
export const formContent = (
  fields: readonly Element[],
  dialect: Dialect,
  { spaces }: { spaces: number },
): string => `${writeMarkup(fields, dialect, { spaces })}
${indent(TRAP, spaces)}
${' '.repeat(spaces)}<button type="submit">Send</button>
${' '.repeat(spaces)}<p role="status" tabindex="-1"></p>`;

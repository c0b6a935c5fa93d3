import type { InstallArtifact } from '../../contract/schemas.ts';
import type { Element } from '../../submissions/fields/field-elements.ts';
import { indent, writeMarkup, type Dialect } from './markup.ts';
import type { Upload } from './upload.ts';

/** A form, whatever the framework. */
export interface FormDesign {
  elements: readonly Element[];
  /** What its files may be; undefined for a form without. */
  upload: Upload | undefined;
}

const ENCODING = 'multipart/form-data';

/** The attribute that a form with files needs, with a space before it. */
export const encodingOf = ({ upload }: FormDesign, name = 'enctype', space = ' '): string =>
  upload ? `${space}${name}="${ENCODING}"` : '';

/** The tag of a form, one attribute on each line where it has files. */
export const formTag = (
  attributes: readonly string[],
  { upload }: FormDesign,
  { spaces, name = 'enctype' }: { spaces: number; name?: string },
): string => {
  if (!upload) return `<form ${attributes.join(' ')}>`;
  const all = attributes.toSpliced(-1, 0, `${name}="${ENCODING}"`);
  const lines = ['<form', ...all.map((attribute) => `  ${attribute}`), '>'];
  return lines.join(`\n${' '.repeat(spaces)}`);
};

/** The form code of one framework; its files have the placeholder where the endpoint belongs. */
export interface Template {
  /** `raw=1` answers with the first file, so that one has the endpoint. */
  files(design: FormDesign): InstallArtifact['files'];
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

/** Where the progress of an upload is shown, as a line; in JSX too. */
export const progressOf = (upload: Upload | undefined, spaces: number): string =>
  upload ? `${' '.repeat(spaces)}<progress hidden aria-label="Upload"></progress>\n` : '';

/** Real fields, trap, button and result, for what is written like HTML. */
export const formContent = (
  { elements, upload }: FormDesign,
  dialect: Dialect,
  { spaces }: { spaces: number },
): string => `${writeMarkup(elements, dialect, { spaces })}
${indent(TRAP, spaces)}
${' '.repeat(spaces)}<button type="submit">Send</button>
${progressOf(upload, spaces)}${' '.repeat(spaces)}<p role="status" tabindex="-1"></p>`;

import type { FormField } from '../../contract/form-settings.ts';
import type { InstallArtifact } from '../../contract/schemas.ts';
import { attributeOf, indent, writeMarkup, type Dialect } from './markup.ts';
import { formElements, type Upload } from './form-elements.ts';

/** A form, whatever the framework. */
export interface FormDesign {
  fields: readonly FormField[];
  /** Limits on its files; undefined for a form without files. */
  upload: Upload | undefined;
}

/** The form code of one framework; its files have the placeholder for the endpoint. */
export interface Framework {
  /** The framework, with the version that the code is built and tested with. */
  audience: string;
  /** `raw=1` answers with the first file, so that one has the endpoint. */
  files(design: FormDesign): InstallArtifact['files'];
  /** Notes in addition to those of every artifact. */
  notes: readonly string[];
}

/** The tag of a form, one attribute on each line if it has files. */
export function formTag(
  attributes: readonly string[],
  { upload }: FormDesign,
  { spaces, name = 'enctype' }: { spaces: number; name?: string },
): string {
  if (!upload) return `<form ${attributes.join(' ')}>`;
  const lines = [...attributes, `${name}="multipart/form-data"`].map((line) => `  ${line}`);
  return ['<form', ...lines, '>'].join(`\n${' '.repeat(spaces)}`);
}

/** The submit handler of a form without a framework; its parts are `form`, `button`, `result`. */
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
 * A trap for robots; its label keeps autofill out. `style`
 * works if a reset overrides `hidden`, and `hidden` if a CSP forbids inline styles.
 */
function trapOf(dialect: Dialect): string {
  const [begin, end] = dialect.isJsx ? ['{/*', '*/}'] : ['<!--', '-->'];
  const write = (name: string, value: string) => attributeOf(name, value, dialect);
  return `${begin} A trap for robots. Leave it hidden, empty and after the real fields. ${end}
<div hidden ${write('style', 'display: none')} aria-hidden="true">
  <label>
    Leave this empty
    <input
      name="_gotcha"
      type="text"
      ${write('tabindex', '-1')}
      ${write('autocomplete', 'off')}
      data-1p-ignore
      data-bwignore
      data-lpignore="true"
    />
  </label>
</div>`;
}

/** How plain HTML has the button and the result. */
const PLAIN = {
  spaces: 2,
  button: '<button type="submit">Send</button>',
  result: '<p role="status" tabindex="-1"></p>',
};

/** Real fields, trap, button, the progress of an upload, and result. */
export function formContent(
  { fields, upload }: FormDesign,
  dialect: Dialect,
  own: Partial<typeof PLAIN> = {},
): string {
  const { spaces, button, result } = { ...PLAIN, ...own };
  const below = [
    trapOf(dialect),
    button,
    ...(upload ? ['<progress hidden aria-label="Upload"></progress>'] : []),
    result,
  ];
  const markup = writeMarkup(formElements(fields, upload), dialect, { spaces });
  return `${markup}\n${indent(below.join('\n'), spaces)}`;
}

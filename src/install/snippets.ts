import { ENDPOINT_PLACEHOLDER } from '../contract/enums.ts';
import type { FormField } from '../contract/form-field.ts';
import type { InstallArtifact } from '../contract/schemas.ts';
import { attributeOf, indent, writeMarkup, type Dialect } from './markup.ts';
import { formElements, type Upload } from './form-elements.ts';
import type { FormWords } from './form-words.ts';

/** A form, whatever the framework. */
export interface FormDesign {
  fields: readonly FormField[];
  /** Limits on its files; undefined for a form without files. */
  upload: Upload | undefined;
  /** True if it may ask for the solution of a challenge. */
  solves: boolean;
  /** Its words, in the language of its setting or English. */
  words: FormWords;
}

type Files = InstallArtifact['files'];

/** The form code of one framework; its files have the placeholder for the endpoint. */
export interface Framework {
  /** The framework, with the version that the code is built and tested with. */
  audience: string;
  /**
   * The code with the service's script at this address, or all in files. `raw=1` answers with the
   * first file, so the endpoint must be in it.
   */
  files(design: FormDesign, script?: string): Files;
  /** Notes in addition to those of every artifact. */
  notes: readonly string[];
}

/** Tells a script about the form's files. */
const limitsOf = ({ upload }: FormDesign): string[] =>
  upload ? [`data-max-bytes="${upload.maxBytes}"`, `data-max-files="${upload.maxCount}"`] : [];

/** Where builds with Vite, and Astro, have the endpoint of a form, if it is set. */
export const VITE_VARIABLE = 'import.meta.env.VITE_FORM_ENDPOINT';
export const ASTRO_VARIABLE = 'import.meta.env.PUBLIC_FORM_ENDPOINT';

/** The endpoint as a script has it: from the environment of the build, or as it is. */
export const endpointIn = (variable: string): string => `${variable} ?? '${ENDPOINT_PLACEHOLDER}'`;

/** Columns that a tag has at most, if it can be broken, and that most endpoints have. */
const WIDTH = 100;
const USUAL = '_'.repeat(48);

interface TagOptions {
  spaces: number;
  name?: string;
}

/** The tag of a form, which says the language of its words, in one line if there is room. */
export function formTag(
  attributes: readonly string[],
  design: FormDesign,
  { spaces, name = 'enctype' }: TagOptions,
): string {
  const files = design.upload ? [`${name}="multipart/form-data"`, ...limitsOf(design)] : [];
  const all = [...attributes, `data-language="${design.words.tag}"`, ...files];
  const line = ['<form', ...all].join(' ');
  const width = line.replace(ENDPOINT_PLACEHOLDER, USUAL).length + 1;
  if (width + spaces <= WIDTH) return `${line}>`;
  const lines = all.map((each) => `  ${each}`);
  return ['<form', ...lines, '>'].join(`\n${' '.repeat(spaces)}`);
}

/** The submit handler of a form without a framework; its parts are `form`, `button`, `result`. */
export const submitHandler = (design: FormDesign): string => `async (event) => {
  event.preventDefault();
  const label = button.textContent;
  form.dataset.state = 'working';
  button.disabled = true;
  button.textContent = '${design.words.sending}';
  result.textContent = '';
  showErrors(form, new Map());
  const { ok, message, errors } = await send(form, {
    texts,
    say: (text) => (result.textContent = text),
  });
  if (ok) form.reset();
  form.dataset.state = ok ? 'sent' : 'failed';
  button.disabled = false;
  button.textContent = label;
  result.textContent = message;
  (showErrors(form, errors) ?? result).focus();
}`;

/**
 * A trap for robots; its label keeps autofill out. `style`
 * works if a reset overrides `hidden`, and `hidden` if a CSP forbids inline styles.
 */
function trapOf(dialect: Dialect, { trap }: FormWords): string {
  const [begin, end] = dialect.isJsx ? ['{/*', '*/}'] : ['<!--', '-->'];
  const write = (name: string, value: string) => attributeOf(name, value, dialect);
  return `${begin} A trap for robots. Leave it hidden, empty and after the real fields. ${end}
<div hidden ${write('style', 'display: none')} aria-hidden="true">
  <label>
    ${trap}
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

/** How a framework has the button and the result. */
interface Own {
  spaces?: number;
  button?: string;
  result?: string;
}

/** Fields, trap, button, upload progress and result; plain HTML by default. */
export function formContent(
  design: FormDesign,
  dialect: Dialect,
  {
    spaces = 2,
    button = `<button type="submit">${design.words.send}</button>`,
    result = `<p role="status" ${attributeOf('tabindex', '-1', dialect)}></p>`,
  }: Own = {},
): string {
  const { upload, words } = design;
  const below = [
    trapOf(dialect, words),
    button,
    ...(upload ? [`<progress hidden aria-label="${words.upload}"></progress>`] : []),
    result,
  ];
  const markup = writeMarkup(formElements(design), dialect, { spaces });
  return `${markup}\n${indent(below.join('\n'), spaces)}`;
}

import type { FormField } from '../../contract/form-field.ts';
import { candidates, visitorTexts } from '../../fields/sample-texts.ts';
import { startWords } from '../context.tsx';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A form as its code has it: its fields, and what a visitor might enter. */
export interface FormInCode {
  fields: FormField[];
  sample: Record<string, string>;
}

const isControl = (element: Element): element is Control =>
  element.matches('input:not([type=hidden]), textarea, select') && !element.closest('[hidden]');

/** The text of a label, without the notes behind it. */
const textOf = (label: Element | null | undefined): string =>
  Array.from(label?.childNodes ?? [])
    .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

const BOUNDS = ['minlength', 'maxlength', 'min', 'max', 'step'];
const TEXTS = ['pattern', 'autocomplete', 'placeholder'];

function attributesOf(control: Control): Record<string, string | number> {
  const written = [...BOUNDS, ...TEXTS].flatMap((name) => {
    const text = control.getAttribute(name);
    if (text === null) return [];
    const isNumber = name.endsWith('length') || (control.type === 'number' && text !== 'any');
    return [[name, BOUNDS.includes(name) && isNumber ? Number(text) : text] as const];
  });
  return Object.fromEntries(written);
}

function fieldOf([control, ...others]: readonly [Control, ...Control[]]): FormField {
  const { name, required } = control;
  const type = control.type.replace(/^select-.*/, 'select') as NonNullable<FormField['type']>;
  const legend = control.closest('fieldset')?.querySelector('legend');
  const labelled = (one: Control) => ({ value: one.value, label: textOf(one.labels?.[0]) });
  const options =
    control instanceof HTMLSelectElement
      ? Array.from(control.options, ({ value, text }) => ({ value, label: text }))
      : legend && [control, ...others].map(labelled);
  return {
    name,
    type,
    label: textOf(legend ?? control.labels?.[0]),
    // HTML cannot require one of a group of boxes: what is optional says so.
    required: required || Boolean(legend && !legend.querySelector('small')),
    ...(options && { options }),
    ...('multiple' in control && control.multiple && { multiple: true }),
    ...attributesOf(control),
  };
}

/** A value that the control takes; undefined if none is found. */
function valueFor(control: Control, field: FormField): string | undefined {
  const values = candidates(field, visitorTexts(field, startWords.samples))
    .map((value) => String(value ?? ''))
    .filter((value) => value !== '');
  if (field.options || field.type === 'checkbox') return values[0];
  return values.find((value) => {
    control.value = value;
    return control.value === value && control.validity.valid;
  });
}

/** The form in the code without styles: the page's policy forbids them, even when hidden. */
function parseForm(code: string): HTMLFormElement | undefined {
  const [text = ''] = code.replace(/<div hidden[^<>]*>/, '<div hidden>').split('<style>', 1);
  return new DOMParser().parseFromString(text, 'text/html').forms[0];
}

/** Reads the form in the HTML that the service gives out for it. */
export function readForm(code: string): FormInCode {
  const form = parseForm(code);
  const controls = Array.from(form?.elements ?? []).filter(isControl);
  const byName = Map.groupBy(controls, ({ name }) => name);
  const fields: FormField[] = [];
  const sample: Record<string, string> = {};
  for (const [first, ...others] of byName.values()) {
    if (!first) continue;
    const field = fieldOf([first, ...others]);
    const value = field.type === 'file' ? undefined : valueFor(first, field);
    fields.push(field);
    if (value !== undefined) sample[field.name] = value;
  }
  return { fields, sample };
}

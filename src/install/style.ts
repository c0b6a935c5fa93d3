import type { FormField } from '../contract/form-field.ts';
import { isLoneCheckbox, typeOf } from '../fields/declared-field.ts';
import { isGroup } from '../fields/field-elements.ts';
import type { FormDesign } from './snippets.ts';

const CHOICES = `:where(.contact-form label:has(:is({boxes}))) {
  font-weight: inherit;
}
:where(.contact-form :is({boxes})) {
  width: auto;
}`;

const GROUPS = `:where(.contact-form fieldset) {
  margin: 0;
  padding: 0;
  border: 0;
}
:where(.contact-form legend) {
  margin-bottom: 0.25rem;
  padding: 0;
  font-weight: 600;
}`;

const ERRORS = `:where(.contact-form [aria-invalid='true']) {
  border-color: var(--bad);
  outline-color: var(--bad);
}
:where(.contact-form [data-error]) {
  display: block;
  color: var(--bad);
}
:where(.contact-form [data-error]:not(:empty)) {
  margin-top: 0.5rem;
}`;

const NOTES = `:where(.contact-form small) {
  font-weight: 400;
}`;

const UPLOAD = `:where(.contact-form progress) {
  width: 100%;
  accent-color: var(--accent);
}
`;

/** True if a small text stands at its label. */
const hasNote = (field: FormField): boolean =>
  typeOf(field) === 'file' ||
  (!field.required && typeOf(field) !== 'hidden' && !isLoneCheckbox(field));

/** Rules for optional fields: Svelte warns about a rule without an element. */
function ownRules(fields: readonly FormField[]): string {
  const types = new Set(fields.map(typeOf));
  const boxes = (['checkbox', 'radio'] as const).filter((type) => types.has(type));
  const selectors = boxes.map((type) => `[type='${type}']`).join(', ');
  return [
    ...(boxes.length > 0 ? [CHOICES.replaceAll('{boxes}', selectors)] : []),
    ...(fields.some(isGroup) ? [GROUPS] : []),
    ...(fields.some((field) => typeOf(field) !== 'hidden') ? [ERRORS] : []),
    ...(fields.some(hasNote) ? [NOTES] : []),
  ]
    .map((rule) => `${rule}\n`)
    .join('');
}

/**
 * Styles of a form with these fields, for light, dark and narrow pages. With `:where` any rule of
 * the website wins.
 */
export function styleOf({ fields, upload }: FormDesign): string {
  const types = new Set(fields.map(typeOf));
  const tags = (['select', 'textarea'] as const).filter((type) => types.has(type));
  return `/* Optional. The page sets the font, the text color, and light or dark (color-scheme). */
:where(.contact-form) {
  --accent: light-dark(#1d4f91, #a9c8f5);
  --good: light-dark(#146c2e, #8fd6a0);
  --bad: light-dark(#b3261e, #ffb4ab);
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
:where(.contact-form :is(${['input', ...tags, 'button'].join(', ')})) {
  box-sizing: border-box;
  width: 100%;
  padding: 0.625rem 0.75rem;
  border: 1px solid color-mix(in srgb, currentcolor 60%, transparent);
  border-radius: 0.375rem;
  background: none;
  color: inherit;
  font: inherit;
}
${ownRules(fields)}${upload ? UPLOAD : ''}:where(.contact-form button) {
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
:where(.contact-form[data-state='sent'] [role='status']) {
  padding-inline-start: 0.75rem;
  border-inline-start: 0.25rem solid var(--good);
}
:where(.contact-form[data-state='failed'] [role='status']) {
  padding-inline-start: 0.75rem;
  border-inline-start: 0.25rem solid var(--bad);
}
:where(.contact-form :focus-visible) {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}`;
}

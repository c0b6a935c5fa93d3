import { Fragment, h, type ComponentChildren } from 'preact';
import type { FormField } from '../../contract/form-field.ts';
import {
  element as elementOf,
  fieldElement,
  writtenAttributes,
  type Element,
  type Node,
} from '../../fields/field-elements.ts';
import type { Fault } from '../api.ts';
import { shared } from '../context.tsx';
import { NO_FAULTS } from '../place.ts';
import { titleOf } from './field-list.ts';
import { typeOf, type FieldDraft } from './field-values.ts';

const { composer: words } = shared;

/** The elements that the form around an example would check and post. */
const CONTROLS: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);

/** The value of a control to begin with, which drawing the page again does not bring back. */
function startValue({ tag, attributes: { type, value, checked }, children = [] }: Element) {
  // HTML drops the line break that its text begins with.
  if (tag === 'textarea') return { defaultValue: children.map(String).join('').slice(1) };
  if (tag !== 'input') return {};
  const isBox = type === 'checkbox' || type === 'radio';
  if (isBox) return { checked: undefined, defaultChecked: checked === true };
  return { value: undefined, ...(value !== undefined && { defaultValue: value }) };
}

/** The elements of a field; with `isAlone` they belong to no form. */
function toView(node: Node, isAlone: boolean): ComponentChildren {
  if (typeof node === 'string') return node;
  const { tag, children = [] } = node;
  const owner = isAlone && CONTROLS.has(tag) ? { form: '' } : {};
  const views = tag === 'textarea' ? [] : children.map((child) => toView(child, isAlone));
  const attributes = { ...Object.fromEntries(writtenAttributes(node)), ...startValue(node) };
  return h(tag, { ...attributes, ...owner }, views);
}

interface FieldsProps {
  fields: readonly FieldDraft[];
  /** The values that the surrounding form posts, by field names; without them, it posts nothing. */
  values?: Readonly<Record<string, string>>;
  /** Faults of what was posted, at the names of fields. */
  faults?: readonly Fault[];
}

/** The fields as visitors see them. */
export function FormFields({ fields, values, faults = NO_FAULTS }: FieldsProps) {
  const isPosted = values !== undefined;
  return fields.map((field, at) => {
    const type = typeOf(field);
    if (type === 'hidden') return null;
    const id = `${isPosted ? 'test' : 'example'}-${at}`;
    const { autocomplete = 'on', options = [], ...rest } = field;
    // A field that is still being entered is not valid yet, but its elements are made the same way.
    const shown = {
      ...rest,
      ...(options.length > 0 && { options }),
      name: isPosted ? field.name : id,
      label: titleOf(field),
      // The browser does not fill an example in.
      autocomplete: isPosted ? autocomplete : 'off',
    } as FormField;
    const choice = { class: 'choice' };
    const value = values?.[shown.name];
    const said = faults.filter(({ path }) => path === shown.name).map(({ message }) => message);
    const fault = `${id}-fault`;
    const marked = { 'aria-invalid': 'true', 'aria-describedby': fault };
    const element = fieldElement({
      field: shown,
      id,
      choose: shared.choose,
      optional: elementOf('span', { class: 'soft' }, [` ${shared.optional}`]),
      choice,
      ...(value !== undefined && { values: [value] }),
      ...(said.length > 0 && {
        control: () => marked,
        below: [elementOf('span', { id: fault, class: 'fault' }, [said.join(' ')])],
      }),
    });
    return <Fragment key={`${at} ${type}`}>{toView(element, !isPosted)}</Fragment>;
  });
}

/** The form as visitors see it, to try out: nothing of it is sent. */
export function FormPreview({ fields }: Pick<FieldsProps, 'fields'>) {
  return (
    <div class="example" role="group" aria-labelledby="form-example">
      <p id="form-example" class="label">
        {words.preview}
      </p>
      <div class="sheet">
        <FormFields fields={fields} />
        <button type="button" disabled>
          {words.send}
        </button>
      </div>
      <p class="soft">{words.nothingSent}</p>
    </div>
  );
}

import { Fragment, h, type ComponentChildren } from 'preact';
import type { FormField } from '../../../contract/form-settings.ts';
import {
  fieldElement,
  writtenAttributes,
  type Node,
} from '../../../submissions/fields/field-elements.ts';
import { shared } from '../context.ts';
import { titleOf } from './field-list.ts';
import { typeOf, type FieldDraft } from './field-values.ts';

const { composer: words } = shared;

/** The elements that the form around an example would check and post. */
const CONTROLS: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);

/** The elements of a field; with `isAlone` they belong to no form. */
function toView(node: Node, isAlone: boolean): ComponentChildren {
  if (typeof node === 'string') return node;
  const { tag, children = [] } = node;
  const owner = isAlone && CONTROLS.has(tag) ? { form: '' } : {};
  const views = children.map((child) => toView(child, isAlone));
  return h(tag, { ...Object.fromEntries(writtenAttributes(node)), ...owner }, ...views);
}

interface FieldsProps {
  fields: readonly FieldDraft[];
  /** Whether the form around it posts them. */
  isPosted?: boolean;
}

/** The fields as visitors see them. */
export function FormFields({ fields, isPosted = false }: FieldsProps) {
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
    const element = fieldElement({ field: shown, id, choose: words.choose, choice });
    return h(Fragment, { key: `${at} ${type}` }, toView(element, !isPosted));
  });
}

/** The form as visitors see it, to try out: nothing of it is sent. */
export function FormPreview({ fields }: Pick<FieldsProps, 'fields'>) {
  return h('div', { class: 'example', role: 'group', 'aria-labelledby': 'form-example' }, [
    h('p', { id: 'form-example', class: 'label' }, words.preview),
    h('div', { class: 'sheet' }, [
      h(FormFields, { fields }),
      h('button', { type: 'button', disabled: true }, words.send),
    ]),
    h('p', { class: 'soft' }, words.nothingSent),
  ]);
}

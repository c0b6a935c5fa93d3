import { h, type ComponentChildren } from 'preact';
import { shared } from '../context.ts';
import { titleOf } from './field-list.ts';
import { typeOf, type FieldDraft, type Option } from './field-values.ts';

const { composer: words } = shared;

const valueOf = (option: Option) => (typeof option === 'string' ? option : option.value);
const labelOf = (option: Option) => (typeof option === 'string' ? option : option.label);

interface ControlProps {
  field: FieldDraft;
  id: string;
  /** Attributes that keep it out of the form around it, or that post it. */
  common: Record<string, unknown>;
}

const titleProps = ({ field }: Pick<ControlProps, 'field'>) =>
  h('span', {}, titleOf(field), field.required ? h('span', { 'aria-hidden': 'true' }, ' *') : null);

/** One box, or a group of boxes or buttons. */
function Choices({ field, id, common }: ControlProps): ComponentChildren {
  const { type, options = [], required } = field;
  if (options.length === 0) {
    return h(
      'label',
      { class: 'choice' },
      h('input', { ...common, type, required }),
      h(titleProps, { field }),
    );
  }
  // HTML requires one of a group of buttons, but each of the boxes by itself.
  const isRequired = type === 'radio' && required;
  return h(
    'fieldset',
    {},
    h('legend', {}, h(titleProps, { field })),
    options.map((option, at) =>
      h(
        'label',
        { key: at, class: 'choice' },
        h('input', { ...common, name: id, type, value: valueOf(option), required: isRequired }),
        labelOf(option),
      ),
    ),
  );
}

/** The element that visitors fill in, with the attributes of the field. */
function Control({ field, id, common }: ControlProps): ComponentChildren {
  const { label: _label, name: _name, type: _type, options = [], ...attributes } = field;
  const { multiple, autocomplete: _token, ...texts } = attributes;
  const type = typeOf(field);
  // The page must not fill the example in.
  const own = { ...common, id, autoComplete: 'off' };
  if (type === 'textarea') return h('textarea', { ...own, ...texts, rows: 4 });
  if (type === 'select') {
    return h(
      'select',
      { ...own, multiple, required: texts.required },
      multiple ? null : h('option', { value: '' }, words.choose),
      options.map((option, at) =>
        h('option', { key: at, value: valueOf(option) }, labelOf(option)),
      ),
    );
  }
  return h('input', { ...own, ...texts, type, multiple });
}

function ExampleField({ field, id }: { field: FieldDraft; id: string }): ComponentChildren {
  const type = typeOf(field);
  // It belongs to no form, so that it is neither checked nor sent with the one around it.
  const common = { form: '' };
  if (type === 'hidden') return null;
  if (type === 'radio' || type === 'checkbox') return h(Choices, { field, id, common });
  return h(
    'p',
    {},
    h('label', { for: id }, h(titleProps, { field })),
    h(Control, { field, id, common }),
  );
}

/** The form as visitors see it, to try out: nothing of it is sent. */
export function FormPreview({ fields }: { fields: readonly FieldDraft[] }): ComponentChildren {
  return h(
    'div',
    { class: 'example', role: 'group', 'aria-labelledby': 'form-example' },
    h('h4', { id: 'form-example' }, words.preview),
    h(
      'div',
      { class: 'sheet' },
      fields.map((field, at) =>
        h(ExampleField, { key: `${at} ${typeOf(field)}`, field, id: `example-${at}` }),
      ),
      h('button', { type: 'button', disabled: true }, words.send),
    ),
    h('p', { class: 'soft' }, words.nothingSent),
  );
}

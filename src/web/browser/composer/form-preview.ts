import { h, type ComponentChildren } from 'preact';
import { shared } from '../context.ts';
import { titleOf } from './field-list.ts';
import { typeOf, type FieldDraft, type Option } from './field-values.ts';

const { composer: words } = shared;

const valueOf = (option: Option) => (typeof option === 'string' ? option : option.value);
const labelOf = (option: Option) => (typeof option === 'string' ? option : option.label) || '–';

interface ControlProps {
  field: FieldDraft;
  id: string;
  /** Whether the form around it posts it. */
  isPosted: boolean;
}

/** An example belongs to no form, so that it is neither checked nor posted with the one around it. */
const ownerOf = ({ field, isPosted }: ControlProps) =>
  isPosted ? { name: field.name } : { form: '' };

/** One box, or a group of boxes or buttons. */
function Choices(props: ControlProps): ComponentChildren {
  const { field, id } = props;
  const owner = ownerOf(props);
  const { type, options = [], required } = field;
  if (options.length === 0) {
    return h(
      'label',
      { class: 'choice' },
      h('input', { ...owner, type, required }),
      titleOf(field),
    );
  }
  // HTML requires one of a group of buttons, but each of the boxes by itself.
  const isRequired = type === 'radio' && required;
  return h(
    'fieldset',
    {},
    h('legend', {}, titleOf(field)),
    options.map((option, at) =>
      h(
        'label',
        { key: at, class: 'choice' },
        h('input', { name: id, ...owner, type, value: valueOf(option), required: isRequired }),
        labelOf(option),
      ),
    ),
  );
}

/** The element that visitors fill in, with the attributes of the field. */
function Control(props: ControlProps): ComponentChildren {
  const { field, id, isPosted } = props;
  const { label: _label, name: _name, type: _type, options = [], ...attributes } = field;
  const { multiple, autocomplete = 'on', ...texts } = attributes;
  const type = typeOf(field);
  // The browser does not fill an example in.
  const common = { ...ownerOf(props), id, autoComplete: isPosted ? autocomplete : 'off' };
  if (type === 'textarea') return h('textarea', { ...common, ...texts, rows: 4 });
  if (type === 'select') {
    // Else the first choice would be given without being chosen.
    const needsNone = !multiple && options.every((option) => valueOf(option) !== '');
    return h(
      'select',
      { ...common, multiple, required: texts.required },
      needsNone ? h('option', { value: '' }, words.choose) : null,
      options.map((option, at) =>
        h('option', { key: at, value: valueOf(option) }, labelOf(option)),
      ),
    );
  }
  return h('input', { ...common, ...texts, type, multiple });
}

function FormFieldItem(props: ControlProps): ComponentChildren {
  const { field, id } = props;
  const type = typeOf(field);
  if (type === 'hidden') return null;
  if (type === 'radio' || type === 'checkbox') return h(Choices, props);
  return h('p', {}, h('label', { for: id }, titleOf(field)), h(Control, props));
}

interface FieldsProps {
  fields: readonly FieldDraft[];
  isPosted?: boolean;
}

/** The fields as visitors see them. */
export function FormFields({ fields, isPosted = false }: FieldsProps): ComponentChildren {
  return fields.map((field, at) =>
    h(FormFieldItem, {
      key: `${at} ${typeOf(field)}`,
      field,
      id: `${isPosted ? 'test' : 'example'}-${at}`,
      isPosted,
    }),
  );
}

/** The form as visitors see it, to try out: nothing of it is sent. */
export function FormPreview({ fields }: Pick<FieldsProps, 'fields'>): ComponentChildren {
  return h(
    'div',
    { class: 'example', role: 'group', 'aria-labelledby': 'form-example' },
    h('p', { id: 'form-example', class: 'label' }, words.preview),
    h(
      'div',
      { class: 'sheet' },
      h(FormFields, { fields }),
      h('button', { type: 'button', disabled: true }, words.send),
    ),
    h('p', { class: 'soft' }, words.nothingSent),
  );
}

import type { Page } from 'playwright-core';
import type { FormField } from '../../src/contract/form-field.ts';

/** Words that end or begin something in a language of the form code. */
const HOSTILE = [
  `"quoted" & 'quoted' <b>bold</b>`,
  '</script><script>window.broken = 1</script>',
  '{{ broken }} {broken} ${broken} {% broken %} {# broken #}',
  '{{FORM_ENDPOINT}} */ // <!-- --> ]]> </textarea></style>',
  'a \\ b `c` \\n \\u0041 &amp; &lt; &#123;',
] as const;

/** A field of every type, with every attribute that HTML has for it. */
export const EVERY_TYPE: readonly FormField[] = [
  {
    name: 'full name',
    label: 'Full name',
    autocomplete: 'name',
    minlength: 2,
    maxlength: 80,
    placeholder: 'Ada Lovelace',
    required: true,
  },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', multiple: true },
  { name: 'site', label: 'Website', type: 'url', maxlength: 200 },
  { name: 'phone', label: 'Phone', type: 'tel', pattern: String.raw`\+?[0-9 ]{5,20}` },
  { name: 'guests', label: 'Guests', type: 'number', min: 1, max: 12, required: true },
  { name: 'price', label: 'Price', type: 'number', min: 0, step: 0.01 },
  { name: 'change', label: 'Change', type: 'number', step: 'any' },
  { name: 'day', label: 'Day', type: 'date', min: '2026-01-05', max: '2026-12-31', step: 7 },
  { name: 'hour', label: 'Hour', type: 'time', min: '22:00', max: '02:00' },
  { name: 'moment', label: 'Moment', type: 'datetime-local', min: '2026-01-01T00:00' },
  {
    name: 'story',
    label: 'Story',
    type: 'textarea',
    minlength: 5,
    maxlength: 500,
    placeholder: '…',
  },
  {
    name: 'size',
    label: 'Size',
    type: 'select',
    options: [{ value: '', label: 'Which size?' }, 'S', { value: 'M', label: 'Medium' }],
    required: true,
  },
  { name: 'colors', label: 'Colors', type: 'select', multiple: true, options: ['red', 'blue'] },
  {
    name: 'plan',
    label: 'Plan',
    type: 'radio',
    options: ['free', { value: 'paid', label: 'Paid plan' }],
    required: true,
  },
  { name: 'days[]', label: 'Days', type: 'checkbox', multiple: true, options: ['Mon', 'Tue'] },
  { name: 'ok', label: 'Agreed', type: 'checkbox', required: true },
  { name: 'campaign', type: 'hidden' },
];

/** Names, labels, placeholders and options that nobody may run or read as markup. */
export const HOSTILE_FIELDS: readonly FormField[] = [
  ...HOSTILE.map((words) => ({ name: words, label: words, placeholder: words })),
  ...HOSTILE.map((words) => ({
    name: `many ${words}`,
    type: 'textarea' as const,
    placeholder: words,
  })),
  { name: 'choice', label: HOSTILE[0], type: 'select', options: [...HOSTILE] },
  { name: 'radio', label: HOSTILE[1], type: 'radio', options: [...HOSTILE] },
  { name: 'ticks', label: HOSTILE[2], type: 'checkbox', multiple: true, options: [...HOSTILE] },
  { name: 'pattern', pattern: String.raw`[<>"'\{\}\\]{1,2}|[\x60$]{2}`, placeholder: '  spaces  ' },
  // What form code calls a form's own members.
  ...[
    'action',
    'reset',
    'id',
    'form',
    'form-error',
    'id-error',
    'copy-error',
    'copy',
    'Größe',
    'größe',
    '名前',
    '…',
    '-',
  ].map((name) => ({ name })),
];

/** What a browser makes of a control of the form, or of a group of them. */
export interface ControlFacts {
  name: string;
  /** Its type; `textarea` and `select` are their own. */
  type: string;
  /** Text of its label or legend. */
  label: string;
  attributes: Record<string, string>;
  /** Its options, or those of its group: values with labels. */
  options: { value: string; label: string }[];
}

const KEPT = [
  'required',
  'minlength',
  'maxlength',
  'min',
  'max',
  'step',
  'pattern',
  'multiple',
  'autocomplete',
  'placeholder',
  'inputmode',
];

/** The controls of the form, apart from its trap, as the browser has them. */
export const controlsOf = (page: Page): Promise<ControlFacts[]> =>
  page.evaluate<ControlFacts[]>(`(() => {
    const kept = ${JSON.stringify(KEPT)};
    const controls = [...document.querySelector('form').querySelectorAll('[name]')];
    const facts = new Map();
    for (const control of controls) {
      const name = control.getAttribute('name');
      if (name === '_gotcha') continue;
      const type = control.type.replace('select-one', 'select').replace('select-multiple', 'select');
      const group = control.closest('fieldset');
      const text = (element) => element?.textContent.replaceAll(/^\\s+|\\s+$/g, '').replaceAll(/\\n\\s*/g, ' ') ?? '';
      const option = { value: control.value, label: text(control.labels?.[0]) };
      if (facts.has(name)) { facts.get(name).options.push(option); continue; }
      facts.set(name, {
        name,
        type,
        label: text(group ? group.querySelector('legend') : control.labels?.[0]),
        attributes: Object.fromEntries(
          kept.filter((each) => control.hasAttribute(each)).map((each) => [each, control.getAttribute(each)]),
        ),
        options: group
          ? [option]
          : [...(control.options ?? [])].map(({ value, text }) => ({ value, label: text })),
      });
    }
    return [...facts.values()];
  })()`);

/** What a browser should make of a field, by the words of HTML alone. */
export function expectedControl(field: FormField): ControlFacts {
  const { name, type = 'text', label, options = [], min, step = 1, ...rest } = field;
  const numbers = Number(min) >= 0 && type === 'number';
  const keyboards: Record<string, string> = {
    email: 'email',
    url: 'url',
    tel: 'tel',
    ...(numbers && { number: Number.isInteger(step) ? 'numeric' : 'decimal' }),
  };
  const isLone = type === 'checkbox' && options.length === 0;
  const isMarked = !field.required && !isLone;
  const isGroup = type === 'radio' || (type === 'checkbox' && options.length > 0);
  const given = Object.entries({ ...rest, min, step: field.step, inputmode: keyboards[type] });
  const isShown = ([, value]: [string, unknown]) =>
    value !== undefined && !(type === 'checkbox' && isGroup);
  const none = { value: '', label: 'Choose…' };
  const choices = options.map((each) =>
    typeof each === 'string' ? { value: each, label: each } : each,
  );
  const hasNone = choices.some(({ value }) => value === '');
  return {
    name,
    type,
    label: type === 'hidden' ? '' : `${label ?? name}${isMarked ? ' (optional)' : ''}`,
    attributes: Object.fromEntries(
      given.filter(isShown).map(([key, value]) => [key, value === true ? '' : String(value)]),
    ),
    options: hasNone || type !== 'select' || field.multiple ? choices : [none, ...choices],
  };
}

import { h, type ComponentChildren } from 'preact';
import type { Fault } from '../api.ts';
import { Faults, Switch } from '../parts.ts';
import { faultsAt, membersOf, type Draft, type EditorSchema } from './setting-values.ts';
import { words } from './words.ts';

/** Longer texts get a field of several lines. */
const LONGEST_LINE = 200;

/** The words of one value. */
interface ValueWords {
  label: string;
  hint?: string;
  /** The names of the values of an enumeration. */
  options?: Readonly<Record<string, string>>;
  /** The labels of the members of a group. */
  members?: Readonly<Record<string, string>>;
}

interface EditorProps {
  /** JSON Pointer of the value. */
  path: string;
  schema: EditorSchema;
  words: ValueWords;
  value: Draft;
  faults: readonly Fault[];
  onChange(value: Draft): void;
}

const idOf = (path: string) => path.slice(1).replaceAll('/', '-');

type InputProps = Record<string, unknown>;

/** The element for a text, by its schema. */
function textInput(schema: EditorSchema, value: Draft, props: InputProps): ComponentChildren {
  if (schema.type === 'array') {
    const lines = Array.isArray(value) ? value : [];
    return h('textarea', {
      ...props,
      rows: Math.max(2, lines.length + 1),
      value: lines.join('\n'),
    });
  }
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (schema.type === 'integer') return h('input', { ...props, inputMode: 'numeric', value: text });
  if (schema.format === 'uri') {
    return h('input', { ...props, inputMode: 'url', autoCapitalize: 'none', value: text });
  }
  const isLong = (schema.maxLength ?? LONGEST_LINE) > LONGEST_LINE;
  return h(isLong ? 'textarea' : 'input', { ...props, value: text, ...(isLong && { rows: 3 }) });
}

function readText(schema: EditorSchema, text: string): Draft {
  if (schema.type === 'array') return text.split('\n');
  if (schema.type === 'integer') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  return text;
}

function Options({ options = {} }: ValueWords): ComponentChildren {
  return [
    h('option', { key: '', value: '' }, words.editor.unset),
    ...Object.entries(options).map(([id, name]) => h('option', { key: id, value: id }, name)),
  ];
}

function Group({ path, schema, words: own, value, faults, onChange }: EditorProps) {
  const members = membersOf(value);
  return h(
    'fieldset',
    { class: 'group' },
    h('legend', {}, own.label),
    own.hint === undefined ? null : h('p', { class: 'soft' }, own.hint),
    Object.entries(schema.properties ?? {}).map(([name, member]) =>
      h(SettingEditor, {
        key: name,
        path: `${path}/${name}`,
        schema: member,
        words: { label: own.members?.[name] ?? name },
        value: members[name],
        faults,
        onChange: (changed) => onChange({ ...members, [name]: changed }),
      }),
    ),
    h(Faults, {
      id: `${idOf(path)}-fault`,
      path,
      faults: faults.filter((fault) => fault.path === path),
    }),
  );
}

/** Edits one value of the settings, in the way that its schema asks for. */
export function SettingEditor(props: EditorProps): ComponentChildren {
  const { path, schema, words: own, value, faults, onChange } = props;
  const id = idOf(path);
  if (schema.type === 'object') return h(Group, props);
  if (schema.type === 'boolean') {
    return h(Switch, { id, label: own.label, hint: own.hint, isOn: value === true, onChange });
  }
  const wrong = faultsAt(faults, path);
  const described = [own.hint && `${id}-hint`, wrong.length > 0 && `${id}-fault`].filter(Boolean);
  const common = {
    id,
    name: id,
    'aria-invalid': wrong.length > 0,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
  };
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onChange(readText(schema, currentTarget.value));
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, own.label),
    schema.enum
      ? h('select', { ...common, value: value ?? '', onChange: onInput }, h(Options, own))
      : textInput(schema, value, { ...common, autoComplete: 'off', onInput }),
    own.hint === undefined ? null : h('p', { class: 'soft', id: `${id}-hint` }, own.hint),
    h(Faults, { id: `${id}-fault`, path, faults: wrong }),
  );
}

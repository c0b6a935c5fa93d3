import { h, type ComponentChildren } from 'preact';
import type { Fault } from '../api.ts';
import { Switch } from '../parts.ts';
import { idOf, Labelled, OwnFaults, textOf } from './labelled.ts';
import type { Typed } from '../labelled.ts';
import { isNumeric, membersOf, type Draft, type EditorSchema } from './setting-values.ts';
import { words } from './inbox-words.ts';

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

export interface ValueProps {
  /** JSON Pointer of the value. */
  path: string;
  words: ValueWords;
  value: Draft;
  faults: readonly Fault[];
  onChange(value: Draft): void;
}

interface EditorProps extends ValueProps {
  schema: EditorSchema;
}

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
  const text = textOf(value);
  if (isNumeric(schema)) {
    const inputMode = schema.type === 'integer' ? 'numeric' : 'decimal';
    return h('input', { ...props, inputMode, value: text });
  }
  if (schema.format === 'uri') {
    return h('input', { ...props, inputMode: 'url', autoCapitalize: 'none', value: text });
  }
  const isLong = (schema.maxLength ?? LONGEST_LINE) > LONGEST_LINE;
  return h(isLong ? 'textarea' : 'input', { ...props, value: text, ...(isLong && { rows: 3 }) });
}

const readText = (schema: EditorSchema, text: string): Draft =>
  schema.type === 'array' ? text.split('\n') : text;

function Options({ options = {} }: ValueWords): ComponentChildren {
  return [
    h('option', { key: '', value: '' }, words.editor.unset),
    ...Object.entries(options).map(([id, name]) => h('option', { key: id, value: id }, name)),
  ];
}

/** A setting with members: its name, what it does, and their elements. */
export function Group({
  path,
  words: own,
  faults,
  children,
}: Pick<ValueProps, 'path' | 'words' | 'faults'> & {
  children?: ComponentChildren;
}): ComponentChildren {
  return h(
    'fieldset',
    { class: 'group' },
    h('legend', {}, own.label),
    own.hint === undefined ? null : h('p', { class: 'soft' }, own.hint),
    children,
    h(OwnFaults, { path, faults }),
  );
}

function Members({ path, schema, words: own, value, faults, onChange }: EditorProps) {
  const members = membersOf(value);
  return Object.entries(schema.properties ?? {}).map(([name, member]) =>
    h(SettingEditor, {
      key: name,
      path: `${path}/${name}`,
      schema: member,
      words: { label: own.members?.[name] ?? name },
      value: members[name],
      faults,
      onChange: (changed) => onChange({ ...members, [name]: changed }),
    }),
  );
}

/** Edits one value of the settings, in the way that its schema asks for. */
export function SettingEditor(props: EditorProps): ComponentChildren {
  const { path, schema, words: own, value, faults, onChange } = props;
  if (schema.type === 'object') {
    return h(Group, { path, words: own, faults }, h(Members, props));
  }
  if (schema.type === 'boolean') {
    const isOn = value === true;
    return h(Switch, { id: idOf(path), label: own.label, hint: own.hint, isOn, onChange });
  }
  const onInput = ({ currentTarget }: Typed) => onChange(readText(schema, currentTarget.value));
  return h(Labelled, {
    path,
    label: own.label,
    hint: own.hint,
    faults,
    draw: (common) =>
      schema.enum
        ? h('select', { ...common, value: value ?? '', onChange: onInput }, h(Options, own))
        : textInput(schema, value, { ...common, autoComplete: 'off', onInput }),
  });
}

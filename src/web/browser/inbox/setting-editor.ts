import { h, type ComponentChildren } from 'preact';
import type { Fault } from '../api.ts';
import { Switch } from '../parts.ts';
import { idOf, Line, Lines, OwnFaults, PROSE, Select, textOf } from '../labelled.ts';
import { asList, isNumeric, membersOf, type Draft, type EditorSchema } from './setting-values.ts';
import { words } from './inbox-words.ts';

/** Longer texts get a field of several lines. */
const [LONGEST_LINE, SOME_LINES] = [200, 1_000];

/** The words of one value. */
interface ValueWords {
  label: string;
  hint?: string;
  /** The names of the values of an enumeration. */
  options?: Readonly<Record<string, string>>;
  /** The labels of the members of a group. */
  members?: Readonly<Record<string, string>>;
  /** What to know of some of them. */
  hints?: Readonly<Record<string, string>>;
}

export interface ValueProps {
  /** JSON Pointer of the value. */
  path: string;
  words: ValueWords;
  value: Draft;
  faults: readonly Fault[];
  onChange(value: Draft): void;
}

export interface EditorProps extends ValueProps {
  schema: EditorSchema;
}

/** The element for a text or a list of texts, by its schema. */
function TextEditor({ schema, words: { label, hint }, value, ...rest }: EditorProps) {
  const { path, faults, onChange } = rest;
  const common = { path, faults, label, hint, onChange };
  if (schema.type === 'array') {
    const text = asList(value).map(textOf).join('\n');
    return h(Lines, { ...common, text, rows: 2, onChange: (typed) => onChange(typed.split('\n')) });
  }
  if (isNumeric(schema)) {
    const inputMode = schema.type === 'integer' ? 'numeric' : 'decimal';
    return h(Line, { ...common, value, input: { inputMode } });
  }
  if (schema.format === 'uri') return h(Line, { ...common, value, input: { inputMode: 'url' } });
  const { maxLength = 0 } = schema;
  if (maxLength <= LONGEST_LINE) return h(Line, { ...common, value, input: PROSE });
  return h(Lines, { ...common, text: textOf(value), rows: maxLength > SOME_LINES ? 5 : 3 });
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

const hintOf = (hint: string | undefined) => (hint === undefined ? {} : { hint });

interface MembersProps extends EditorProps {
  /** All but these are shown. */
  without?: readonly string[];
}

/** The elements of the members of a setting, by their schemas. */
export function Members({ path, schema, words: own, value, without = [], ...rest }: MembersProps) {
  const { faults, onChange } = rest;
  const members = membersOf(value);
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name));
  return shown.map(([name, member]) =>
    h(SettingEditor, {
      key: name,
      path: `${path}/${name}`,
      schema: member,
      words: { label: own.members?.[name] ?? name, ...hintOf(own.hints?.[name]) },
      value: members[name],
      faults,
      onChange: (changed) => onChange({ ...members, [name]: changed }),
    }),
  );
}

/** Edits one value of the settings, in the way that its schema asks for. */
export function SettingEditor(props: EditorProps): ComponentChildren {
  const { path, schema, words: own, value, faults, onChange } = props;
  const { label, hint, options = {} } = own;
  if (schema.type === 'object') {
    return h(Group, { path, words: own, faults }, h(Members, props));
  }
  if (schema.type === 'boolean') {
    return h(Switch, { id: idOf(path), label, hint, isOn: value === true, onChange });
  }
  if (schema.enum) {
    return h(Select, {
      path,
      label,
      hint,
      faults,
      value,
      options,
      none: words.editor.unset,
      onChange,
    });
  }
  return h(TextEditor, props);
}

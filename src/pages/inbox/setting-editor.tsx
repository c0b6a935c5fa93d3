import type { ComponentChildren } from 'preact';
import { Input, PROSE, Switch } from '../inputs.tsx';
import { OwnFaults } from '../faults.tsx';
import { memberOf, textOf, type Place } from '../place.ts';
import {
  asList,
  isNumeric,
  membersOf,
  type Draft,
  type EditorSchema,
  type SettingsDraft,
} from './setting-values.ts';

/** Longer texts get a field of several lines. */
const [LONGEST_LINE, SOME_LINES] = [200, 1_000];

/** The words of one value. */
export interface ValueWords {
  label: string;
  hint?: string | undefined;
  /** The names of the values of an enumeration. */
  options?: Readonly<Record<string, string>>;
  /** The labels of the members of a group. */
  members?: Readonly<Record<string, string>>;
  /** The hints of some of them. */
  hints?: Readonly<Record<string, string>>;
}

export interface ValueProps extends Place<Draft> {
  words: ValueWords;
}

export interface EditorProps extends ValueProps {
  schema: EditorSchema;
  /** What applies without a value. */
  fallback?: string | undefined;
}

/** The place of a member of a setting, which may not be set. */
export const partOf = (place: Place<Draft>, name: string): Place<Draft> =>
  memberOf<SettingsDraft, string>({ ...place, value: membersOf(place.value) }, name);

interface GroupProps extends Pick<ValueProps, 'path' | 'words' | 'faults'> {
  children?: ComponentChildren;
}

/** A setting with members: its name, what it does, and their elements. */
export const Group = ({ path, words: own, faults, children }: GroupProps) => (
  <fieldset class="group">
    <legend>{own.label}</legend>
    {own.hint && <p class="soft">{own.hint}</p>}
    {children}
    <OwnFaults path={path} faults={faults} />
  </fieldset>
);

interface MembersProps extends EditorProps {
  /** All but these are shown. */
  without?: readonly string[];
}

/** The elements of the members of a setting, by their schemas. */
export function Members({ schema, words: own, without = [], ...place }: MembersProps) {
  const shown = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name));
  return shown.map(([name, member]) => (
    <SettingEditor
      key={name}
      {...partOf(place, name)}
      schema={member}
      words={{ label: own.members?.[name] ?? name, hint: own.hints?.[name] }}
    />
  ));
}

/** The kind of element for a single value, by its schema. */
function lookOf(schema: EditorSchema, options: ValueWords['options']) {
  if (schema.enum) return { options: options ?? {} };
  if (isNumeric(schema)) {
    return { input: { inputMode: schema.type === 'integer' ? 'numeric' : 'decimal' } };
  }
  if (schema.format === 'uri') return { input: { inputMode: 'url' } };
  const { maxLength = 0 } = schema;
  if (maxLength <= LONGEST_LINE) return { input: PROSE };
  return { rows: maxLength > SOME_LINES ? 5 : 3 };
}

/** Edits one value of the settings, in the way that its schema asks for. */
export function SettingEditor(props: EditorProps): ComponentChildren {
  const { schema, words: own, fallback, ...place } = props;
  const { options, label, hint } = own;
  const shown = { ...place, label, hint, most: schema.maxLength };
  if (schema.type === 'object')
    return (
      <Group {...props}>
        <Members {...props} />
      </Group>
    );
  if (schema.type === 'boolean') return <Switch {...shown} />;
  if (schema.type !== 'array') {
    return <Input {...shown} fallback={fallback} {...lookOf(schema, options)} />;
  }
  return (
    <Input
      {...shown}
      value={asList(place.value).map(textOf).join('\n')}
      rows={2}
      onChange={(typed) => place.onChange(typed.split('\n'))}
    />
  );
}

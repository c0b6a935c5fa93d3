import { h, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { FieldType } from '../../../submissions/fields/declared-field.ts';
import type { Fault } from '../api.ts';
import { DEPLOYMENT, shared } from '../context.ts';
import { LabelledElement, type Label, type Typed } from '../labelled.ts';
import { Faults, Switch } from '../parts.ts';
import { firstOptions } from './field-kinds.ts';
import { partId, type Item } from './field-list.ts';
import {
  fittingOf,
  lineOf,
  nameFrom,
  optionsOf,
  typeOf,
  withType,
  type FieldDraft,
  type FieldMember,
} from './field-values.ts';

const { composer: words } = shared;

/** Types that the editor offers; a field that has another one keeps it. */
const OFFERED: readonly FieldType[] = (Object.keys(words.types) as FieldType[]).filter(
  (type) => type !== 'file' || DEPLOYMENT.maxFileBytes > 0,
);

type MoreMember = keyof typeof words.more;

const isMore = (member: FieldMember): member is MoreMember => Object.hasOwn(words.more, member);

/** How a value is typed where it is no plain text. */
function inputFor(member: FieldMember, type: FieldType): Record<string, unknown> {
  if (member === 'minlength' || member === 'maxlength') return { inputMode: 'numeric' };
  if (member === 'step' || type === 'number') return { inputMode: 'decimal' };
  if (member === 'min' || member === 'max') return { type };
  return { autoCapitalize: 'none', spellcheck: false };
}

interface EntryProps extends Label {
  item: Item;
  member: FieldMember;
}

const faultsOf = (faults: readonly Fault[], member: FieldMember) =>
  faults.filter(({ path }) => `${path}/`.startsWith(`/${member}/`));

/** The element of a member. */
function Entry({ item, member, draw, ...label }: EntryProps): ComponentChildren {
  return h(LabelledElement, {
    ...label,
    id: partId(item.key, member),
    path: `/${member}`,
    faults: faultsOf(item.faults, member),
    draw: (common) => draw({ ...common, autoComplete: 'off' }),
  });
}

interface EditorProps {
  item: Item;
  /** The names of the other fields. */
  taken: readonly (string | undefined)[];
  onChange(field: FieldDraft): void;
}

/** One line of text. */
function TextEntry({
  item,
  member,
  label,
  hint,
  onChange,
  ...input
}: Omit<EntryProps, 'draw'> & Pick<EditorProps, 'onChange'> & Record<string, unknown>) {
  const { field } = item;
  return h(Entry, {
    item,
    member,
    label,
    hint,
    draw: (common) =>
      h('input', {
        ...common,
        ...input,
        value: field[member] ?? '',
        onInput: ({ currentTarget }: Typed) =>
          onChange({ ...field, [member]: currentTarget.value }),
      }),
  });
}

function TypeEntry({ item, onChange }: EditorProps): ComponentChildren {
  const { field } = item;
  const type = typeOf(field);
  const types = OFFERED.includes(type) ? OFFERED : [...OFFERED, type];
  const label = words.members.type;
  return h(Entry, {
    item,
    member: 'type',
    label,
    draw: (common) =>
      h(
        'select',
        {
          ...common,
          value: type,
          onChange: ({ currentTarget }: Typed) =>
            onChange(withType(field, currentTarget.value as FieldType, firstOptions())),
        },
        types.map((id) => h('option', { key: id, value: id }, words.types[id])),
      ),
  });
}

function OptionsEntry({ item, onChange }: EditorProps): ComponentChildren {
  const { field } = item;
  const options = field.options ?? [];
  const label = words.members.options;
  const hint =
    typeOf(field) === 'checkbox'
      ? `${words.hints.oneBox} ${words.hints.options}`
      : words.hints.options;
  return h(Entry, {
    item,
    member: 'options',
    label,
    hint,
    draw: (common) =>
      h('textarea', {
        ...common,
        rows: Math.max(3, options.length + 1),
        value: options.map(lineOf).join('\n'),
        onInput: ({ currentTarget }: Typed) => {
          const { value } = currentTarget;
          onChange({ ...field, options: value === '' ? [] : optionsOf(value, options) });
        },
      }),
  });
}

/** What few fields need. */
function MoreEntries({ item, onChange }: EditorProps): ComponentChildren {
  const { field, faults } = item;
  const type = typeOf(field);
  const members = fittingOf(type).filter(isMore);
  const isWrong = members.some((member) => faultsOf(faults, member).length > 0);
  const [isOpen, setOpen] = useState(isWrong);
  if (members.length === 0) return null;
  return h(
    'details',
    {
      open: isOpen || isWrong,
      onToggle: ({ currentTarget }: { currentTarget: HTMLDetailsElement }) =>
        setOpen(currentTarget.open),
    },
    h('summary', {}, words.moreTitle),
    h(
      'div',
      { class: 'pair' },
      members.map((member) =>
        h(TextEntry, {
          key: member,
          item,
          member,
          label: words.more[member],
          hint: member === 'pattern' || member === 'autocomplete' ? words.hints[member] : undefined,
          onChange,
          ...inputFor(member, type),
        }),
      ),
    ),
  );
}

/** Faults of the field as a whole, and of members that its type has no element for. */
function OtherFaults({ item }: Pick<EditorProps, 'item'>): ComponentChildren {
  const fitting = fittingOf(typeOf(item.field));
  const shown = new Set<string>(['name', 'label', 'type', 'required', ...fitting]);
  const others = item.faults.filter(({ path }) => !shown.has(path.split('/')[1] ?? ''));
  return h(Faults, { id: partId(item.key, 'fault'), path: '', faults: others });
}

/** Edits one field. */
export function FieldEditor({ item, taken, onChange }: EditorProps): ComponentChildren {
  const { key, field } = item;
  const type = typeOf(field);
  // A name that a website may have already stays, whatever the label says.
  const [followsLabel, setFollowsLabel] = useState(!field.name);
  const { members, hints } = words;
  const relabel = (changed: FieldDraft) => {
    const { label = '' } = changed;
    onChange(followsLabel ? { ...changed, name: nameFrom(label, taken) } : changed);
  };
  const rename = (changed: FieldDraft) => {
    setFollowsLabel(!changed.name);
    onChange(changed);
  };
  const toggle = (member: 'required' | 'multiple') => ({
    id: partId(key, member),
    label: members[member],
    isOn: field[member] === true,
    onChange: (isOn: boolean) => onChange({ ...field, [member]: isOn }),
  });
  const fits = (member: FieldMember) => fittingOf(type).includes(member);
  return h(
    'div',
    { class: 'body' },
    h(OtherFaults, { item }),
    h(TextEntry, { item, member: 'label', label: members.label, onChange: relabel }),
    h(
      'div',
      { class: 'pair' },
      h(TypeEntry, { item, taken, onChange }),
      h(TextEntry, {
        item,
        member: 'name',
        label: members.name,
        hint: hints.name,
        autoCapitalize: 'none',
        spellcheck: false,
        onChange: rename,
      }),
    ),
    fits('options') ? h(OptionsEntry, { item, taken, onChange }) : null,
    type === 'hidden' ? null : h(Switch, toggle('required')),
    fits('multiple') ? h(Switch, toggle('multiple')) : null,
    h(MoreEntries, { item, taken, onChange }),
  );
}

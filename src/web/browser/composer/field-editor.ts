import { h, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { FieldType } from '../../../submissions/fields/declared-field.ts';
import { DEPLOYMENT, shared } from '../context.ts';
import { idOf, Line, Lines, PROSE, Select, type LineProps } from '../labelled.ts';
import { Faults, Switch } from '../parts.ts';
import { firstOptions } from './field-kinds.ts';
import type { Item } from './field-list.ts';
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
const { members: labels, hints } = words;

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
  return member === 'min' || member === 'max' ? { type } : {};
}

const hintFor = (member: MoreMember) =>
  member === 'pattern' || member === 'autocomplete' ? hints[member] : undefined;

interface EditorProps {
  item: Item;
  /** The names of the other fields. */
  taken: readonly (string | undefined)[];
  onChange(field: FieldDraft): void;
}

type MemberProps = Pick<EditorProps, 'item' | 'onChange'>;

const hasFault = ({ path, faults }: Item, member: FieldMember) =>
  faults.some((fault) => `${fault.path}/`.startsWith(`${path}/${member}/`));

interface TextProps extends MemberProps, Pick<LineProps, 'label' | 'hint' | 'input'> {
  member: FieldMember;
}

/** One line of text. */
function TextMember({ item, member, onChange, ...rest }: TextProps): ComponentChildren {
  const { path, field, faults } = item;
  return h(Line, {
    ...rest,
    path: `${path}/${member}`,
    faults,
    value: field[member],
    onChange: (typed) => onChange({ ...field, [member]: typed }),
  });
}

function TypeMember({ item, onChange }: MemberProps): ComponentChildren {
  const { path, field, faults } = item;
  const type = typeOf(field);
  const types = OFFERED.includes(type) ? OFFERED : [...OFFERED, type];
  return h(Select, {
    path: `${path}/type`,
    label: labels.type,
    faults,
    value: type,
    options: Object.fromEntries(types.map((id) => [id, words.types[id]])),
    onChange: (chosen) => onChange(withType(field, chosen as FieldType, firstOptions())),
  });
}

function OptionsMember({ item, onChange }: MemberProps): ComponentChildren {
  const { path, field, faults } = item;
  const { options = [] } = field;
  return h(Lines, {
    path: `${path}/options`,
    label: labels.options,
    hint: typeOf(field) === 'checkbox' ? `${hints.oneBox} ${hints.options}` : hints.options,
    faults,
    text: options.map(lineOf).join('\n'),
    rows: 3,
    onChange: (typed) =>
      onChange({ ...field, options: typed === '' ? [] : optionsOf(typed, options) }),
  });
}

/** What few fields need. */
function MoreMembers({ item, onChange }: MemberProps): ComponentChildren {
  const type = typeOf(item.field);
  const members = fittingOf(type).filter(isMore);
  const isWrong = members.some((member) => hasFault(item, member));
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
        h(TextMember, {
          key: member,
          item,
          member,
          label: words.more[member],
          hint: hintFor(member),
          input: inputFor(member, type),
          onChange,
        }),
      ),
    ),
  );
}

/** Edits one field. */
export function FieldEditor({ item, taken, onChange }: EditorProps): ComponentChildren {
  const { path, field, faults } = item;
  const type = typeOf(field);
  // A name that a website may have already stays, whatever the label says.
  const [followsLabel, setFollowsLabel] = useState(!field.name);
  const fitting = fittingOf(type);
  const shown: FieldMember[] = ['name', 'label', 'type', 'required', ...fitting];
  const others = faults.filter(
    (fault) => !shown.some((member) => hasFault({ ...item, faults: [fault] }, member)),
  );
  const relabel = (changed: FieldDraft) => {
    const { label = '' } = changed;
    onChange(followsLabel ? { ...changed, name: nameFrom(label, taken) } : changed);
  };
  const rename = (changed: FieldDraft) => {
    setFollowsLabel(!changed.name);
    onChange(changed);
  };
  const toggle = (member: 'required' | 'multiple') =>
    h(Switch, {
      id: idOf(`${path}/${member}`),
      label: labels[member],
      isOn: field[member] === true,
      onChange: (isOn) => onChange({ ...field, [member]: isOn }),
    });
  return h(
    'div',
    { class: 'body' },
    // Of the field as a whole, and of members that its type has no element for.
    h(Faults, { id: idOf(`${path}/fault`), path, faults: others }),
    h(TextMember, { item, member: 'label', label: labels.label, input: PROSE, onChange: relabel }),
    h(
      'div',
      { class: 'pair' },
      h(TypeMember, { item, onChange }),
      h(TextMember, {
        item,
        member: 'name',
        label: labels.name,
        hint: hints.name,
        onChange: rename,
      }),
    ),
    fitting.includes('options') ? h(OptionsMember, { item, onChange }) : null,
    type === 'hidden' ? null : toggle('required'),
    fitting.includes('multiple') ? toggle('multiple') : null,
    h(MoreMembers, { item, onChange }),
  );
}

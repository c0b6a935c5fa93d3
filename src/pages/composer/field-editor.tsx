import { useMemo, useState } from 'preact/hooks';
import type { FieldType } from '../../fields/declared-field.ts';
import { mendPattern } from '../../fields/mend-pattern.ts';
import { DEPLOYMENT, fill, shared } from '../context.tsx';
import { Input, PROSE, Switch } from '../inputs.tsx';
import { Faults } from '../faults.tsx';
import { faultsAt, memberOf, type Place } from '../place.ts';
import { disclosure } from '../parts.tsx';
import { firstOptions } from './field-list.ts';
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

/** How a value is typed if it is no plain text. */
function inputFor(member: FieldMember, type: FieldType): Record<string, unknown> {
  if (member === 'minlength' || member === 'maxlength') return { inputMode: 'numeric' };
  if (member === 'step' || type === 'number') return { inputMode: 'decimal' };
  return member === 'min' || member === 'max' ? { type } : {};
}

const hintFor = (member: MoreMember) =>
  member === 'pattern' || member === 'autocomplete' ? hints[member] : undefined;

/** How a pattern is written that browsers take. */
function adviceFor(member: MoreMember, { pattern }: FieldDraft): string | undefined {
  const mended = member === 'pattern' && pattern ? mendPattern(pattern) : undefined;
  return mended && fill(shared.faults['fields.pattern.mended'], { pattern: mended });
}

const hasFault = ({ path, faults }: Pick<Place, 'path' | 'faults'>, member: FieldMember) =>
  faultsAt(faults, `${path}/${member}`).length > 0;

function TypeInput(place: Place<FieldDraft>) {
  const type = typeOf(place.value);
  const types = OFFERED.includes(type) ? OFFERED : [...OFFERED, type];
  return (
    <Input
      {...memberOf(place, 'type')}
      label={labels.type}
      value={type}
      options={Object.fromEntries(types.map((id) => [id, words.types[id]]))}
      onChange={(chosen) =>
        place.onChange(withType(place.value, chosen as FieldType, firstOptions()))
      }
    />
  );
}

function OptionsInput(place: Place<FieldDraft>) {
  const { value: options = [], onChange, ...rest } = memberOf(place, 'options');
  return (
    <Input
      {...rest}
      label={labels.options}
      hint={typeOf(place.value) === 'checkbox' ? `${hints.oneBox} ${hints.options}` : hints.options}
      value={options.map(lineOf).join('\n')}
      rows={3}
      onChange={(typed) => onChange(typed === '' ? [] : optionsOf(typed, options))}
    />
  );
}

interface MoreProps {
  field: Place<FieldDraft>;
  /** Where the name of the field is typed. */
  name: Place<string | undefined>;
}

/** The name of the field in the data, and the members that few fields need. */
function MoreMembers({ field, name }: MoreProps) {
  const type = typeOf(field.value);
  const members = fittingOf(type).filter(isMore);
  const isWrong = (['name', ...members] as const).some((member) => hasFault(field, member));
  const [isOpen, setOpen] = useState(isWrong);
  return (
    <details {...disclosure(isOpen || isWrong, setOpen)}>
      <summary>{words.moreTitle}</summary>
      <div class="pair">
        <Input {...name} label={labels.name} hint={hints.name} />
        {members.map((member) => (
          <Input
            key={member}
            {...memberOf(field, member)}
            label={words.more[member]}
            hint={hintFor(member)}
            advice={adviceFor(member, field.value)}
            input={inputFor(member, type)}
          />
        ))}
      </div>
    </details>
  );
}

interface EditorProps extends Place<FieldDraft> {
  /** The names of the other fields. */
  taken: readonly (string | undefined)[];
  /** True if no website has the name of the field yet. */
  isNew: boolean;
}

/** Without a label and a name a field lacks its label, which would also name it. */
function atLabel({ path, value: { label, name }, faults }: Place<FieldDraft>) {
  if ((label ?? '').trim() + (name ?? '').trim() !== '') return faults;
  return faults.map((fault) =>
    fault.path === `${path}/name` ? { ...fault, path: `${path}/label` } : fault,
  );
}

/** Edits one field. */
export function FieldEditor({ taken, isNew, ...shown }: EditorProps) {
  const { path, value: field, onChange } = shown;
  const faults = useMemo(() => atLabel(shown), [shown.faults]);
  const place = { ...shown, faults };
  const type = typeOf(field);
  // A name that a website may have already stays, whatever the label says.
  const [followsLabel, setFollowsLabel] = useState(isNew || !field.name);
  const fitting = fittingOf(type);
  const known: FieldMember[] = ['name', 'label', 'type', 'required', ...fitting];
  const others = faults.filter(
    (fault) => !known.some((member) => hasFault({ path, faults: [fault] }, member)),
  );
  const relabel = (label: string) =>
    onChange({ ...field, label, ...(followsLabel && { name: nameFrom(label, taken) }) });
  const rename = (name: string) => {
    setFollowsLabel(name === '');
    onChange({ ...field, name });
  };
  const toggle = (member: 'required' | 'multiple') => (
    <Switch {...memberOf(place, member)} label={labels[member]} />
  );
  const name = { ...memberOf(place, 'name'), onChange: rename };
  const label = { ...memberOf(place, 'label'), onChange: relabel };
  return (
    <div class="body">
      {/* Of the field as a whole, and of members that its type has no element for. */}

      <Faults path={path} faults={others} />
      <Input {...label} label={labels.label} input={PROSE} />
      <TypeInput {...place} />
      {fitting.includes('options') && <OptionsInput {...place} />}
      {type !== 'hidden' && toggle('required')}
      {fitting.includes('multiple') && toggle('multiple')}
      <MoreMembers field={place} name={name} />
    </div>
  );
}

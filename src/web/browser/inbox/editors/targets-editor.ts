import { h, type ComponentChildren } from 'preact';
import {
  OUTSIDE_CHANNEL_NAMES,
  TARGETS,
  TARGET_TEXTS,
  targetType,
  type FormTarget,
  type OutsideChannelName,
} from '../../../../contract/channels.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { Keepsake, Switch } from '../../parts.ts';
import { idOf, Line, OwnFaults, textOf } from '../../labelled.ts';
import { Group, type ValueProps } from '../setting-editor.ts';
import { asList, membersOf, type SettingsDraft } from '../setting-values.ts';
import { words } from '../inbox-words.ts';
import { RemoveButton, useRows } from '../../rows.ts';

const { targets: text } = words.editors;

const isType = (type: string): type is OutsideChannelName => Object.hasOwn(TARGETS, type);

type MemberOf<Type> = Type extends { members: infer Members } ? Members[keyof Members] : never;
type WordOf<Member> =
  | (Member extends { label: infer Label } ? Label : never)
  | (Member extends { hint: infer Hint } ? Hint : never);

/** The labels and hints of members: one that the words lack does not compile. */
const LABELS: Readonly<Record<WordOf<MemberOf<(typeof TARGETS)[OutsideChannelName]>>, string>> = {
  ...text,
  url: 'URL',
};

const labelOf = (key = ''): string => LABELS[key as keyof typeof LABELS];

/** The members that people enter. */
const membersFor = (type: OutsideChannelName) =>
  Object.entries(targetType(type).members).filter(([, { label }]) => label !== undefined);

/** A target as the service has it. */
interface SavedTarget extends FormTarget {
  /** It answered that it no longer exists. */
  isOff: boolean;
}

interface RowProps extends Omit<ValueProps, 'words' | 'value' | 'onChange'> {
  type: OutsideChannelName;
  row: SettingsDraft;
  saved: SavedTarget | undefined;
  onChange(row: SettingsDraft): void;
}

/** The secret of a webhook: shown once, and made again on demand. */
function Secret({ path, row, saved, onChange }: RowProps): ComponentChildren {
  const id = idOf(path);
  if (saved?.secret !== undefined) {
    const hint = text.secretOnce;
    return h(Keepsake, { id: `${id}-secret`, label: text.secret, text: saved.secret, hint });
  }
  if (!saved) return null;
  return h(Switch, {
    id: `${id}-rotate_secret`,
    label: text.rotate,
    hint: text.rotateHint,
    isOn: row['rotate_secret'] === true,
    onChange: (isOn) => onChange({ ...row, rotate_secret: isOn }),
  });
}

function TargetRow(props: RowProps & { onRemove(): void }): ComponentChildren {
  const { path, type, row, saved, faults, onChange, onRemove } = props;
  const legend = `${idOf(path)}-kind`;
  return h(
    'div',
    { class: 'place', role: 'group', 'aria-labelledby': legend },
    h(
      'div',
      { class: 'bar' },
      h('p', { class: 'label', id: legend }, targetType(type).name),
      h(RemoveButton, { what: targetType(type).name, onClick: onRemove }),
    ),
    saved?.isOff ? h('p', { class: 'notice' }, text.off) : null,
    h('p', { class: 'soft' }, text.how[type]),
    membersFor(type).map(([name, { label, hint }]) =>
      h(Line, {
        key: name,
        path: `${path}/${name}`,
        label: labelOf(label),
        hint: hint && labelOf(hint),
        faults,
        value: row[name],
        input: name === 'url' ? { inputMode: 'url' } : {},
        onChange: (typed) => onChange({ ...row, [name]: typed }),
      }),
    ),
    targetType(type).isSigned ? h(Secret, props) : null,
    h(OwnFaults, { path, faults }),
  );
}

/** Whether it is the same place, however it is edited otherwise. */
const isSame = (target: FormTarget, row: SettingsDraft) =>
  target.type === row['type'] &&
  TARGET_TEXTS.every(
    (name) =>
      targetType(target.type).members[name]?.isKey || target[name] === (row[name] || undefined),
  );

interface Props extends ValueProps {
  /** As the service has them, with the secrets that its last answer brought. */
  saved: readonly SavedTarget[];
}

/** The integrations, a row each with what its type needs. */
export function TargetsEditor({
  path,
  words: own,
  value,
  faults,
  saved,
  onChange,
}: Props): ComponentChildren {
  const rows = asList(value).map(membersOf);
  const list = useRows({ path, rows, faults, onChange });
  const add = (type: OutsideChannelName) =>
    list.add([{ type }], `/${membersFor(type)[0]?.[0] ?? ''}`);
  return h(
    Group,
    { path, words: own, faults: list.faults },
    h(
      'div',
      { class: 'rows' },
      rows.map((row, at) => {
        const type = textOf(row['type']);
        if (!isType(type)) return null;
        return h(TargetRow, {
          key: at,
          path: `${path}/${at}`,
          type,
          row,
          saved: saved.find((target) => isSame(target, row)),
          faults: list.faults,
          onChange: (changed) => list.edit(at, changed),
          onRemove: () => list.remove(at),
        });
      }),
    ),
    rows.length < LIMITS.targets
      ? h(
          'div',
          { role: 'group', 'aria-labelledby': list.addId },
          h('p', { id: list.addId, class: 'label', tabIndex: -1 }, text.add),
          h(
            'div',
            { class: 'kinds' },
            OUTSIDE_CHANNEL_NAMES.map((type) =>
              h(
                'button',
                { key: type, type: 'button', class: 'quiet small', onClick: () => add(type) },
                targetType(type).name,
              ),
            ),
          ),
        )
      : null,
  );
}

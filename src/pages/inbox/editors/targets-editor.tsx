import {
  OUTSIDE_CHANNEL_NAMES,
  TARGETS,
  TARGET_TEXTS,
  targetType,
  type FormTarget,
  type OutsideChannelName,
} from '../../../contract/channels.ts';
import type { FormSettingsView } from '../../../contract/schemas.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { inboxWords } from '../../context.tsx';
import { Input, Switch } from '../../inputs.tsx';
import { OwnFaults } from '../../faults.tsx';
import { idOf, memberOf, textOf, type Place } from '../../place.ts';
import { Keepsake, QuietButton } from '../../parts.tsx';
import { RemoveButton, useRows } from '../../rows.tsx';
import { Group, type ValueProps } from '../setting-editor.tsx';
import { asList, membersOf, type SettingsDraft } from '../setting-values.ts';

const { targets: text } = inboxWords.editors;

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

interface RowProps extends Place<SettingsDraft> {
  type: OutsideChannelName;
  saved: SavedTarget | undefined;
  onRemove(): void;
}

/** The secret of a webhook: shown once, and made again on demand. */
function Secret({ saved, ...row }: RowProps) {
  const [label, hint] = [text.secret, text.secretOnce];
  if (saved?.secret !== undefined) {
    return (
      <Keepsake id={`${idOf(row.path)}-secret`} label={label} text={saved.secret} hint={hint} />
    );
  }
  const rotate = memberOf(row, 'rotate_secret');
  return saved ? <Switch {...rotate} label={text.rotate} hint={text.rotateHint} /> : null;
}

function TargetRow(props: RowProps) {
  const { type, saved, onRemove, ...row } = props;
  const { name: kind, isSigned } = targetType(type);
  const legend = `${idOf(row.path)}-kind`;
  return (
    <div class="place" role="group" aria-labelledby={legend}>
      <div class="bar">
        <p class="label" id={legend}>
          {kind}
        </p>
        <RemoveButton what={kind} onClick={onRemove} />
      </div>
      {saved?.isOff && <p class="notice">{text.off}</p>}
      <p class="soft">{text.how[type]}</p>
      {membersFor(type).map(([name, { label, hint }]) => (
        <Input
          key={name}
          {...memberOf(row, name)}
          label={labelOf(label)}
          hint={hint && labelOf(hint)}
          input={name === 'url' ? { inputMode: 'url' } : {}}
        />
      ))}
      {isSigned && <Secret {...props} />}
      <OwnFaults {...row} />
    </div>
  );
}

/** True if it is the same place, however it is edited otherwise. */
const isSame = (target: FormTarget, row: SettingsDraft) =>
  target.type === row['type'] &&
  TARGET_TEXTS.every(
    (name) =>
      targetType(target.type).members[name]?.isKey || target[name] === (row[name] || undefined),
  );

interface Props extends ValueProps {
  /** The settings as the service has them, with the secrets that its last answer brought. */
  view: FormSettingsView;
}

/** The integrations, a row each with what its type needs. */
export function TargetsEditor({ words: own, view, ...place }: Props) {
  const { settings, targets_off: off = [] } = view;
  const saved = (settings.targets ?? []).map((target, at) => ({
    ...target,
    isOff: off.some(({ path }) => path === `/settings/targets/${at}`),
  }));
  const value = asList(place.value).map(membersOf);
  const { rows, faults, addId, add, remove } = useRows<SettingsDraft>({ ...place, value });
  const addTarget = (type: OutsideChannelName) =>
    add([{ type }], `/${membersFor(type)[0]?.[0] ?? ''}`);
  const shown = rows.map((row, at) => {
    const type = textOf(row.value['type']);
    if (!isType(type)) return null;
    const known = saved.find((target) => isSame(target, row.value));
    return <TargetRow {...row} key={at} type={type} saved={known} onRemove={() => remove(at)} />;
  });
  return (
    <Group path={place.path} words={own} faults={faults}>
      <div class="rows">{shown}</div>
      {rows.length < LIMITS.targets && (
        <div role="group" aria-labelledby={addId}>
          <p id={addId} class="label" tabIndex={-1}>
            {text.add}
          </p>
          <div class="kinds">
            {OUTSIDE_CHANNEL_NAMES.map((type) => (
              <QuietButton
                key={type}
                label={targetType(type).name}
                onClick={() => addTarget(type)}
              />
            ))}
          </div>
        </div>
      )}
    </Group>
  );
}

import { h, type ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { LIMITS } from '../../../../contract/limits.ts';
import { describeBytes } from '../../../../catalogs/describe-bytes.ts';
import { DEPLOYMENT, fill, LANGUAGE } from '../../context.ts';
import { Switch } from '../../parts.ts';
import { asNumber } from '../parts.ts';
import { idOf, Labelled, Line, PLAIN, textOf } from '../labelled.ts';
import type { Typed } from '../../labelled.ts';
import { Group, type ValueProps } from '../setting-editor.ts';
import {
  asList,
  inMegabytes,
  membersOf,
  type Draft,
  type SettingsDraft,
} from '../setting-values.ts';
import { words } from '../inbox-words.ts';

const { files: text } = words.editors;

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** The types that people ask for, by what they call them. */
const KINDS = [
  { name: text.images, types: ['image/*'] },
  { name: 'PDF', types: ['application/pdf'] },
  {
    name: text.office,
    types: [
      `${OFFICE}.wordprocessingml.document`,
      `${OFFICE}.spreadsheetml.sheet`,
      `${OFFICE}.presentationml.presentation`,
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.spreadsheet',
      'application/vnd.oasis.opendocument.presentation',
    ],
  },
  { name: text.text, types: ['text/plain', 'text/csv'] },
] as const;

/** The most bytes that the service takes, as people say it. */
const mostBytes = describeBytes(LANGUAGE, DEPLOYMENT.maxFileBytes);

type MemberProps = Omit<ValueProps, 'value'> & { members: SettingsDraft };

/** Ticks for usual types, and lines for all others. */
function Types({ path: group, words: own, members, faults, onChange }: MemberProps) {
  const path = `${group}/types`;
  const chosen = asList(members['types']).map(textOf);
  const ticked = KINDS.filter(({ types }) => types.every((type) => chosen.includes(type)));
  const known = new Set<string>(ticked.flatMap(({ types }) => types));
  const others = chosen.filter((type) => !known.has(type));
  // The others first: so the places of faults count the lines.
  const show = (lines: readonly string[], kinds: readonly (typeof KINDS)[number][]) =>
    onChange({ ...members, types: [...lines, ...kinds.flatMap(({ types }) => types)] });
  const tick = (kind: (typeof KINDS)[number], isOn: boolean) =>
    show(
      others,
      KINDS.filter((each) => (each === kind ? isOn : ticked.includes(each))),
    );
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', {}, own.members?.['types']),
    KINDS.map((kind) =>
      h(
        'label',
        { key: kind.name, class: 'choice' },
        h('input', {
          type: 'checkbox',
          checked: ticked.includes(kind),
          onChange: ({ currentTarget }) => tick(kind, currentTarget.checked),
        }),
        kind.name,
      ),
    ),
    chosen.every((type) => type === '') ? h('p', { class: 'soft' }, text.anyType) : null,
    h(Labelled, {
      path,
      label: text.others,
      hint: text.othersHint,
      faults,
      draw: (common) =>
        h('textarea', {
          ...common,
          ...PLAIN,
          rows: Math.max(2, others.length + 1),
          value: others.join('\n'),
          onInput: ({ currentTarget: { value } }: Typed) =>
            show(value === '' ? [] : value.split('\n'), ticked),
        }),
    }),
  );
}

function Bounds({ path, words: own, members, faults, onChange }: MemberProps) {
  const line = (name: 'max_count' | 'max_bytes', shown: Draft, hint: string, mode: string) =>
    h(Line, {
      path: `${path}/${name}`,
      label: own.members?.[name] ?? name,
      hint,
      faults,
      value: shown,
      input: { inputMode: mode },
      onChange: (typed) => onChange({ ...members, [name]: typed }),
    });
  const count = fill(text.count, { count: asNumber(LIMITS.usualFiles) });
  const size = fill(text.size, { size: mostBytes });
  return h(
    'div',
    {},
    line('max_count', members['max_count'], count, 'numeric'),
    line('max_bytes', inMegabytes(members['max_bytes'], LANGUAGE), size, 'decimal'),
  );
}

/** Whether visitors can attach files, and which. */
export function FilesEditor(props: ValueProps): ComponentChildren {
  const { path, words: own, value, faults, onChange } = props;
  // What was entered is back when the switch is put on again.
  const before = useRef<Draft>(undefined);
  const isOn = value !== undefined;
  if (DEPLOYMENT.maxFileBytes === 0 && !isOn) {
    return h(Group, { path, words: { label: own.label, hint: text.none }, faults });
  }
  const toggle = (wanted: boolean) => {
    if (!wanted) before.current = value;
    onChange(wanted ? (before.current ?? {}) : undefined);
  };
  const inner = { path, words: own, members: membersOf(value), faults, onChange };
  return h(
    Group,
    { path, words: own, faults },
    h(Switch, {
      id: idOf(path),
      label: text.allow,
      isOn,
      isWrong: faults.some((fault) => fault.path === path),
      onChange: toggle,
    }),
    isOn ? h('div', { class: 'inner' }, h(Bounds, inner), h(Types, inner)) : null,
  );
}

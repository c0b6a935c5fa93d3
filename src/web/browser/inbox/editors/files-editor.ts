import { h, type ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { LIMITS } from '../../../../contract/limits.ts';
import { describeBytes } from '../../../../catalogs/catalog.ts';
import { DEPLOYMENT, fill, LANGUAGE } from '../../context.ts';
import { Switch } from '../../parts.ts';
import { asNumber } from '../parts.ts';
import { idOf, Line, Lines, PLAIN, textOf } from '../../labelled.ts';
import { Group, Members, type EditorProps, type ValueProps } from '../setting-editor.ts';
import { asList, inMegabytes, membersOf, type Draft } from '../setting-values.ts';
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

/** Ticks for usual types, and lines for all others. */
function Types({ path, words: own, value, faults, onChange }: ValueProps): ComponentChildren {
  const members = membersOf(value);
  const chosen = asList(members['types']).map(textOf);
  const ticked = KINDS.filter(({ types }) => types.every((type) => chosen.includes(type)));
  const known = new Set<string>(ticked.flatMap(({ types }) => types));
  const others = chosen.filter((type) => !known.has(type));
  // The others first: so the places of faults count the lines.
  const show = (lines: readonly string[], kinds: readonly (typeof KINDS)[number][]) =>
    onChange({ ...members, types: [...lines, ...kinds.flatMap(({ types }) => types)] });
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
          onChange: ({ currentTarget: { checked } }) =>
            show(
              others,
              KINDS.filter((each) => (each === kind ? checked : ticked.includes(each))),
            ),
        }),
        kind.name,
      ),
    ),
    chosen.every((type) => type === '') ? h('p', { class: 'soft' }, text.anyType) : null,
    h(Lines, {
      path: `${path}/types`,
      label: text.others,
      hint: text.othersHint,
      faults,
      text: others.join('\n'),
      rows: 2,
      input: PLAIN,
      onChange: (typed) => show(typed === '' ? [] : typed.split('\n'), ticked),
    }),
  );
}

/** How many files, of which size and of which types. */
function Bounds(props: EditorProps): ComponentChildren {
  const { path, words: own, value, faults, onChange } = props;
  const members = membersOf(value);
  const hints = { max_count: fill(text.count, { count: asNumber(LIMITS.usualFiles) }) };
  return h(
    'div',
    { class: 'inner' },
    h(Members, { ...props, words: { ...own, hints }, without: ['max_bytes', 'types'] }),
    h(Line, {
      path: `${path}/max_bytes`,
      label: own.members?.['max_bytes'] ?? '',
      hint: fill(text.size, { size: mostBytes }),
      faults,
      value: inMegabytes(members['max_bytes'], LANGUAGE),
      input: { inputMode: 'decimal' },
      onChange: (typed) => onChange({ ...members, max_bytes: typed }),
    }),
    h(Types, props),
  );
}

/** Whether visitors can attach files, and which. */
export function FilesEditor(props: EditorProps): ComponentChildren {
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
    isOn ? h(Bounds, props) : null,
  );
}

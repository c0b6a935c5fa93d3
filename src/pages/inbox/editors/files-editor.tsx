import { useRef } from 'preact/hooks';
import { LIMITS } from '../../../contract/limits.ts';
import { describeBytes } from '../../../catalogs/catalog.ts';
import { asNumber, DEPLOYMENT, fill, inboxWords, LANGUAGE } from '../../context.tsx';
import { Input, PLAIN, Switch } from '../../inputs.tsx';
import { textOf } from '../../place.ts';
import { Group, Members, partOf, type EditorProps, type ValueProps } from '../setting-editor.tsx';
import { asList, inMegabytes, type Draft } from '../setting-values.ts';

const { files: text } = inboxWords.editors;

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
function Types({ words: own, ...files }: ValueProps) {
  const { onChange, ...types } = partOf(files, 'types');
  const chosen = asList(types.value).map(textOf);
  const ticked = KINDS.filter((kind) => kind.types.every((type) => chosen.includes(type)));
  const known = new Set<string>(ticked.flatMap((kind) => kind.types));
  const others = chosen.filter((type) => !known.has(type));
  // The others first: so the places of faults count the lines.
  const show = (lines: readonly string[], kinds: readonly (typeof KINDS)[number][]) =>
    onChange([...lines, ...kinds.flatMap((kind) => kind.types)]);
  const tick = (kind: (typeof KINDS)[number], isOn: boolean) =>
    show(
      others,
      KINDS.filter((each) => (each === kind ? isOn : ticked.includes(each))),
    );
  return (
    <fieldset class="field">
      <legend>{own.members?.['types']}</legend>
      {KINDS.map((kind) => (
        <label key={kind.name} class="choice">
          <input
            type="checkbox"
            checked={ticked.includes(kind)}
            onChange={({ currentTarget }) => tick(kind, currentTarget.checked)}
          />
          {kind.name}
        </label>
      ))}
      {chosen.every((type) => type === '') && <p class="soft">{text.anyType}</p>}
      <Input
        {...types}
        label={text.others}
        hint={text.othersHint}
        value={others.join('\n')}
        rows={2}
        input={PLAIN}
        onChange={(typed) => show(typed === '' ? [] : typed.split('\n'), ticked)}
      />
    </fieldset>
  );
}

/** How many files, of which size and of which types. */
function Bounds(props: EditorProps) {
  const { words: own } = props;
  const size = partOf(props, 'max_bytes');
  const hints = { max_count: fill(text.count, { count: asNumber(LIMITS.usualFiles) }) };
  return (
    <div class="inner">
      <Members {...props} words={{ ...own, hints }} without={['max_bytes', 'types']} />
      <Input
        {...size}
        label={own.members?.['max_bytes'] ?? ''}
        hint={fill(text.size, { size: mostBytes })}
        value={inMegabytes(size.value, LANGUAGE)}
        input={{ inputMode: 'decimal' }}
      />
      <Types {...props} />
    </div>
  );
}

/** Lets the owner allow files, and choose their types. */
export function FilesEditor(props: EditorProps) {
  const { words: own, value, onChange, ...place } = props;
  // The values come back when the switch is turned on again.
  const before = useRef<Draft>(undefined);
  const isOn = value !== undefined;
  if (DEPLOYMENT.maxFileBytes === 0 && !isOn) {
    return <Group {...place} words={{ label: own.label, hint: text.none }} />;
  }
  const toggle = (wanted: boolean) => {
    if (!wanted) before.current = value;
    onChange(wanted ? (before.current ?? {}) : undefined);
  };
  return (
    <Group {...place} words={own}>
      <Switch {...place} label={text.allow} value={isOn} onChange={toggle} />
      {isOn && <Bounds {...props} />}
    </Group>
  );
}

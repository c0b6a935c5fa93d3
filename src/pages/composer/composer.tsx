import { LIMITS } from '../../contract/limits.ts';
import { fill, shared } from '../context.tsx';
import { OwnFaults } from '../faults.tsx';
import { idOf, type Place } from '../place.ts';
import { Icon, QuietButton } from '../parts.tsx';
import { FieldEditor } from './field-editor.tsx';
import {
  firstFields,
  hasPurpose,
  KIND_IDS,
  newField,
  titleOf,
  UNDO_ID,
  useFieldList,
  type Item,
} from './field-list.ts';
import { typeOf, type FieldDraft } from './field-values.ts';
import { FormPreview } from './form-preview.tsx';

const { composer: words } = shared;

const ICONS = {
  up: 'M12 19V6M6 11.5L12 5.5l6 6',
  down: 'M12 5v13M6 12.5l6 6 6-6',
  remove: 'M6 6l12 12M18 6L6 18',
} as const;

interface IconProps {
  item: Item;
  act: keyof typeof ICONS;
  onClick(): void;
  isOff?: boolean;
}

/** A button that stays focusable when it is off, so that the keyboard does not lose its place. */
const IconButton = ({ item, act, onClick, isOff = false }: IconProps) => (
  <button
    id={idOf(`${item.path}/${act}`)}
    type="button"
    class="icon"
    title={words[act]}
    aria-label={`${words[act]}: ${titleOf(item.value)}`}
    aria-disabled={isOff}
    onClick={onClick}
  >
    <Icon path={ICONS[act]} />
  </button>
);

type List = ReturnType<typeof useFieldList>;

function FieldItem({ item, list }: { item: Item; list: List }) {
  const { items } = list;
  const { path, value: field, faults, isOpen } = item;
  const about = [words.types[typeOf(field)], field.required && words.members.required];
  const taken = items.filter((other) => other !== item).map((other) => other.value.name);
  return (
    <li class={isOpen ? 'open' : ''}>
      <div class="head">
        <button
          id={idOf(`${path}/toggle`)}
          type="button"
          class="toggle"
          aria-expanded={isOpen}
          onClick={() => list.toggle(item)}
        >
          <span>{titleOf(field)}</span>
          <span class="soft">{about.filter(Boolean).join(' · ')}</span>
          {faults.length > 0 && <span class="fault">{words.faulty}</span>}
        </button>
        <IconButton
          item={item}
          act="up"
          onClick={() => list.move(item, -1)}
          isOff={item === items[0]}
        />
        <IconButton
          item={item}
          act="down"
          onClick={() => list.move(item, 1)}
          isOff={item === items.at(-1)}
        />
        <IconButton item={item} act="remove" onClick={() => list.remove(item)} />
      </div>
      {isOpen && <FieldEditor {...item} taken={taken} />}
    </li>
  );
}

/** The last field that was removed, which can be had back. */
const UndoNote = ({ removed, undo }: List) =>
  removed && (
    <p class="removed">
      <span>{fill(words.removed, { field: titleOf(removed.value) })}</span>
      <QuietButton label={words.undo} id={UNDO_ID} onClick={() => undo(removed)} />
    </p>
  );

function Adder({ list, fields }: { list: List; fields: readonly FieldDraft[] }) {
  if (fields.length >= LIMITS.fields) {
    return <p class="soft">{fill(words.full, { limit: String(LIMITS.fields) })}</p>;
  }
  return (
    <div class="add" role="group" aria-labelledby="add-field">
      {fields.length === 0 && (
        <QuietButton
          label={words.begin}
          class="quiet"
          onClick={() => list.add(firstFields(), false)}
        />
      )}
      <p id="add-field" class="label">
        {words.add}
      </p>
      <div class="kinds">
        {KIND_IDS.map((kind) => (
          <QuietButton
            key={kind}
            label={words.kinds[kind]}
            onClick={() => list.add([newField(kind, fields)], !hasPurpose(kind))}
          />
        ))}
      </div>
    </div>
  );
}

/** Enter in a line of text must not send the form around the composer. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

interface Props extends Place<readonly FieldDraft[]> {
  title: string;
  hint: string;
}

/** Puts the fields of a form together, and shows the form. */
export function Composer({ title, hint, ...place }: Props) {
  const list = useFieldList(place);
  const fields = place.value;
  return (
    <fieldset class="group composer" onKeyDown={keepEnter}>
      <legend>{title}</legend>
      <p class="soft">{hint}</p>
      <ol role="list">
        {list.items.map((item) => (
          <FieldItem key={item.at} item={item} list={list} />
        ))}
      </ol>
      <UndoNote {...list} />
      <Adder list={list} fields={fields} />
      <OwnFaults {...place} />
      {fields.length > 0 && <FormPreview fields={fields} />}
    </fieldset>
  );
}

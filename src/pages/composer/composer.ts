import { h } from 'preact';
import { LIMITS } from '../../contract/limits.ts';
import { fill, shared } from '../context.ts';
import { idOf, OwnFaults, type Place } from '../inputs.ts';
import { quietButton } from '../parts.ts';
import { FieldEditor } from './field-editor.ts';
import {
  firstFields,
  KIND_IDS,
  newField,
  titleOf,
  UNDO_ID,
  useFieldList,
  type Item,
} from './field-list.ts';
import { typeOf, type FieldDraft } from './field-values.ts';
import { FormPreview } from './form-preview.ts';

const { composer: words } = shared;

const ICONS = {
  up: 'M12 19V6M6 11.5L12 5.5l6 6',
  down: 'M12 5v13M6 12.5l6 6 6-6',
  remove: 'M6 6l12 12M18 6L6 18',
} as const;

/** A button that stays focusable when it is off, so that the keyboard does not lose its place. */
function iconButton(item: Item, act: keyof typeof ICONS, onClick: () => void, isOff = false) {
  const attributes = {
    id: idOf(`${item.path}/${act}`),
    type: 'button',
    class: 'icon',
    title: words[act],
    'aria-label': `${words[act]}: ${titleOf(item.value)}`,
    'aria-disabled': isOff,
    onClick,
  } as const;
  const icon = { viewBox: '0 0 24 24', 'aria-hidden': 'true' } as const;
  return h('button', attributes, h('svg', icon, h('path', { d: ICONS[act] })));
}

type List = ReturnType<typeof useFieldList>;

function FieldItem({ item, list }: { item: Item; list: List }) {
  const { items } = list;
  const { path, value: field, faults, isOpen } = item;
  const about = [words.types[typeOf(field)], field.required && words.members.required];
  const taken = items.filter((other) => other !== item).map((other) => other.value.name);
  const toggle = {
    id: idOf(`${path}/toggle`),
    type: 'button',
    class: 'toggle',
    'aria-expanded': isOpen,
    onClick: () => list.toggle(item),
  } as const;
  return h('li', { class: isOpen ? 'open' : '' }, [
    h('div', { class: 'head' }, [
      h('button', toggle, [
        h('span', {}, titleOf(field)),
        h('span', { class: 'soft' }, about.filter(Boolean).join(' · ')),
        faults.length > 0 && h('span', { class: 'fault' }, words.faulty),
      ]),
      iconButton(item, 'up', () => list.move(item, -1), item === items[0]),
      iconButton(item, 'down', () => list.move(item, 1), item === items.at(-1)),
      iconButton(item, 'remove', () => list.remove(item)),
    ]),
    isOpen && h(FieldEditor, { ...item, taken }),
  ]);
}

/** The last field that was removed, which can be had back. */
const undoNote = ({ removed, undo }: List) =>
  removed &&
  h('p', { class: 'removed' }, [
    h('span', {}, fill(words.removed, { field: titleOf(removed.value) })),
    quietButton(words.undo, () => undo(removed), { id: UNDO_ID }),
  ]);

function adder(list: List, fields: readonly FieldDraft[]) {
  if (fields.length >= LIMITS.fields) {
    return h('p', { class: 'soft' }, fill(words.full, { limit: String(LIMITS.fields) }));
  }
  const kinds = KIND_IDS.map((kind) =>
    quietButton(words.kinds[kind], () => list.add([newField(kind, fields)]), { key: kind }),
  );
  const begin = () => list.add(firstFields());
  return h('div', { class: 'add', role: 'group', 'aria-labelledby': 'add-field' }, [
    fields.length === 0 && quietButton(words.begin, begin, { class: 'quiet' }),
    h('p', { id: 'add-field', class: 'label' }, words.add),
    h('div', { class: 'kinds' }, kinds),
  ]);
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
  const items = list.items.map((item) => h(FieldItem, { key: item.at, item, list }));
  return h('fieldset', { class: 'group composer', onKeyDown: keepEnter }, [
    h('legend', {}, title),
    h('p', { class: 'soft' }, hint),
    h('ol', { role: 'list' }, items),
    undoNote(list),
    adder(list, fields),
    h(OwnFaults, place),
    fields.length > 0 && h(FormPreview, { fields }),
  ]);
}

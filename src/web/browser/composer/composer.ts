import { h, type ComponentChildren } from 'preact';
import { LIMITS } from '../../../contract/limits.ts';
import { fill, shared } from '../context.ts';
import { idOf, OwnFaults } from '../labelled.ts';
import { FieldEditor } from './field-editor.ts';
import { firstFields, KIND_IDS, newField } from './field-kinds.ts';
import { titleOf, UNDO_ID, useFieldList, type Item, type ListProps } from './field-list.ts';
import { typeOf, type FieldDraft } from './field-values.ts';
import { quietButton } from '../parts.ts';
import { FormPreview } from './form-preview.ts';

const { composer: words } = shared;

const ICONS = {
  up: 'M12 19V6M6 11.5L12 5.5l6 6',
  down: 'M12 5v13M6 12.5l6 6 6-6',
  remove: 'M6 6l12 12M18 6L6 18',
} as const;

interface IconButtonProps {
  item: Item;
  act: keyof typeof ICONS;
  isOff?: boolean;
  onClick(): void;
}

/** It stays focusable when there is nothing to do, so that the keyboard does not lose its place. */
function IconButton({ item, act, isOff = false, onClick }: IconButtonProps): ComponentChildren {
  const label = `${words[act]}: ${titleOf(item.field)}`;
  return h(
    'button',
    {
      id: idOf(`${item.path}/${act}`),
      type: 'button',
      class: 'icon',
      title: words[act],
      'aria-label': label,
      'aria-disabled': isOff,
      onClick,
    },
    h('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: ICONS[act] })),
  );
}

type List = ReturnType<typeof useFieldList>;

function FieldItem({ item, list }: { item: Item; list: List }): ComponentChildren {
  const { items } = list;
  const { path, field, faults, isOpen } = item;
  const about = [words.types[typeOf(field)], field.required && words.members.required];
  const taken = items.filter((other) => other !== item).map((other) => other.field.name);
  return h(
    'li',
    { class: isOpen ? 'open' : '' },
    h(
      'div',
      { class: 'head' },
      h(
        'button',
        {
          id: idOf(`${path}/toggle`),
          type: 'button',
          class: 'toggle',
          'aria-expanded': isOpen,
          onClick: () => list.toggle(item),
        },
        h('span', {}, titleOf(field)),
        h('span', { class: 'soft' }, about.filter(Boolean).join(' · ')),
        faults.length > 0 ? h('span', { class: 'fault' }, words.faulty) : null,
      ),
      h(IconButton, {
        item,
        act: 'up',
        isOff: item === items[0],
        onClick: () => list.move(item, -1),
      }),
      h(IconButton, {
        item,
        act: 'down',
        isOff: item === items.at(-1),
        onClick: () => list.move(item, 1),
      }),
      h(IconButton, { item, act: 'remove', onClick: () => list.remove(item) }),
    ),
    isOpen
      ? h(FieldEditor, { item, taken, onChange: (changed) => list.edit(item, changed) })
      : null,
  );
}

/** The last field that was removed, which can be had back. */
function Removed({ list }: { list: List }): ComponentChildren {
  const { removed } = list;
  if (!removed) return null;
  return h(
    'p',
    { class: 'removed' },
    h('span', {}, fill(words.removed, { field: titleOf(removed.field) })),
    quietButton(words.undo, () => list.undo(removed), { id: UNDO_ID }),
  );
}

function AddField({ list, fields }: { list: List; fields: readonly FieldDraft[] }) {
  if (fields.length >= LIMITS.fields) {
    return h('p', { class: 'soft' }, fill(words.full, { limit: String(LIMITS.fields) }));
  }
  const add = (added: readonly FieldDraft[]) => list.add(added);
  return h(
    'div',
    { class: 'add', role: 'group', 'aria-labelledby': 'add-field' },
    fields.length === 0
      ? quietButton(words.begin, () => add(firstFields()), { class: 'quiet' })
      : null,
    h('p', { id: 'add-field', class: 'label' }, words.add),
    h(
      'div',
      { class: 'kinds' },
      KIND_IDS.map((kind) =>
        quietButton(words.kinds[kind], () => add([newField(kind, fields)]), { key: kind }),
      ),
    ),
  );
}

/** Enter in a line of text must not send the form around the composer. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

interface Props extends ListProps {
  title: string;
  hint: string;
}

/** Puts the fields of a form together, and shows the form. */
export function Composer({ title, hint, ...props }: Props): ComponentChildren {
  const list = useFieldList(props);
  const { path, value: fields, faults } = props;
  return h(
    'fieldset',
    { class: 'group composer', onKeyDown: keepEnter },
    h('legend', {}, title),
    h('p', { class: 'soft' }, hint),
    h(
      'ol',
      { role: 'list' },
      list.items.map((item) => h(FieldItem, { key: item.at, item, list })),
    ),
    h(Removed, { list }),
    h(AddField, { list, fields }),
    h(OwnFaults, { path, faults }),
    fields.length > 0 ? h(FormPreview, { fields }) : null,
  );
}

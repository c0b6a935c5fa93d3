import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Fault } from '../api.ts';
import { fill, shared, useAnnounce } from '../context.ts';
import { typeOf, type FieldDraft } from './field-values.ts';

const { composer: words } = shared;

/** What a field is called in the list. */
export const titleOf = (field: FieldDraft): string =>
  field.label?.trim() || field.name?.trim() || words.types[typeOf(field)];

export interface ListProps {
  /** JSON Pointer of the list. */
  path: string;
  value: readonly FieldDraft[];
  faults: readonly Fault[];
  onChange(fields: readonly FieldDraft[]): void;
}

/** A field in the list; its key stays the same wherever it is moved. */
export interface Item {
  key: number;
  field: FieldDraft;
  /** Their paths begin at the field. */
  faults: readonly Fault[];
  isOpen: boolean;
}

interface Marks {
  /** The faults that the rest was made from. */
  from: readonly Fault[];
  byKey: ReadonlyMap<number, readonly Fault[]>;
  open: ReadonlySet<number>;
}

interface Removed {
  key: number;
  field: FieldDraft;
  at: number;
}

/** The faults of each field, which follow it when it is moved; fields with faults are opened. */
function markFaults({ path, faults }: ListProps, keys: readonly number[], before: Marks): Marks {
  const byKey = new Map<number, readonly Fault[]>();
  for (const [at, key] of keys.entries()) {
    const start = `${path}/${at}`;
    const own = faults.filter((fault) => `${fault.path}/`.startsWith(`${start}/`));
    if (own.length === 0) continue;
    byKey.set(
      key,
      own.map((fault) => ({ ...fault, path: fault.path.slice(start.length) })),
    );
  }
  return { from: faults, byKey, open: new Set([...before.open, ...byKey.keys()]) };
}

/** The id of an element of a field. */
export const partId = (key: number, part: string) => `field-${key}-${part}`;

/** Gives the focus to an element once it is there. */
export function useLaterFocus() {
  const wanted = useRef<string | undefined>(undefined);
  // Before anything more is typed.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return (id: string) => {
    wanted.current = id;
  };
}

/** The id of the button that brings a field back. */
export const UNDO_ID = 'field-undo';

let lastKey = 0;
const newKey = () => (lastKey += 1);

/** The fields with what only the page knows of each. */
function useItems(props: ListProps) {
  const { value, onChange } = props;
  const keys = useRef<number[]>([]);
  const [marks, setMarks] = useState<Marks>({ from: [], byKey: new Map(), open: new Set() });
  // The list was replaced from outside.
  if (keys.current.length !== value.length) keys.current = value.map(newKey);
  const current = marks.from === props.faults ? marks : markFaults(props, keys.current, marks);
  if (current !== marks) setMarks(current);
  const { byKey, open } = current;
  const items: Item[] = value.map((field, at) => {
    const key = keys.current[at] ?? 0;
    return { key, field, faults: byKey.get(key) ?? [], isOpen: open.has(key) };
  });
  return {
    items,
    show(next: readonly Pick<Item, 'key' | 'field'>[]) {
      keys.current = next.map(({ key }) => key);
      onChange(next.map(({ field }) => field));
    },
    openOnly: (key: number) => setMarks({ ...current, open: new Set([key]) }),
    toggle: ({ key }: Item) =>
      setMarks({ ...current, open: open.symmetricDifference(new Set([key])) }),
  };
}

/** The list of fields, and what can be done with it. */
export function useFieldList(props: ListProps) {
  const { items, show: replace, openOnly, toggle } = useItems(props);
  const announce = useAnnounce();
  const focus = useLaterFocus();
  const [removed, setRemoved] = useState<Removed>();
  const show = (next: readonly Pick<Item, 'key' | 'field'>[], without?: Removed) => {
    setRemoved(without);
    replace(next);
  };
  const say = (text: string, field: FieldDraft, numbers = {}) =>
    announce(fill(text, { field: titleOf(field), ...numbers }));
  return {
    items,
    removed,
    toggle,
    edit: (edited: Item, field: FieldDraft) =>
      show(items.map((item) => (item.key === edited.key ? { ...item, field } : item))),
    add(fields: readonly FieldDraft[]) {
      const added = fields.map((field) => ({ key: newKey(), field }));
      const [first] = added;
      if (!first) return;
      show([...items, ...added]);
      // One that was asked for is open; the ones to begin with are an overview.
      const isOne = added.length === 1;
      if (isOne) openOnly(first.key);
      focus(partId(first.key, isOne ? 'label' : 'toggle'));
    },
    move(item: Item, by: 1 | -1) {
      const at = items.indexOf(item) + by;
      if (at < 0 || at >= items.length) return;
      show(items.filter((other) => other !== item).toSpliced(at, 0, item));
      focus(partId(item.key, by === 1 ? 'down' : 'up'));
      say(words.moved, item.field, { place: String(at + 1), total: String(items.length) });
    },
    remove(item: Item) {
      const { key, field } = item;
      const at = items.indexOf(item);
      show(items.toSpliced(at, 1), { key, field, at });
      focus(UNDO_ID);
      say(words.removed, field);
    },
    undo({ at, key, field }: Removed) {
      show(items.toSpliced(at, 0, { key, field, faults: [], isOpen: false }));
      focus(partId(key, 'toggle'));
      say(words.restored, field);
    },
  };
}

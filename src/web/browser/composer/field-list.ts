import { useState } from 'preact/hooks';
import type { Fault } from '../api.ts';
import { fill, shared, useAnnounce } from '../context.ts';
import { faultsAt, idOf } from '../labelled.ts';
import { useRows } from '../rows.ts';
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

/** A field in the list. */
export interface Item {
  at: number;
  /** JSON Pointer of the field. */
  path: string;
  field: FieldDraft;
  faults: readonly Fault[];
  isOpen: boolean;
}

/** The id of the button that brings a field back. */
export const UNDO_ID = 'field-undo';

/** The list of fields, and what can be done with it: one of them is open, and those with faults. */
export function useFieldList({ path, value, faults, onChange }: ListProps) {
  const announce = useAnnounce();
  const [removed, setRemoved] = useState<Pick<Item, 'at' | 'field'>>();
  const [open, setOpen] = useState<number>();
  const rows = useRows({
    path,
    rows: value,
    faults,
    onChange(fields) {
      setRemoved(undefined);
      onChange(fields);
    },
  });
  const say = (text: string, field: FieldDraft, numbers = {}) =>
    announce(fill(text, { field: titleOf(field), ...numbers }));
  const items = value.map((field, at): Item => {
    const own = faultsAt(rows.faults, `${path}/${at}`);
    const isOpen = at === open || own.length > 0;
    return { at, path: `${path}/${at}`, field, faults: own, isOpen };
  });
  return {
    items,
    removed,
    toggle: ({ at, isOpen }: Item) => setOpen(isOpen ? undefined : at),
    edit: ({ at }: Item, field: FieldDraft) => rows.edit(at, field),
    add(fields: readonly FieldDraft[]) {
      // One that was asked for is open; the ones to begin with are an overview.
      const isOne = fields.length === 1;
      rows.add(fields, isOne ? '/label' : '/toggle');
      setOpen(isOne ? value.length : undefined);
    },
    move({ at, field, isOpen }: Item, by: 1 | -1) {
      const to = at + by;
      if (to < 0 || to >= value.length) return;
      const button = idOf(`${path}/${to}/${by === 1 ? 'down' : 'up'}`);
      rows.arrange(value.toSpliced(at, 1).toSpliced(to, 0, field), button);
      setOpen(isOpen ? to : undefined);
      say(words.moved, field, { place: String(to + 1), total: String(value.length) });
    },
    remove({ at, field }: Item) {
      rows.remove(at, UNDO_ID);
      setOpen(undefined);
      setRemoved({ at, field });
      say(words.removed, field);
    },
    undo({ at, field }: Pick<Item, 'at' | 'field'>) {
      rows.arrange(value.toSpliced(at, 0, field), idOf(`${path}/${at}/toggle`));
      say(words.restored, field);
    },
  };
}

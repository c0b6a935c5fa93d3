import { useState } from 'preact/hooks';
import type { FieldKind } from '../../catalogs/catalog.ts';
import { DEPLOYMENT, fill, shared, announce } from '../context.tsx';
import { faultsAt, idOf, type Place } from '../place.ts';
import { useRows } from '../rows.tsx';
import { freeName, nameFrom, typeOf, type FieldDraft, type Option } from './field-values.ts';

const { composer: words } = shared;

/** The name of a field in the list. */
export const titleOf = (field: FieldDraft): string =>
  field.label?.trim() || field.name?.trim() || words.types[typeOf(field)];

/** Choices to begin with, so that the form can be seen at once. */
export const firstOptions = (): Option[] =>
  [1, 2].map((number) => fill(words.option, { number: String(number) }));

/** The fields that people ask for. One without a name gets it from the label that is typed. */
const KINDS: Readonly<Record<FieldKind, () => FieldDraft>> = {
  name: () => ({ name: 'name', type: 'text', required: true, autocomplete: 'name' }),
  email: () => ({ name: 'email', type: 'email', required: true, autocomplete: 'email' }),
  phone: () => ({ name: 'phone', type: 'tel', autocomplete: 'tel' }),
  company: () => ({ name: 'company', type: 'text', autocomplete: 'organization' }),
  message: () => ({ name: 'message', type: 'textarea', required: true }),
  text: () => ({ type: 'text' }),
  choice: () => ({ type: 'select', options: firstOptions() }),
  several: () => ({ type: 'checkbox', options: firstOptions() }),
  consent: () => ({ name: 'consent', label: words.consent, type: 'checkbox', required: true }),
  number: () => ({ type: 'number' }),
  date: () => ({ type: 'date' }),
  link: () => ({ type: 'url', autocomplete: 'url' }),
  file: () => ({ type: 'file' }),
};

/** The kinds that this deployment takes. */
export const KIND_IDS = (Object.keys(KINDS) as FieldKind[]).filter(
  (kind) => kind !== 'file' || DEPLOYMENT.maxFileBytes > 0,
);

/** A new field; one whose purpose is known has its name from that, any other one from its label. */
export function newField(kind: FieldKind, others: readonly FieldDraft[]): FieldDraft {
  const label = words.kinds[kind];
  const field = KINDS[kind]();
  const taken = others.map((other) => other.name);
  const name = field.name === undefined ? nameFrom(label, taken) : freeName(field.name, taken);
  return { label, ...field, name };
}

/** True if the kind says what a field is for. */
export const hasPurpose = (kind: FieldKind): boolean => KINDS[kind]().name !== undefined;

/** The fields that most forms ask for. */
export const firstFields = (): FieldDraft[] =>
  (['name', 'email', 'message'] as const).map((kind) => newField(kind, []));

/** A field in the list, with the faults at its place. */
export interface Item extends Place<FieldDraft> {
  at: number;
  isOpen: boolean;
  /** True while its name follows its label: no website has it yet. */
  isNew: boolean;
}

/** A field that was removed from its place. */
type Removed = Pick<Item, 'at' | 'value'>;

/** The id of the button that brings a field back. */
export const UNDO_ID = 'field-undo';

/** The list of fields, and what can be done with it: one of them is open, and those with faults. */
export function useFieldList(place: Place<readonly FieldDraft[]>) {
  const { path, value: fields } = place;
  const [removed, setRemoved] = useState<Removed>();
  const [open, setOpen] = useState<number>();
  const [fresh, setFresh] = useState<number>();
  const { rows, ...list } = useRows({
    ...place,
    onChange(changed) {
      setRemoved(undefined);
      place.onChange(changed);
    },
  });
  const say = (text: string, field: FieldDraft, numbers = {}) =>
    announce(fill(text, { field: titleOf(field), ...numbers }));
  return {
    removed,
    items: rows.map((row, at): Item => {
      const faults = faultsAt(row.faults, row.path);
      return { ...row, at, faults, isOpen: at === open || faults.length > 0, isNew: at === fresh };
    }),
    toggle: ({ at, isOpen }: Item) => setOpen(isOpen ? undefined : at),
    add(added: readonly FieldDraft[], isNew: boolean) {
      // One that was asked for is open; the ones to begin with are an overview.
      const isOne = added.length === 1;
      setFresh(isNew ? fields.length : undefined);
      list.add(added, isOne ? '/label' : '/toggle');
      setOpen(isOne ? fields.length : undefined);
    },
    move({ at, value, isOpen }: Item, by: 1 | -1) {
      const to = at + by;
      if (to < 0 || to >= fields.length) return;
      const button = idOf(`${path}/${to}/${by === 1 ? 'down' : 'up'}`);
      list.arrange(fields.toSpliced(at, 1).toSpliced(to, 0, value), button);
      setOpen(isOpen ? to : undefined);
      setFresh(undefined);
      say(words.moved, value, { place: String(to + 1), total: String(fields.length) });
    },
    remove({ at, value }: Item) {
      list.remove(at, UNDO_ID);
      setOpen(undefined);
      setFresh(undefined);
      setRemoved({ at, value });
      say(words.removed, value);
    },
    undo({ at, value }: Removed) {
      list.arrange(fields.toSpliced(at, 0, value), idOf(`${path}/${at}/toggle`));
      say(words.restored, value);
    },
  };
}

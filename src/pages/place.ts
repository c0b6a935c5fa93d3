import type { Fault } from './api.ts';

/** A value that is edited: where it is in its document, and what is wrong with that. */
export interface Place<Value = unknown> {
  /** JSON Pointer of the value. */
  path: string;
  value: Value;
  faults: readonly Fault[];
  onChange(value: Value): void;
}

/** The place of a member of a value. */
export const memberOf = <Group extends object, Name extends keyof Group & string>(
  { path, value, faults, onChange }: Place<Group>,
  name: Name,
): Place<Group[Name]> => ({
  path: `${path}/${name}`,
  value: value[name],
  faults,
  onChange: (member) => onChange({ ...value, [name]: member }),
});

/** The same list each time, so that parts see that nothing has changed. */
export const NO_FAULTS: readonly Fault[] = [];

/** The id of the element that edits the value at a JSON Pointer. */
export const idOf = (path: string): string => path.slice(1).replaceAll('/', '-');

/** The faults at a place, or below it. */
export const faultsAt = (faults: readonly Fault[], path: string): Fault[] =>
  faults.filter((fault) => `${fault.path}/`.startsWith(`${path}/`));

/** A value as the text of its element. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

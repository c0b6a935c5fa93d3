import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Fault } from './api.ts';
import { shared } from './context.ts';
import { idOf, useLaterFocus } from './labelled.ts';
import { NO_FAULTS, quietButton } from './parts.ts';

interface Props<Row> {
  /** JSON Pointer of the list. */
  path: string;
  rows: readonly Row[];
  faults: readonly Fault[];
  onChange(rows: readonly Row[]): void;
}

/** The rows of a list: what can be done with them, and the faults that are still at their places. */
export function useRows<Row>({ path, rows, faults, onChange }: Props<Row>) {
  const focus = useLaterFocus();
  const [moved, setMoved] = useState(NO_FAULTS);
  const addId = `${idOf(path)}-add`;
  /** Puts other rows where some were; `next` is the id of the element that gets the focus. */
  const arrange = (changed: readonly Row[], next: string) => {
    setMoved(faults);
    focus(next);
    onChange(changed);
  };
  return {
    addId,
    // Places count rows: once one is moved, they point at others.
    faults: faults === moved ? NO_FAULTS : faults,
    edit: (at: number, row: Row) => onChange(rows.with(at, row)),
    arrange,
    /** Adds rows; `first` is the element in the first one that the focus moves to. */
    add(added: readonly Row[], first = '') {
      focus(idOf(`${path}/${rows.length}${first}`));
      onChange([...rows, ...added]);
    },
    remove: (at: number, next = addId) => arrange(rows.toSpliced(at, 1), next),
  };
}

/** Takes a row away; `what` is what screen readers call it. */
export function RemoveButton({
  what,
  onClick,
}: {
  what: string;
  onClick(): void;
}): ComponentChildren {
  const { remove } = shared.composer;
  return quietButton(remove, onClick, { 'aria-label': `${remove}: ${what}` });
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { shared } from './context.ts';
import { idOf, NO_FAULTS, type Place } from './inputs.ts';
import { quietButton } from './parts.ts';

/** Gives the focus to an element once it is there. */
function useLaterFocus() {
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

/** The rows of a list: what can be done with them, and the faults that are still at their places. */
export function useRows<Row>({ path, value, faults, onChange }: Place<readonly Row[]>) {
  const focus = useLaterFocus();
  const [moved, setMoved] = useState(NO_FAULTS);
  const addId = `${idOf(path)}-add`;
  // Places count rows: once one is moved, they point at others.
  const current = faults === moved ? NO_FAULTS : faults;
  /** Puts other rows where some were; `next` is the id of the element that gets the focus. */
  const arrange = (changed: readonly Row[], next: string) => {
    setMoved(faults);
    focus(next);
    onChange(changed);
  };
  return {
    addId,
    faults: current,
    rows: value.map((row, at): Place<Row> => ({
      path: `${path}/${at}`,
      value: row,
      faults: current,
      onChange: (changed) => onChange(value.with(at, changed)),
    })),
    arrange,
    /** Adds rows; `first` is the element in the first one that the focus moves to. */
    add(added: readonly Row[], first = '') {
      focus(idOf(`${path}/${value.length}${first}`));
      onChange([...value, ...added]);
    },
    remove: (at: number, next = addId) => arrange(value.toSpliced(at, 1), next),
  };
}

/** The button that takes a row away; `what` is what screen readers call it. */
export const removeButton = (what: string, onClick: () => void) =>
  quietButton(shared.composer.remove, onClick, {
    'aria-label': `${shared.composer.remove}: ${what}`,
  });

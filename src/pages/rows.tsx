import { useLayoutEffect, useState } from 'preact/hooks';
import { shared } from './context.tsx';
import { idOf, NO_FAULTS, type Place } from './place.ts';
import { QuietButton } from './parts.tsx';

/** A list's rows, their actions, and the faults still at their places. */
export function useRows<Row>({ path, value, faults, onChange }: Place<readonly Row[]>) {
  // A new object each time, so that the same element can get the focus again.
  const [next, setNext] = useState<{ id: string }>();
  // Before anything more is typed.
  useLayoutEffect(() => {
    const element = next && document.getElementById(next.id);
    element?.focus();
    // What is proposed there gives way to what is typed.
    if (element instanceof HTMLInputElement) element.select();
  }, [next]);
  const [moved, setMoved] = useState(NO_FAULTS);
  const addId = `${idOf(path)}-add`;
  // Places count rows: once one is moved, they point at others.
  const current = faults === moved ? NO_FAULTS : faults;
  /** Replaces the rows; `id` is the element that gets the focus. */
  const arrange = (changed: readonly Row[], id: string) => {
    setMoved(faults);
    setNext({ id });
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
      setNext({ id: idOf(`${path}/${value.length}${first}`) });
      onChange([...value, ...added]);
    },
    remove: (at: number, id = addId) => arrange(value.toSpliced(at, 1), id),
  };
}

/** The button that takes a row away; `what` is what screen readers call it. */
export const RemoveButton = ({ what, onClick }: { what: string; onClick(): void }) => (
  <QuietButton
    label={shared.composer.remove}
    aria-label={`${shared.composer.remove}: ${what}`}
    onClick={onClick}
  />
);

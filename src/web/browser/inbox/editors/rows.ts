import { h, type ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Fault } from '../../api.ts';
import { useLaterFocus } from '../../composer/field-list.ts';
import { shared } from '../../context.ts';
import { NO_FAULTS } from '../../parts.ts';
import { idOf } from '../labelled.ts';
import type { Draft } from '../setting-values.ts';

interface Props {
  path: string;
  rows: readonly Draft[];
  faults: readonly Fault[];
  onChange(rows: readonly Draft[]): void;
}

/** The rows of a list: what can be done with them, and the faults that are still at their places. */
export function useRows({ path, rows, faults, onChange }: Props) {
  const focus = useLaterFocus();
  const [moved, setMoved] = useState(NO_FAULTS);
  const addId = `${idOf(path)}-add`;
  return {
    addId,
    // Places count rows: once one is removed, they point at others.
    faults: faults === moved ? NO_FAULTS : faults,
    edit: (at: number, row: Draft) => onChange(rows.with(at, row)),
    /** Adds a row; `first` is the element in it that the focus moves to. */
    add(row: Draft, first = '') {
      focus(idOf(`${path}/${rows.length}${first}`));
      onChange([...rows, row]);
    },
    remove(at: number) {
      setMoved(faults);
      focus(addId);
      onChange(rows.toSpliced(at, 1));
    },
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
  const button = {
    type: 'button',
    class: 'quiet small',
    'aria-label': `${remove}: ${what}`,
  } as const;
  return h('button', { ...button, onClick }, remove);
}

import { h, type ComponentChildren } from 'preact';
import type { Fault } from '../api.ts';
import { LabelledElement, type Common, type Label, type Typed } from '../labelled.ts';
import { Faults } from '../parts.ts';
import { faultsAt, type Draft } from './setting-values.ts';

/** The id of the element that edits the value at a JSON Pointer. */
export const idOf = (path: string): string => path.slice(1).replaceAll('/', '-');

/** A value as the text of its element. */
export const textOf = (value: Draft): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

interface Props extends Label {
  /** JSON Pointer of the value. */
  path: string;
  faults: readonly Fault[];
}

/** The element of the value at a JSON Pointer. */
export function Labelled({ path, faults, draw, ...label }: Props): ComponentChildren {
  const id = idOf(path);
  return h(LabelledElement, {
    ...label,
    id,
    path,
    faults: faultsAt(faults, path),
    draw: (common) => draw({ ...common, name: id }),
  });
}

/** For texts that are no prose: browsers neither fill them in nor correct them. */
export const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellcheck: false } as const;

interface LineProps extends Omit<Props, 'draw'> {
  value: Draft;
  onChange(text: string): void;
  /** Further attributes. */
  input?: Common;
}

/** One line of text. */
export function Line({ value, onChange, input = {}, ...rest }: LineProps): ComponentChildren {
  return h(Labelled, {
    ...rest,
    draw: (common) =>
      h('input', {
        ...common,
        ...PLAIN,
        ...input,
        value: textOf(value),
        onInput: ({ currentTarget }: Typed) => onChange(currentTarget.value),
      }),
  });
}

/** The faults of the value itself, without those of its members. */
export function OwnFaults({ path, faults }: Pick<Props, 'path' | 'faults'>): ComponentChildren {
  return h(Faults, {
    id: `${idOf(path)}-fault`,
    path,
    faults: faults.filter((fault) => fault.path === path),
  });
}

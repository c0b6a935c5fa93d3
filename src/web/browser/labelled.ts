import { h, type ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Fault } from './api.ts';
import { Faults, type Typed } from './parts.ts';

/** The id of the element that edits the value at a JSON Pointer. */
export const idOf = (path: string): string => path.slice(1).replaceAll('/', '-');

/** The faults at a place, or below it. */
export const faultsAt = (faults: readonly Fault[], path: string): Fault[] =>
  faults.filter((fault) => `${fault.path}/`.startsWith(`${path}/`));

/** A value as the text of its element. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What the element of a value has besides what it is. */
type Common = Readonly<Record<string, unknown>>;

interface Props {
  /** JSON Pointer of the value. */
  path: string;
  label: string;
  hint?: string | undefined;
  faults: readonly Fault[];
  /** Makes the element of the value from what all such elements have. */
  draw(common: Common): ComponentChildren;
}

/** The element of the value at a JSON Pointer, with its label, its hint and its faults. */
export function Labelled({ path, label, hint, faults, draw }: Props): ComponentChildren {
  const id = idOf(path);
  const own = faultsAt(faults, path);
  const isWrong = own.length > 0;
  const described = [hint && `${id}-hint`, isWrong && `${id}-fault`].filter(Boolean);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    draw({
      id,
      name: id,
      autoComplete: 'off',
      'aria-invalid': isWrong,
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    }),
    hint === undefined ? null : h('p', { class: 'soft', id: `${id}-hint` }, hint),
    h(Faults, { id: `${id}-fault`, path, faults: own }),
  );
}

/** For texts that are no prose: browsers neither fill them in nor correct them. */
export const PLAIN = { autoCapitalize: 'none', spellcheck: false } as const;

export const PROSE = { autoCapitalize: 'sentences', spellcheck: true } as const;

export interface LineProps extends Omit<Props, 'draw'> {
  value: unknown;
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

interface LinesProps extends Omit<LineProps, 'value'> {
  text: string;
  /** Fewest lines that are shown. */
  rows: number;
}

/** Lines of text, which grow with what is in them. */
export function Lines({
  text,
  rows,
  onChange,
  input = {},
  ...rest
}: LinesProps): ComponentChildren {
  return h(Labelled, {
    ...rest,
    draw: (common) =>
      h('textarea', {
        ...common,
        ...input,
        rows: Math.max(rows, text.split('\n').length + (text === '' ? 0 : 1)),
        value: text,
        onInput: ({ currentTarget }: Typed) => onChange(currentTarget.value),
      }),
  });
}

interface SelectProps extends Omit<LineProps, 'input'> {
  /** The names of the values; an empty value is none of them. */
  options: Readonly<Record<string, string>>;
  none?: string;
}

/** One of some values. */
export function Select({
  value,
  options,
  none,
  onChange,
  ...rest
}: SelectProps): ComponentChildren {
  const names = none === undefined ? options : { '': none, ...options };
  return h(Labelled, {
    ...rest,
    draw: (common) =>
      h(
        'select',
        {
          ...common,
          value: textOf(value),
          onChange: ({ currentTarget }: Typed) => onChange(currentTarget.value),
        },
        Object.entries(names).map(([id, name]) => h('option', { key: id, value: id }, name)),
      ),
  });
}

/** The faults of the value itself, without those of its members. */
export function OwnFaults({ path, faults }: Pick<Props, 'path' | 'faults'>): ComponentChildren {
  const own = faults.filter((fault) => fault.path === path);
  return h(Faults, { id: `${idOf(path)}-fault`, path, faults: own });
}

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

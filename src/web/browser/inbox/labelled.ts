import { h, type ComponentChildren } from 'preact';
import type { Fault } from '../api.ts';
import { Faults } from '../parts.ts';
import { faultsAt, type Draft } from './setting-values.ts';

/** The id of the element that edits the value at a JSON Pointer. */
export const idOf = (path: string): string => path.slice(1).replaceAll('/', '-');

/** A value as the text of its element. */
export const textOf = (value: Draft): string =>
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

/** An element with its label, its hint and the faults of its value. */
export function Labelled({ path, label, hint, faults, draw }: Props): ComponentChildren {
  const id = idOf(path);
  const wrong = faultsAt(faults, path);
  const described = [hint && `${id}-hint`, wrong.length > 0 && `${id}-fault`].filter(Boolean);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    draw({
      id,
      name: id,
      'aria-invalid': wrong.length > 0,
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    }),
    hint === undefined ? null : h('p', { class: 'soft', id: `${id}-hint` }, hint),
    h(Faults, { id: `${id}-fault`, path, faults: wrong }),
  );
}

/** For texts that are no prose: browsers neither fill them in nor correct them. */
export const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellcheck: false } as const;

export interface Typed {
  currentTarget: { value: string };
}

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

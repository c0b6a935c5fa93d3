import { h, type ComponentChildren } from 'preact';
import type { Fault } from './api.ts';
import { Faults } from './parts.ts';

/** What the element of a value has besides what it is. */
export type Common = Readonly<Record<string, unknown>>;

/** What an element is drawn from. */
export interface Label {
  label: string;
  hint?: string | undefined;
  /** Makes the element of the value from what all such elements have. */
  draw(common: Common): ComponentChildren;
}

interface Props extends Label {
  id: string;
  /** JSON Pointer of the value. */
  path: string;
  /** Those of the value alone. */
  faults: readonly Fault[];
}

/** An element with its label, its hint and the faults of its value. */
export function LabelledElement({ id, path, label, hint, faults, draw }: Props): ComponentChildren {
  const isWrong = faults.length > 0;
  const described = [hint && `${id}-hint`, isWrong && `${id}-fault`].filter(Boolean);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    draw({
      id,
      'aria-invalid': isWrong,
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    }),
    hint === undefined ? null : h('p', { class: 'soft', id: `${id}-hint` }, hint),
    h(Faults, { id: `${id}-fault`, path, faults }),
  );
}

/** What happened to an element that holds text. */
export interface Typed {
  currentTarget: { value: string };
}

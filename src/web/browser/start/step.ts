import { h, type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { words } from './start-words.ts';

/** `open` is a step that can be used in addition to the current one. */
type StepState = 'later' | 'now' | 'open' | 'done';

interface StepProps {
  number: number;
  title: string;
  state: StepState;
  /** Moves the focus to the title once it becomes true. */
  focus?: boolean;
  children?: ComponentChildren;
}

/** One of the numbered steps. A later one only shows its title. */
export function Step({
  number,
  title,
  state,
  focus = false,
  children,
}: StepProps): ComponentChildren {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  const done = state === 'done' ? h('span', { class: 'unseen' }, ` (${words.stepDone})`) : null;
  return h(
    'li',
    { class: `step ${state}`, ...(state === 'now' && { 'aria-current': 'step' }) },
    h(
      'h2',
      { tabIndex: -1, ref: heading },
      h('span', { class: 'number' }, state === 'done' ? h(Check, {}) : number),
      h('span', {}, title, done),
    ),
    state === 'later' ? null : children,
  );
}

function Check(): ComponentChildren {
  return h(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    h('path', { d: 'M5 12.5l4.5 4.5L19 7.5' }),
  );
}

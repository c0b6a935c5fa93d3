import { h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useTask } from '../calls.ts';
import { LANGUAGE, useAnnounce } from '../context.ts';
import { ProblemNotice } from '../parts.ts';
import type { InboxRoute } from './operations.ts';
import { words } from './inbox-words.ts';

/** A number as people of the page's language write it. */
export const asNumber = new Intl.NumberFormat(LANGUAGE).format;

const DAY = new Intl.DateTimeFormat(LANGUAGE, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day in UTC, as the counts and the month have it; all are near enough to need no year. */
export const asDay = (time: string): string => DAY.format(new Date(time));

/** A heading that takes the focus once, where a step has just changed. */
export function Heading({ text, focus = false }: { text: string; focus?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return h('h2', { tabIndex: -1, ref: heading }, text);
}

/** For a part whose buttons replace each other: moves the focus to the new one, which it lost. */
export function useFocusOnChange(state: unknown) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== state) place.current?.querySelector('button')?.focus();
    before.current = state;
  }, [state]);
  return place;
}

/** Whether a form delivers, in one word. */
export function State({
  status,
  paused,
  fails = false,
}: Pick<InboxRoute, 'status' | 'paused'> & { fails?: boolean }) {
  const state = status !== 'active' || fails ? 'waiting' : paused ? 'paused' : 'active';
  return h('span', { class: `state ${state}` }, words.states[state]);
}

interface ActionProps {
  label: string;
  busy?: string;
  quiet?: boolean;
  act(): Promise<void>;
}

/** A button that calls an operation, and what went wrong below it. */
export function Action({
  label,
  busy: busyLabel = words.manage.busy,
  quiet = false,
  act,
}: ActionProps) {
  const announce = useAnnounce();
  const { busy, problem, run } = useTask();
  const onClick = () => {
    // So that the same result is announced again.
    if (!busy) announce('');
    void run(act);
  };
  return h('div', { class: 'action' }, [
    h(
      'button',
      { type: 'button', class: quiet ? 'quiet' : '', 'aria-disabled': busy, onClick },
      busy ? busyLabel : label,
    ),
    h(ProblemNotice, { problem }),
  ]);
}

import { h, type ComponentChildren } from 'preact';
import { disclosure } from '../parts.ts';

interface PanelProps {
  id: string;
  title: string;
  /** Says in one line what is inside. */
  says: string;
  /** Signs that stand out in the summary: what is not saved, or needs correction. */
  marks?: ComponentChildren;
  open: boolean;
  onToggle(open: boolean): void;
  children?: ComponentChildren;
}

/** A part of a page that says in one line what it has, and shows it on demand. */
export const Panel = ({ id, title, says, marks, open, onToggle, children }: PanelProps) =>
  h('details', { id, class: 'panel', ...disclosure(open, onToggle) }, [
    h('summary', {}, [
      h('h3', {}, title),
      h('span', { class: 'says' }, says),
      h('span', { class: 'marks' }, marks),
    ]),
    h('div', { class: 'inside' }, children),
  ]);

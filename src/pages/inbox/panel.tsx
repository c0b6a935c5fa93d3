import type { ComponentChildren } from 'preact';
import { disclosure } from '../parts.tsx';

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
export const Panel = ({ id, title, says, marks, open, onToggle, children }: PanelProps) => (
  <details id={id} class="panel" {...disclosure(open, onToggle)}>
    <summary>
      <h3>{title}</h3>
      <span class="says">{says}</span>
      <span class="marks">{marks}</span>
    </summary>
    <div class="inside">{children}</div>
  </details>
);

import { printable } from '../../../platform/text/printable.ts';

/** A `problem` that a visitor would meet, or a note for the owner. */
export interface Finding {
  level: 'problem' | 'note';
  code: string;
  /** The fact and the remedy; one line that cannot steer a terminal. */
  message: string;
  /** The field that it is about. */
  field?: string;
}

const find =
  (level: Finding['level']) =>
  (code: string, message: string, field?: string): Finding => ({
    level,
    code,
    message,
    ...(field !== undefined && { field }),
  });

export const problem = find('problem');
export const note = find('note');

/** Words of the page as a message has them. */
export const quoted = (words: unknown): string => `“${printable(words)}”`;

import { hasControlOrBidi } from '../../platform/text/clean-text.ts';
import type { Fault } from './schema-faults.ts';

/** Faults of a text that people read in one line. */
export function* faultsOfLine(text: string, path: string): Generator<Fault> {
  if (hasControlOrBidi(text) || !text.isWellFormed()) {
    yield { path, message: 'It must not have line breaks, control characters or direction signs.' };
  } else if (text.trim() === '') yield { path, message: 'It must not be blank.' };
}

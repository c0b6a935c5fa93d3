import { LIMITS } from '../contract/limits.ts';
import type { MailFact } from '../mail/mail-layout.ts';
import { toPlainText, toSingleLine } from '../text/clean-text.ts';
import type { Fields } from './fields.ts';

/** Fields as the mail shows them and the receipt proves them: clean, and one value a field. */
export function toFacts(fields: Fields): MailFact[] {
  return Array.from(fields, ([name, values]) => ({
    label: toSingleLine(name, LIMITS.fieldNameCharacters) || '(no name)',
    value: values.map((value) => toPlainText(value).trim() || '(empty)').join('\n'),
  }));
}

import { LIMITS } from '../../contract/limits.ts';
import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import {
  toPlainText,
  toSingleLine,
  withoutDirectionSigns,
} from '../../platform/text/clean-text.ts';
import { breakLinks } from '../../platform/text/strangers-words.ts';
import type { Fields } from './fields.ts';

/** How a visitor's words are changed, in addition to what makes them safe to send. */
interface Cleaning {
  label(line: string): string;
  value(text: string): string;
}

const URL_IN_LABEL = /:\/\/|\bwww\./i;

const CLEANING: Cleaning = {
  // A label with a link in it would look like the links below the signature mark.
  label: (line) => (URL_IN_LABEL.test(line) ? breakLinks(line) : line),
  value: withoutDirectionSigns,
};

const withoutJoiners = (line: string) => line.replace(/[\u200c\u200d]/g, '');

/** Fields as release 1.0 showed them, which its receipts prove. */
export const CLEANING_OF_1_0: Cleaning = { label: withoutJoiners, value: (text) => text };

/** Fields as the mail shows them and the receipt proves them: clean, one value per field. */
export function toFacts(fields: Fields, { label, value }: Cleaning = CLEANING): MailFact[] {
  return Array.from(fields, ([name, values]) => ({
    label: label(toSingleLine(name, LIMITS.fieldNameCharacters)) || '(no name)',
    value: values.map((text) => value(toPlainText(text)).trim() || '(empty)').join('\n'),
  }));
}

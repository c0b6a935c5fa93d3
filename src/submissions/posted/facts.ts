import { LIMITS } from '../../contract/limits.ts';
import type { MailFact } from '../../mail/quoted-facts.ts';
import {
  toPlainText,
  toSingleLine,
  withoutDirectionSigns,
} from '../../platform/text/clean-text.ts';
import { breakLinks } from '../../platform/text/strangers-words.ts';
import type { Fields } from '../../fields/field-names.ts';

const URL_IN_LABEL = /:\/\/|\bwww\./i;

/** A name that is its own label. */
const PLAIN_LABEL = /^[\w-]+$/;

/** A label with a link in it would look like the links below the signature mark. */
export function toLabel(name: string): string {
  if (name.length <= LIMITS.fieldNameCharacters && PLAIN_LABEL.test(name)) return name;
  const line = toSingleLine(name, LIMITS.fieldNameCharacters);
  return (URL_IN_LABEL.test(line) ? breakLinks(line) : line) || '(no name)';
}

export function toValue(values: readonly string[]): string {
  let lines = '';
  for (const text of values) {
    const line = withoutDirectionSigns(toPlainText(text)).trim() || '(empty)';
    lines = lines === '' ? line : `${lines}\n${line}`;
  }
  return lines;
}

/** Fields by their names: clean, one value per field. */
export function toFacts(fields: Fields): MailFact[] {
  const facts: MailFact[] = [];
  for (const [name, values] of fields) {
    facts.push({ label: toLabel(name), value: toValue(values) });
  }
  return facts;
}

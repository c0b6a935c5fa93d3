import type { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import {
  toPlainText,
  toSingleLine,
  withoutDirectionSigns,
} from '../../platform/text/clean-text.ts';
import { breakLinks } from '../../platform/text/strangers-words.ts';
import { isLoneCheckbox, labelOf, optionsOf, TICKED } from '../fields/declared-field.ts';
import type { Fields } from '../fields/given-fields.ts';

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

const toLabel = (name: string, { label }: Cleaning) =>
  label(toSingleLine(name, LIMITS.fieldNameCharacters)) || '(no name)';

const toValue = (values: readonly string[], { value }: Cleaning) =>
  values.map((text) => value(toPlainText(text)).trim() || '(empty)').join('\n');

/** Fields by their names: clean, one value per field. */
export function toFacts(fields: Fields, cleaning: Cleaning = CLEANING): MailFact[] {
  return Array.from(fields, ([name, values]) => ({
    label: toLabel(name, cleaning),
    value: toValue(values, cleaning),
  }));
}

/** How mails show a declared field. */
interface Shown {
  label: string;
  /** What people read instead of a value. */
  labels: ReadonlyMap<string, string>;
}

type DeclaredFields = NonNullable<FormSettings['fields']>;

/** What a ticked checkbox sends says little to people. */
const TICKS: ReadonlyMap<string, string> = new Map(Array.from(TICKED, (value) => [value, '✓']));

function labelsOf(field: DeclaredFields[number]): Shown['labels'] {
  if (isLoneCheckbox(field)) return TICKS;
  const labelled = optionsOf(field).filter(({ value, label }) => value !== '' && value !== label);
  return new Map(labelled.map(({ value, label }) => [value, label]));
}

/** By name, in their order; made once for the settings of a form. */
const prepared = new WeakMap<DeclaredFields, ReadonlyMap<string, Shown>>();

function prepare(declared: DeclaredFields): ReadonlyMap<string, Shown> {
  let shown = prepared.get(declared);
  if (!shown) {
    const toShown = (field: DeclaredFields[number]): Shown => ({
      label: toLabel(labelOf(field), CLEANING),
      labels: labelsOf(field),
    });
    shown = new Map(declared.map((field) => [field.name, toShown(field)]));
    prepared.set(declared, shown);
  }
  return shown;
}

/** The content of a mail, which its receipt proves. */
interface MailContent {
  /** The fields as the mail shows them. */
  facts: readonly MailFact[];
  /** The same by their names, where the form has labels for them. */
  named?: readonly MailFact[];
}

/** Declared fields by their labels, in the declared order; then the others by their names, as they were sent. */
export function toMailContent(
  { fields: declared = [] }: Pick<FormSettings, 'fields'>,
  fields: Fields,
): MailContent {
  const named = toFacts(fields);
  if (declared.length === 0) return { facts: named };
  const names = Array.from(fields.keys());
  const values = new Map(names.map((name, at) => [name, named[at]?.value ?? '']));
  const shown = prepare(declared);
  const facts: MailFact[] = [];
  for (const [name, { label, labels }] of shown) {
    const value = values.get(name);
    if (value === undefined) continue;
    const read = (fields.get(name) ?? []).map((text) => labels.get(text) ?? text);
    facts.push({ label, value: labels.size === 0 ? value : toValue(read, CLEANING) });
  }
  const others = named.filter((_fact, at) => !shown.has(names[at] ?? ''));
  return { facts: [...facts, ...others], named };
}

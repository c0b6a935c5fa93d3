import type { FormSettings } from '../../contract/form-settings.ts';
import type { SentFact } from '../../mail/as-submitted.ts';
import type { MailFact } from '../../mail/quoted-facts.ts';
import {
  isLoneCheckbox,
  labelOf,
  optionFor,
  optionsOf,
  TICKED,
  typeOf,
} from '../../fields/declared-field.ts';
import { describeBytes } from '../../catalogs/catalog.ts';
import type { Language } from '../../catalogs/languages.ts';
import { toFacts, toLabel, toValue } from './facts.ts';
import type { Submission } from './submission.ts';
import type { UploadedFile } from '../files/file-content.ts';

/** How mails show a declared field. */
interface Shown {
  label: string;
  /** The text that people read instead of a value. */
  labels: ReadonlyMap<string, string>;
}

type DeclaredFields = NonNullable<FormSettings['fields']>;

/** The value of a ticked checkbox says little to people. */
const TICKS: ReadonlyMap<string, string> = new Map(Array.from(TICKED, (value) => [value, '✓']));

function labelsOf(field: DeclaredFields[number]): Shown['labels'] {
  if (isLoneCheckbox(field)) return TICKS;
  const labelled = optionsOf(field).filter(({ value, label }) => value !== '' && value !== label);
  const labels = new Map(labelled.map(({ value, label }) => [value, label]));
  const ticked = typeOf(field) === 'checkbox' && optionFor(field, 'true');
  return ticked ? labels.set('true', ticked.label) : labels;
}

/** By name, in their order; made once for the settings of a form. */
const prepared = new WeakMap<DeclaredFields, ReadonlyMap<string, Shown>>();

function prepare(declared: DeclaredFields): ReadonlyMap<string, Shown> {
  let shown = prepared.get(declared);
  if (!shown) {
    const toShown = (field: DeclaredFields[number]): Shown => ({
      label: toLabel(labelOf(field)),
      labels: labelsOf(field),
    });
    shown = new Map(declared.map((field) => [field.name, toShown(field)]));
    prepared.set(declared, shown);
  }
  return shown;
}

/** The files of a field, one a line. */
function toFileFacts(
  files: readonly UploadedFile[],
  language: Language,
): Map<string, MailFact['value']> {
  const facts = new Map<string, string>();
  for (const { field, name, size } of files) {
    const before = facts.get(field);
    const line = `${name} (${describeBytes(language, size)})`;
    facts.set(field, before === undefined ? line : `${before}\n${line}`);
  }
  return facts;
}

/** The content of a mail, which its receipt proves. */
interface MailContent {
  /** The fields as the mail shows them. */
  facts: readonly MailFact[];
  /** Names and values, as they were submitted, where the mail shows labels or files. */
  sent?: readonly SentFact[];
}

/**
 * Declared fields by labels, in the declared order; then others by names, as sent; then files of
 * undeclared fields.
 */
export function toMailContent(
  { fields: declared = [] }: Pick<FormSettings, 'fields'>,
  { fields, files }: Pick<Submission, 'fields' | 'files'>,
  language: Language,
): MailContent {
  const named = toFacts(fields);
  if (declared.length === 0 && !files) return { facts: named };
  const sentFiles = toFileFacts(files ?? [], language);
  const placeOf = new Map(Array.from(fields.keys(), (name, place) => [name, place]));
  const facts: MailFact[] = [];
  /** The fact of each field. */
  const shownAt: number[] = [];
  for (const [name, { label, labels }] of prepare(declared)) {
    const place = placeOf.get(name);
    if (place !== undefined) {
      const read = (fields.get(name) ?? []).map((text) => labels.get(text) ?? text);
      const value = labels.size === 0 ? (named[place]?.value ?? '') : toValue(read);
      shownAt[place] = facts.push({ label, value }) - 1;
    }
    const ownFiles = sentFiles.get(name);
    if (ownFiles !== undefined) facts.push({ label, value: ownFiles });
    sentFiles.delete(name);
  }
  const sent = named.map((fact, place) => {
    const at = shownAt[place] ?? facts.push(fact) - 1;
    return { label: fact.label, value: fact.value, at };
  });
  for (const [name, value] of sentFiles) facts.push({ label: toLabel(name), value });
  return { facts, sent };
}

import { firstCodePoints, toSingleLine } from '../platform/text/clean-text.ts';
import type { FieldValues } from './mail-facts.ts';

/** Names of fields, as `keyOf` spells them, that hold a visitor's whole name, in the order they count. */
const WHOLE = [
  'name',
  'fullname',
  'yourname',
  'contactname',
  'vollständigername',
  'vorundnachname',
  'ihrname',
  'nombrecompleto',
  'nombreyapellidos',
  'sunombre',
  'nomcomplet',
  'nometprénom',
  'nometprenom',
  'votrenom',
  '姓名',
  '您的姓名',
  '名字',
];

/** First names; alone they are the name. */
const GIVEN = ['firstname', 'givenname', 'fname', 'vorname', 'prénom', 'prenom', 'nombre', '名'];

/** Last names; if there is no first name either, they are the name. */
const FAMILY = [
  'lastname',
  'familyname',
  'lname',
  'surname',
  'nachname',
  'familienname',
  'apellidos',
  'apellido',
  'nom',
  'nomdefamille',
  '姓',
];

const EVERY: ReadonlySet<string> = new Set([...WHOLE, ...GIVEN, ...FAMILY]);

/** Longest name of a field that is looked at. */
const LONGEST_KEY = 32;

/** Longest name shown, in code points: the name of the form has room beside it. */
const LONGEST_NAME = 60;

/** Characters of a value that are looked at. */
const LONGEST_VALUE = 500;

/** `First_Name`, `first-name` and `firstName` are one name. */
const keyOf = (field: string) => field.toLowerCase().replace(/[\s._-]/g, '');

/** Without what shows nothing (Default_Ignorable_Code_Point), and with one kind of blank. */
const toPlainBlanks = (text: string) =>
  text.replace(/[\p{DI}--[\u200c\u200d]]/gv, '').replace(/[\s\u2800\u3164]+/gu, ' ');

/** A visitor's words in one short line, as a name is shown; empty without a letter. */
export function toNameLine(text: string): string {
  const line = toSingleLine(toPlainBlanks(text.slice(0, LONGEST_VALUE)), LONGEST_VALUE);
  return /\p{L}/u.test(line) ? firstCodePoints(line, LONGEST_NAME).trim() : '';
}

/** The name that a visitor gave in one of the usual fields; empty when there is none. */
export function visitorNameOf(fields: FieldValues): string {
  const found = new Map<string, string>();
  for (const [field, values] of fields) {
    if (field.length > LONGEST_KEY) continue;
    const key = keyOf(field);
    const value =
      EVERY.has(key) && !found.has(key) ? values.find((text) => text.trim() !== '') : undefined;
    if (value !== undefined) found.set(key, toNameLine(value));
  }
  if (found.size === 0) return '';
  const first = (keys: readonly string[]) =>
    keys.map((key) => found.get(key)).find((value) => value) ?? '';
  const [whole, given, family] = [first(WHOLE), first(GIVEN), first(FAMILY)];
  // If there is a first name, a field `name` beside it is often the last one.
  const parts = given === '' ? [whole || family] : [given, family || whole];
  return toNameLine(parts.filter((part) => part !== '').join(' '));
}

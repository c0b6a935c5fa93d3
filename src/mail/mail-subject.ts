import { formNameOf } from '../contract/names.ts';
import { LIMITS } from '../contract/limits.ts';
import { firstCodePoints, toSingleLine } from '../platform/text/clean-text.ts';
import { isJsonData } from '../platform/text/json.ts';
import { fill } from '../catalogs/catalog.ts';
import { mailLanguageOf, wordsOf } from '../catalogs/languages.ts';
import { imitatesNotice } from './look-alikes.ts';
import type { MailedSubmission, MailForm, FieldValues } from './mail-facts.ts';
import { fillTemplate, FORM_FIELD, parseTemplate, toValue } from './template.ts';

/** Field names, as `keyOf` spells them, that contain a visitor's whole name, by priority. */
const WHOLE = (
  'name fullname yourname contactname vollständigername vorundnachname ihrname ' +
  'nombrecompleto nombreyapellidos sunombre nomcomplet nometprénom nometprenom votrenom 姓名 ' +
  '您的姓名 名字'
).split(' ');

/** First names; alone they are the name. */
const GIVEN = 'firstname givenname fname vorname prénom prenom nombre 名'.split(' ');

/** Last names; if there is no first name either, they are the name. */
const FAMILY = (
  'lastname familyname lname surname nachname familienname apellidos apellido nom ' +
  'nomdefamille 姓'
).split(' ');

const EVERY: ReadonlySet<string> = new Set([...WHOLE, ...GIVEN, ...FAMILY]);

/** Longest name of a field that is looked at. */
const LONGEST_KEY = 32;

/** Longest name shown, in code points: the name of the form has room next to it. */
const LONGEST_NAME = 60;

/** Characters of a value that are looked at. */
const LONGEST_VALUE = 500;

/** `First_Name`, `first-name` and `firstName` are one name. */
const keyOf = (field: string) =>
  /^[a-z]*$/.test(field) ? field : field.toLowerCase().replace(/[\s._-]/g, '');

/** Without what shows nothing (Default_Ignorable_Code_Point), and with one kind of blank. */
const toPlainBlanks = (text: string) =>
  text.replace(/[\p{DI}--[\u200c\u200d]]/gv, '').replace(/[\s\u2800\u3164]+/gu, ' ');

/** A name as most people write it: it is shown as it is. */
const PLAIN_NAME = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** A visitor's words in one short line, as a name is shown; empty without a letter. */
export function toNameLine(text: string): string {
  if (text.length <= LONGEST_NAME && PLAIN_NAME.test(text)) return text;
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
      EVERY.has(key) && !found.has(key)
        ? values.find((text) => text.trim() !== '' && !isJsonData(text))
        : undefined;
    if (value !== undefined) found.set(key, toNameLine(value));
  }
  if (found.size <= 1) return toNameLine([...found.values()].join(''));
  const first = (keys: readonly string[]) =>
    found.get(keys.find((key) => found.get(key)) ?? '') ?? '';
  const [whole, given, family] = [first(WHOLE), first(GIVEN), first(FAMILY)];
  // If there is a first name, a field `name` next to it is often the last one.
  const parts = given === '' ? [whole || family] : [given, family || whole];
  return toNameLine(parts.filter((part) => part !== '').join(' '));
}

/** The values of a field that are words, for a line that people read first. */
export const wordsOfField = (fields: FieldValues, field: string): string[] =>
  (fields.get(field) ?? []).filter((value) => !isJsonData(value));

type Named = Pick<MailForm, 'alias' | 'settings' | 'language'>;
type Subjected = Pick<MailedSubmission, 'fields' | 'subject' | 'test' | 'suspicions'>;

/** The subject that the form's settings ask for; empty if there is nothing to fill it with. */
function settingsSubject(route: Named, { fields }: Subjected): string {
  const { subject } = route.settings;
  const template = subject === undefined ? undefined : parseTemplate(subject);
  if (!template || 'fault' in template) return '';
  return fillTemplate(template, (field) =>
    field === FORM_FIELD ? formNameOf(route) : toValue(wordsOfField(fields, field).join(', ')),
  );
}

/**
 * A submission's subject without marks: from the page, the settings, or sender and form. One that
 * looks like a notice to the owner is introduced as a submission.
 */
export function mailSubjectOf(
  route: Named,
  submission: Subjected,
  name = visitorNameOf(submission.fields),
): string {
  const { test, suspicions } = submission;
  const { mails } = wordsOf(mailLanguageOf(route));
  const own =
    submission.subject ??
    (settingsSubject(route, submission) || (name && `${name} · ${formNameOf(route)}`));
  const plain =
    own !== '' && !imitatesNotice(own)
      ? own
      : toSingleLine(
          fill(mails.submission.subject, { form: own || formNameOf(route) }),
          LIMITS.subjectCodePoints,
        );
  const marks = `${test ? '[Test] ' : ''}${suspicions ? '[Suspicious] ' : ''}`;
  return firstCodePoints(marks + plain, LIMITS.subjectCodePoints);
}

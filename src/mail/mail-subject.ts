import { formNameOf } from '../contract/form-settings.ts';
import { LIMITS } from '../contract/limits.ts';
import { firstCodePoints, toSingleLine } from '../platform/text/clean-text.ts';
import { fill } from '../catalogs/catalog.ts';
import { mailLanguageOf, wordsOf, LANGUAGES } from '../catalogs/languages.ts';
import type { MailedSubmission, MailForm, FieldValues } from './mail-facts.ts';
import { fillTemplate, FORM_FIELD, parseTemplate, toValue } from './template.ts';

/** Letters of other alphabets, and signs, that look like a Latin letter in many fonts. */
const ALIKE: Record<string, string> = {
  a: 'аαɑᴀ@',
  b: 'вβʙ',
  c: 'сϲᴄ',
  d: 'ԁđᴅ',
  e: 'еεэɛᴇ3',
  f: 'ꜰϝ',
  g: 'ɡցɢ',
  h: 'нһհħΗʜ',
  k: 'кκᴋ',
  l: 'iіιıɩɪјjլӏłʟ1|!',
  m: 'мΜᴍ',
  n: 'пηոΝɴ',
  o: 'оοօøᴏ0',
  p: 'рρᴘ',
  q: 'ԛզ',
  r: 'гʀ',
  s: 'ѕꜱ5$',
  t: 'тτŧᴛ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ԝѡωᴡ',
  x: 'хχ',
  y: 'уүγΥʏ',
  z: 'ζᴢ',
};

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIKE).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin])),
);

const toLatin = (character: string) =>
  LATIN.get(character) ?? LATIN.get(character.toLowerCase()) ?? character.toLowerCase();

/** The Latin letters that a character looks like; empty for spaces, marks and other scripts. */
const latinOf = (character: string) =>
  Array.from(character.normalize('NFKD'), toLatin)
    .join('')
    .replace(/[^a-z]/g, '');

/** Those of the first characters of Unicode, which most texts consist of. */
const COMMON = Array.from({ length: 0x180 }, (_, code) => latinOf(String.fromCharCode(code)));

/**
 * A text as a hurried reader sees it: Latin letters for look-alikes, without spaces, marks and case.
 * Texts that look alike have the same result.
 */
export function looksOf(text: string): string {
  let letters = '';
  for (const character of text) {
    letters += COMMON[character.codePointAt(0) ?? 0] ?? latinOf(character);
  }
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

const A = 0x61;

/** A bit for each letter. */
const bitsOf = (letters: string) =>
  Array.from(letters).reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - A)), 0);

const COMMON_BITS = COMMON.map(bitsOf);
const [M, N, R, V, W] = Array.from('mnrvw', bitsOf) as [number, number, number, number, number];

/** The letters that the looks of a text can have. */
function possibleLetters(text: string): number {
  let bits = 0;
  // By codes: a string for each character takes longer.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    bits |= COMMON_BITS[code] ?? bitsOf(latinOf(String.fromCodePoint(code)));
    if (code > 0xffff) at += 1;
  }
  return bits | (bits & R && bits & N ? M : 0) | (bits & V ? W : 0);
}

/** Letters of every script without spaces, marks and case, for those that do not resemble Latin. */
const lettersOf = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');

/** Found in no text of the first characters of Unicode, however they are normalized. */
const FOREIGN = /[\u0400-\uffff]/;
const isCommon = (text: string) => !/[\u0180-\uffff]/.test(text);

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);

/** Shorter names are part of too many others: they must be all of a text. */
const SHORTEST_PART = { latin: 4, other: 2 };

/** Makes a test of whether a text has something in it that looks like one of these words. */
export function createLookAlikes(words: readonly string[]): (text: string) => boolean {
  const isFilled = (word: string) => word !== '';
  const looks = words.filter(isLatin).map(looksOf).filter(isFilled);
  const bitsOfLooks = looks.map(bitsOf);
  const letters = words
    .filter((word) => !isLatin(word))
    .map(lettersOf)
    .filter(isFilled);
  const areForeign = letters.every((word) => FOREIGN.test(word));
  const isIn = (text: string, all: readonly string[], shortest: number) =>
    all.some((word) => (word.length < shortest ? text === word : text.includes(word)));
  return (text) => {
    const missing = ~possibleLetters(text);
    const mayLook = bitsOfLooks.some((bits) => (bits & missing) === 0);
    if (mayLook && isIn(looksOf(text), looks, SHORTEST_PART.latin)) return true;
    const mayHold = letters.length > 0 && !(areForeign && isCommon(text));
    return mayHold && isIn(lettersOf(text), letters, SHORTEST_PART.other);
  };
}

/** Made with the first subject: reading all catalogs would take a twentieth of a start. */
let looksLikeNotice: ReturnType<typeof createLookAlikes> | undefined;

/**
 * Whether a subject looks like that of a notice, in whichever language, even with look-alike letters:
 * whether it has the words that only our own mails have in their subjects.
 */
export function imitatesNotice(subject: string): boolean {
  looksLikeNotice ??= createLookAlikes(
    LANGUAGES.flatMap((language) => wordsOf(language).mails.telling),
  );
  return looksLikeNotice(subject);
}

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
      EVERY.has(key) && !found.has(key) ? values.find((text) => text.trim() !== '') : undefined;
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

type Named = Pick<MailForm, 'alias' | 'settings' | 'language'>;
type Subjected = Pick<MailedSubmission, 'fields' | 'subject' | 'test' | 'suspicions'>;

/** The subject that the form's settings ask for; empty if there is nothing to fill it with. */
function settingsSubject(route: Named, { fields }: Subjected): string {
  const { subject } = route.settings;
  const template = subject === undefined ? undefined : parseTemplate(subject);
  if (!template || 'fault' in template) return '';
  return fillTemplate(template, (field) =>
    field === FORM_FIELD ? formNameOf(route) : toValue(fields.get(field)?.join(', ') ?? ''),
  );
}

/**
 * The subject of a submission's mail, without its marks: the page's, that of the form's settings, or
 * who wrote to which form. One that looks like a notice to the owner is introduced as a submission.
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

import type { FormField } from '../contract/form-field.ts';
import { optionsOf, typeOf, type FieldType } from './declared-field.ts';

/** Values to try for a field, the best one first. */
export type Samples = Partial<Record<FieldType, readonly string[]>>;

/** Values of each type, of which one fits most forms. */
const SAMPLES: Samples = {
  url: ['https://example.com/', 'http://a.co'],
  tel: ['+1 202 555 0100', '2025550100'],
  number: ['1', '0'],
  date: ['2026-01-05'],
  time: ['12:00'],
  'datetime-local': ['2026-01-05T12:00'],
  checkbox: ['on'],
};

/** Texts that patterns ask for, in many countries: numbers, codes, names, links. */
const TEXTS_OF_PATTERNS =
  `1|12|123|1234|12345|123456|12345678|1234567890|9.99|9,99|2026|12345-6789|123-456|
A|AB|ABC|A1|A1B 2C3|SW1A 1AA|1234 AB|AB12345|AB-123|AB-1234|ABC-123|ABC-1234|ABC123|AB12|ab|abc|abc-123|
ada|Ada|Ada Lovelace|@ada|+12025550100|+1 202 555 0100|202-555-0100|(202) 555-0100|2026-01-05|05.01.2026|
05/01/2026|01/2026|12:00|#0066cc|ES9121000418450200051332|ES91 2100 0418 4502 0005 1332|DE123456789|
example.com|https://example.com/|https://www.linkedin.com/in/ada|ada@example.com|127.0.0.1`.split(
    /[|\n]+/,
  );

const FREE: ReadonlySet<FieldType> = new Set(['text', 'textarea', 'tel']);

/** Characters of the longest sample: it has to be read, too. */
export const LONGEST = 1_000;

/** Padded to the least length. */
const atLength = (text: string, { minlength = 0, maxlength = LONGEST }: FormField): string =>
  text.padEnd(Math.min(minlength, LONGEST), '.').slice(0, maxlength);

/** Candidates for a field, the best one first, unchecked. */
export function candidates(field: FormField, own: Samples): (string | number | undefined)[] {
  const { min, max, pattern, placeholder } = field;
  const type = typeOf(field);
  const samples = own[type] ?? SAMPLES[type] ?? [];
  if (pattern !== undefined) return [placeholder, ...samples, ...TEXTS_OF_PATTERNS];
  return [
    ...optionsOf(field).map(({ value }) => value),
    min,
    ...(FREE.has(type) ? samples.map((sample) => atLength(sample, field)) : samples),
    max,
  ];
}

/** Texts that people ask for, by words in the tokens, the name or the label of a field. */
const MEANINGS = [
  ['email', /e-?mail|correo|courriel|邮箱|邮件/iu],
  ['company', /company|organi[sz]ation|firma|unternehmen|empresa|entreprise|société|公司/iu],
  ['subject', /subject|topic|betreff|thema|asunto|objet|sujet|主题/iu],
  ['name', /name|nombre|\bnom\b|姓名|名字/iu],
  ['message', /message|comment|nachricht|kommentar|mensaje|消息|留言/iu],
] as const;

/** A text for each meaning but an address, in a language. */
export type SampleTexts = Readonly<
  Record<Exclude<(typeof MEANINGS)[number][0], 'email'> | 'text', string>
>;

/** A visitor's likely entry in the field. */
export function visitorTexts(field: FormField, texts: SampleTexts): Samples {
  const email = ['ada@example.com', 'a@b.co'];
  const { autocomplete = '', name, label = '' } = field;
  const about = `${autocomplete} ${name} ${label}`;
  const [meaning = 'text'] = MEANINGS.find(([, words]) => words.test(about)) ?? [];
  const text = meaning === 'email' ? email : [texts[meaning]];
  return { text, textarea: [texts.message], email };
}

import fc from 'fast-check';
import type { FormField } from '../../src/contract/form-field.ts';
import {
  date,
  dateTime,
  email,
  generatedPattern,
  number,
  PATTERNS,
  text,
  time,
  url,
} from './entered-texts.ts';

/** A declared field, and what a visitor enters into it. */
export interface Entered {
  field: FormField;
  /** One text, or the options that are chosen. */
  values: readonly string[];
}

const maybe = <T>(...values: readonly T[]) =>
  fc.constantFrom<(T | undefined)[]>(undefined, ...values);

type Attributes = Partial<Omit<FormField, 'name' | 'type'>>;

/** The members that are set. */
const given = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as Attributes;

const written = (
  types: readonly NonNullable<FormField['type']>[],
  attributes: fc.Arbitrary<Attributes>,
  value: fc.Arbitrary<string>,
): fc.Arbitrary<Entered> =>
  fc
    .tuple(fc.constantFrom(...types), attributes, value)
    .map(([type, rest, entered]) => ({ field: { name: 'f', type, ...rest }, values: [entered] }));

const required = maybe(true);
const pattern = fc.oneof(fc.constant(undefined), fc.constantFrom(...PATTERNS), generatedPattern);

const texts = fc.record({ required, pattern }).map(given);
const numbers = {
  required,
  min: maybe(0, 1, -10, 0.5, 0.1, -0.05, 1e-7, 9007199254740992),
  max: maybe(100, 99.5, 1e21, 1e308),
  step: maybe<number | 'any'>('any', 1, 2, 0.1, 0.01, 0.3, 0.25, 3, 1e-7, 1e10, 0.7),
};
const emails = fc.record({ required, multiple: maybe(true), pattern: maybe('.*a.*') }).map(given);
const urls = fc.record({ required, pattern: maybe('https?://.+') }).map(given);

/** The bounds and steps of dates or times. */
type Bounds = readonly [min: string[], max: string[], steps: (number | 'any')[]];
const moments = ([min, max, steps]: Bounds) =>
  fc.record({ required, min: maybe(...min), max: maybe(...max), step: maybe(...steps) }).map(given);
const DATES: Bounds = [
  ['2024-01-01', '1970-01-02', '0001-01-01'],
  ['2024-02-29', '2024-12-31', '275760-09-13'],
  ['any', 1, 7, 30],
];
const TIMES: Bounds = [
  ['09:00', '22:00', '10:00:30'],
  ['06:00', '10:30', '23:59:59.999'],
  ['any', 1, 60, 900, 0.5, 0.001, 7],
];
const DATE_TIMES: Bounds = [
  ['2024-01-01T00:00', '2023-12-31T23:59:30'],
  ['2024-02-29T12:00', '2024-12-31T00:00'],
  ['any', 1, 60, 3600, 86400, 0.25],
];

const OPTIONS = ['', 'a', 'b c', 'ü', '0'];
const chosen = fc
  .tuple(
    fc.constantFrom('select' as const, 'radio' as const, 'checkbox' as const),
    fc.record({ required, multiple: maybe(true) }).map(given),
    fc.uniqueArray(fc.constantFrom(...OPTIONS), { minLength: 1 }),
    fc.infiniteStream(fc.boolean()),
  )
  .map(([type, { required: must, multiple }, options, stream]): Entered => {
    const isOne = type === 'radio' || (type === 'select' && !multiple);
    const picked = options.filter(() => stream.next().value === true);
    const field: FormField = {
      name: 'f',
      type,
      ...(type === 'checkbox' ? {} : { ...(must && { required: true }) }),
      ...(type === 'select' && multiple && { multiple }),
      options: options.map((value) => ({ value, label: value === '' ? 'none' : value })),
    };
    return { field, values: isOne ? picked.slice(0, 1) : picked };
  });

const tick = fc.tuple(required, fc.boolean()).map(([must, isTicked]): Entered => ({
  field: { name: 'f', type: 'checkbox', ...(must && { required: must }) },
  values: isTicked ? ['on'] : [],
}));

/** Fields of all types with what visitors may enter, valid or not. */
export const ENTERED: fc.Arbitrary<Entered> = fc.oneof(
  { weight: 4, arbitrary: written(['text', 'tel'], texts, text) },
  { weight: 1, arbitrary: written(['textarea'], fc.record({ required }).map(given), text) },
  { weight: 3, arbitrary: written(['email'], emails, email) },
  { weight: 3, arbitrary: written(['url'], urls, url) },
  { weight: 5, arbitrary: written(['number'], fc.record(numbers).map(given), number) },
  { weight: 3, arbitrary: written(['date'], moments(DATES), date) },
  { weight: 3, arbitrary: written(['time'], moments(TIMES), time) },
  { weight: 3, arbitrary: written(['datetime-local'], moments(DATE_TIMES), dateTime) },
  { weight: 2, arbitrary: chosen },
  { weight: 1, arbitrary: tick },
);

const lengths = fc
  .record({ minlength: maybe(1, 2, 5), maxlength: maybe(5, 6, 12) })
  .map(given)
  .filter((attributes) => Object.keys(attributes).length > 0);

/** Texts that end in a character which no type takes away, for fields with lengths. */
export const TYPED: fc.Arbitrary<Entered> = fc
  .oneof(
    { weight: 2, arbitrary: written(['text', 'tel'], lengths, text) },
    { weight: 2, arbitrary: written(['textarea'], lengths, text) },
    { weight: 1, arbitrary: written(['email'], lengths, email) },
    { weight: 1, arbitrary: written(['url'], lengths, url) },
  )
  .filter(({ values: [entered = ''] }) => /[!-~\u{a1}-\u{10ffff}]$/v.test(entered));

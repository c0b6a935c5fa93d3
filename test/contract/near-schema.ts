import fc from 'fast-check';
import { listOf } from '../support/list-of.ts';

interface Schema {
  type?: string | readonly string[];
  enum?: readonly string[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
}

/** Good values, and slightly wrong ones. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  email: [
    ...listOf('jo@example.com jo@exämple.com jo@example a@b@example.com'),
    ' jo@example.com ',
    '',
  ],
  uri: listOf(`
    https://hooks.example.com/x HTTPS://hooks.example.com http://hooks.example.com
    https://127.0.0.1/ https://localhost /x
  `),
};

const anything = fc.oneof(
  fc.constantFrom(null, '', ' ', 0, 1, true, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
);

function strings({ enum: words, format, minLength = 0, maxLength = 20 }: Schema) {
  if (words) {
    const misses = words.flatMap((word) => [word.toUpperCase(), `${word} `, word.slice(1)]);
    return fc.constantFrom(...words, ...misses);
  }
  const known = WORDS[format ?? ''];
  if (known) return fc.constantFrom(...known);
  const lengths = [minLength, maxLength].flatMap((length) => [length - 1, length, length + 1]);
  const bounds = lengths.flatMap((length) =>
    ['a', '😀', ' ', 'a '].map((unit) => unit.repeat(Math.max(length, 0))),
  );
  return fc.oneof(
    fc.constantFrom(...bounds),
    fc.stringMatching(/^[a-z]{1,9}$/),
    fc.string({ unit: 'grapheme' }),
  );
}

const ABSENT = Symbol('absent');

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, inner]) => {
    const weight = required.includes(name) ? 9 : 1;
    const present = nearSchema(inner).map((value): [string, unknown] => [name, value]);
    return fc.oneof(
      { weight, arbitrary: present },
      { weight: 1, arbitrary: fc.constant<[string, unknown]>([name, ABSENT]) },
    );
  });
  const extra = fc.tuple(fc.constantFrom('extra', '__proto__', 'constructor'), anything);
  return fc
    .tuple(fc.array(extra, { maxLength: 1 }), ...members)
    .map(([others, ...known]): unknown => {
      const all = [...known, ...others].filter(([, value]) => value !== ABSENT);
      return Object.fromEntries(all);
    });
}

/** Short lists of any items, and lists that repeat one item about as often as the limit allows. */
function arrays({ items, maxItems = 5 }: Schema): fc.Arbitrary<unknown> {
  const item = items ? nearSchema(items) : anything;
  const long = fc.tuple(item, fc.constantFrom(maxItems, maxItems + 1));
  return fc.oneof(
    fc.array(item, { maxLength: 3 }),
    long.map(([same, length]) => Array.from({ length }, () => same)),
  );
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.type === 'string') return strings(schema);
  if (schema.type === 'object') return objects(schema);
  return schema.type === 'array' ? arrays(schema) : anything;
}

/** Values that a schema accepts, and many that it refuses for one small reason. */
export function nearSchema(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FormField } from '../contract/form-field.ts';
import { LIMITS } from '../contract/limits.ts';
import { wordsOf } from '../catalogs/languages.ts';
import { checkFields, explainFault } from './check-fields.ts';
import { labelOf, type DeclaredFields } from './declared-field.ts';
import { listOf } from '../../test/support/list-of.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;

const faultsOf = (declared: DeclaredFields, values: Values) =>
  checkFields(
    declared,
    new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()])),
  );

/** The faults of the value of one field. */
const codesOf = (field: Omit<FormField, 'name'>, ...values: string[]) =>
  faultsOf({ fields: [{ name: 'a', ...field }] }, { a: values }).map(({ code }) => code);

const CHOICES = { options: ['red', { value: 'g', label: 'Green' }] };

const CASES: [field: Omit<FormField, 'name'>, values: string[], codes: string[]][] = [
  [{}, [], []],
  [{ required: true }, [], ['valueMissing']],
  [{ required: true }, [''], ['valueMissing']],
  [{ required: true }, [' '], []],
  [{ required: true }, ['\n'], ['valueMissing']],
  [{ type: 'textarea', required: true }, ['\n'], []],
  [{}, ['a', 'b'], ['badInput']],
  [{ minlength: 2, maxlength: 3 }, ['a'], ['tooShort']],
  [{ minlength: 2, maxlength: 3 }, ['😀'], []],
  [{ minlength: 2, maxlength: 3 }, ['😀😀'], ['tooLong']],
  [{ minlength: 2 }, [''], []],
  [{ pattern: 'a+' }, ['a'.repeat(2_000)], []],
  [{ pattern: 'a+' }, ['a'.repeat(2_001)], ['tooLong']],
  [{ pattern: 'b+', maxlength: 9_000 }, ['a'.repeat(2_001)], ['tooLong']],
  [{ pattern: 'b+', maxlength: 2 }, ['aaa'], ['tooLong', 'patternMismatch']],
  [{ type: 'tel', pattern: '(?=a)b' }, ['anything'], []],
  [{ type: 'email', multiple: true, pattern: '.+@a' }, [`${'x@a,'.repeat(600)}y@b`], ['tooLong']],
  [{ type: 'textarea', maxlength: 3 }, ['a\r\nb'], []],
  [{ type: 'textarea', maxlength: 3 }, ['a\r\n\r\nb'], ['tooLong']],
  [{ type: 'email' }, [' ada@example.com '], []],
  [{ type: 'email' }, ['ada'], ['typeMismatch']],
  [{ type: 'email' }, ['ada@example.com,bob@example.com'], ['typeMismatch']],
  [{ type: 'email', multiple: true }, ['ada@example.com, bob@example.com'], []],
  [{ type: 'email', multiple: true }, ['ada@example.com,'], ['typeMismatch']],
  ...listOf(`
    info@müller.de info@MÜLLER.de info@münchen.köln info@例え.テスト info@пример.рф info@müller。de
    info@faß.de info@mixедscript.example info@😀.example
  `).map((address): (typeof CASES)[number] => [{ type: 'email' }, [address], []]),
  ...['jörg@example.com', 'info@mü ller.de', 'info@ü_b.de', 'info@ü%41.de'].map(
    (address): (typeof CASES)[number] => [{ type: 'email' }, [address], ['typeMismatch']],
  ),
  [{ type: 'email', multiple: true }, ['a@müller.de, b@example.com'], []],
  [{ type: 'email', pattern: '[a-z@.\\-]+' }, ['info@müller.de'], []],
  [{ type: 'url' }, ['https://müller.de/größe?q=ä'], []],
  [{ type: 'url' }, ['https://例え.テスト'], []],
  [{ type: 'url' }, ['example.com'], ['typeMismatch']],
  [{ type: 'url' }, [' mailto:ada@example.com'], []],
  [{ type: 'number' }, ['1e3'], []],
  [{ type: 'number' }, ['+1'], ['badInput']],
  [{ type: 'number' }, ['1,5'], ['badInput']],
  [{ type: 'number' }, ['1.5'], ['stepMismatch']],
  [{ type: 'number', step: 0.1 }, ['0.3'], []],
  [{ type: 'number', step: 'any' }, ['0.123'], []],
  [{ type: 'number', min: 1, step: 2 }, ['4'], ['stepMismatch']],
  [{ type: 'number', min: 1, max: 3, step: 2 }, ['5'], ['rangeOverflow']],
  [{ type: 'number', min: 1 }, ['-1e400'], ['badInput']],
  [{ type: 'date' }, ['2024-02-29'], []],
  [{ type: 'date' }, ['2023-02-29'], ['badInput']],
  [{ type: 'date', min: '2024-01-01', step: 7 }, ['2024-01-15'], []],
  [{ type: 'date', min: '2024-01-01', step: 7 }, ['2024-01-16'], ['stepMismatch']],
  [{ type: 'time' }, ['24:00'], ['badInput']],
  [{ type: 'time', min: '22:00', max: '06:00' }, ['23:30'], []],
  [{ type: 'time', min: '22:00', max: '06:00' }, ['12:00'], ['rangeUnderflow', 'rangeOverflow']],
  [{ type: 'datetime-local', min: '2024-01-01T00:00' }, ['2023-12-31T23:59'], ['rangeUnderflow']],
  [{ type: 'datetime-local' }, ['2024-01-01'], ['badInput']],
  [{ type: 'select', ...CHOICES }, ['g'], []],
  [{ type: 'select', ...CHOICES }, ['Green'], ['badInput']],
  [{ type: 'select', ...CHOICES, required: true }, [''], ['valueMissing']],
  [{ type: 'select', ...CHOICES }, ['red', 'g'], ['badInput']],
  [{ type: 'select', ...CHOICES, multiple: true }, ['red', 'g'], []],
  [{ type: 'select', options: ['', 'red'], required: true }, [''], ['valueMissing']],
  [{ type: 'select', options: ['red', ''], required: true }, [''], []],
  [{ type: 'radio', ...CHOICES, required: true }, [], ['valueMissing']],
  [{ type: 'checkbox', required: true }, ['on'], []],
  [{ type: 'checkbox', required: true }, ['false'], ['valueMissing']],
  [{ type: 'checkbox' }, ['maybe'], ['badInput']],
  [{ type: 'checkbox', ...CHOICES }, ['red', 'g'], []],
  [{ type: 'checkbox', ...CHOICES, required: true }, [], ['valueMissing']],
  [{ type: 'hidden' }, ['anything'], []],
];

for (const [field, values, codes] of CASES) {
  const given = JSON.stringify(values);
  it(`a field ${JSON.stringify(field)} with ${given.slice(0, 60)}, ${given.length} characters, has the faults [${codes.join()}]`, () =>
    assert.deepEqual(codesOf(field, ...values), codes));
}

it('an unknown field is a fault if the form refuses them, after all others', () => {
  const fields = [{ name: 'message', label: 'Your message', required: true }];
  const values = { hobby: 'x', _subject: 's', email: 'e', altcha: 'a', botcheck: '' };
  assert.deepEqual(
    faultsOf({ fields, unknown_fields: 'refuse' }, values).map(({ name, code }) => [name, code]),
    [
      ['message', 'valueMissing'],
      ['hobby', 'unknownField'],
    ],
  );
  assert.deepEqual(
    faultsOf({ fields }, values).map(({ name }) => name),
    ['message'],
  );
  assert.deepEqual(faultsOf({ unknown_fields: 'refuse' }, values), []);
  assert.deepEqual(fields.map(labelOf), ['Your message']);
});

it('every fault of the largest form is found', () => {
  const names = Array.from({ length: LIMITS.fields }, (_, at) => `f${at}`);
  const fields = names.map((name) => ({ name, minlength: 2, pattern: 'b+' }));
  const posted = [...names, ...names.map((name) => `other ${name}`)];
  const values = Object.fromEntries(posted.map((name) => [name, 'a']));
  const faults = faultsOf({ fields, unknown_fields: 'refuse' }, values);
  assert.equal(faults.length, 3 * LIMITS.fields);
});

it('each fault has a sentence with the bounds of the field', () => {
  const sentences = CASES.flatMap(([field, values]) =>
    faultsOf({ fields: [{ name: 'a', ...field }] }, { a: values }).map((fault) =>
      explainFault(wordsOf('en').fields, fault),
    ),
  );
  for (const sentence of sentences) assert.doesNotMatch(sentence, /[{}]|undefined|null/);
  assert.ok(sentences.includes('Enter a time from 22:00 to 06:00.'));
  assert.ok(sentences.includes('Shorten this to at most 3 characters.'));
  assert.ok(sentences.includes('Shorten this to at most 2000 characters.'));
});

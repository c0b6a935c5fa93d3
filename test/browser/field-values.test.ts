import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  lineOf,
  nameFrom,
  optionsOf,
  toFields,
  withType,
  type FieldDraft,
} from '../../src/pages/composer/field-values.ts';

const OPTIONS = ['One', 'Two'];

it('the name of a field follows its label, in letters and digits, and is free', () => {
  assert.equal(nameFrom('Größe & Farbe (cm)', []), 'grosse_farbe_cm');
  assert.equal(nameFrom('电话 号码', []), '电话_号码');
  assert.equal(nameFrom('Email', ['email', 'email_2']), 'email_3');
  assert.equal(nameFrom(' – ', ['']), '');
  assert.ok(nameFrom('very '.repeat(40), []).length <= 40);
});

it('another type of a field drops what does not fit it', () => {
  const email: FieldDraft = {
    name: 'email',
    label: 'Email',
    type: 'email',
    required: true,
    autocomplete: 'email',
    maxlength: 80,
    multiple: true,
  };
  const kept = { name: 'email', label: 'Email', required: true };
  assert.deepEqual(withType(email, 'number', OPTIONS), { ...kept, type: 'number' });
  assert.deepEqual(withType(email, 'tel', OPTIONS), {
    ...kept,
    type: 'tel',
    autocomplete: 'tel',
    maxlength: 80,
  });
  const select = withType(email, 'select', OPTIONS);
  assert.deepEqual(select, { ...kept, type: 'select', multiple: true, options: OPTIONS });
  assert.deepEqual(withType(select, 'hidden', OPTIONS), {
    name: 'email',
    label: 'Email',
    type: 'hidden',
  });
  const day: FieldDraft = { name: 'day', type: 'date', min: '2026-01-01' };
  assert.deepEqual(withType(day, 'number', OPTIONS), { name: 'day', type: 'number' });
});

it('choices are lines of text, and unchanged lines stay what they were', () => {
  const before = ['a | b', { value: '', label: 'None' }, 'c'];
  const text = before.map(lineOf).join('\n');
  assert.deepEqual(optionsOf(text, before), before);
  assert.deepEqual(optionsOf(`${text}\nit | Help`, before).at(-1), {
    value: 'it',
    label: 'Help',
  });
});

it('fields are sent without empty values, and with numbers for inputs of type number', () => {
  const typed: FieldDraft[] = [
    { name: ' size ', label: '', type: 'number', required: false, min: '-1,5', step: '0.5' },
    { type: 'date', name: 'day', min: '2026-01-01', step: '7', placeholder: '  ' },
    { name: 'code', pattern: ' [0-9] ', maxlength: 'ten', options: ['', ' '] },
    {},
  ];
  assert.deepEqual(toFields(typed), [
    { name: 'size', type: 'number', min: -1.5, step: 0.5 },
    { name: 'day', type: 'date', min: '2026-01-01', step: 7 },
    { name: 'code', maxlength: 'ten', pattern: ' [0-9] ' },
    {},
  ]);
  assert.equal(toFields([]), undefined);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FormField } from '../contract/form-field.ts';
import { checkFields } from './check-fields.ts';
import { sampleSubmission } from './sample-values.ts';

const FIELDS: readonly FormField[] = [
  { name: 'who', label: 'Ihr Name', required: true, minlength: 20 },
  { name: 'contact', type: 'email', required: true },
  { name: 'firma' },
  { name: 'betreff' },
  { name: 'plz', pattern: '[0-9]{5}', required: true },
  { name: 'topic', type: 'select', options: [{ value: 'a', label: 'First' }, 'b'], required: true },
  { name: 'extras', type: 'checkbox', options: ['x', 'y'], required: true },
  { name: 'consent', type: 'checkbox', required: true },
  { name: 'guests', type: 'number', min: 3, max: 9, step: 2 },
  { name: 'day', type: 'date', min: '2027-02-03' },
  { name: 'text', type: 'textarea', maxlength: 10, required: true },
  { name: 'cv', type: 'file' },
  { name: 'source', type: 'hidden' },
];

it('a sample submission has a value that fits for each field that visitors fill in', () => {
  const sample = sampleSubmission({ settings: { fields: FIELDS }, language: 'de' });
  const given = new Map(Object.entries(sample).map(([name, value]) => [name, [value]]));
  assert.deepEqual(checkFields({ fields: FIELDS, unknown_fields: 'refuse' }, given), []);
  const { who, plz, ...others } = sample;
  assert.match(who ?? '', /^Anna Muster/);
  assert.match(plz ?? '', /^\d{5}$/);
  assert.deepEqual(others, {
    contact: 'ada@example.com',
    firma: 'Beispiel GmbH',
    betreff: 'Eine Frage',
    topic: 'a',
    extras: 'x',
    consent: 'on',
    guests: '3',
    day: '2027-02-03',
    text: 'Hallo! Das'.slice(0, 10),
  });
});

it('a sample submission of a form without declared fields has those of its form code', () => {
  const sample = sampleSubmission({ settings: { language: 'en' }, language: 'de' });
  assert.deepEqual(Object.keys(sample), ['name', 'email', 'message']);
  assert.equal(sample['name'], 'Ada Lovelace');
});

it('a field with a pattern has its placeholder, a common text, or no value', () => {
  const fields: FormField[] = [
    { name: 'order', pattern: '[A-Z]{3}-[0-9]{7}', placeholder: 'ABC-1234567' },
    { name: 'profile', pattern: String.raw`(https?://)?(www\.)?linkedin\.com/in/.+` },
    { name: 'work', type: 'email', pattern: String.raw`.+@example\.com` },
    { name: 'code', pattern: '[xyz]{17}', required: true },
  ];
  const { order, profile, ...others } = sampleSubmission({
    settings: { fields },
    language: 'en',
  });
  assert.equal(order, 'ABC-1234567');
  assert.match(profile ?? '', /linkedin/);
  assert.deepEqual(others, { work: 'ada@example.com' });
});

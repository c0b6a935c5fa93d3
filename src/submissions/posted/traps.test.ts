import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsOf } from '../../../test/support/fields-of.ts';
import { parseSubmission } from './submission.ts';

const REAL = { name: 'Ada', email: 'ada@example.com', message: 'I would like two of them' };

const kindOf = (input: Record<string, string>) => parseSubmission(fieldsOf(input)).trapped;

describe('what a browser types into a trap', () => {
  const autofill = [
    ['Ada Lovelace', 'Analytical Engines, Ltd.', 'Müller & Söhne GmbH', '李小龙'],
    ['Jean-Luc O’Neill', '12 Main Street, Springfield', 'Rue de l’Église 7\n75001 Paris'],
    ['+49 (0)30 123-4567', '5551234567', 'ada@example.com', 'i would like two of them'],
    ['ada', 'https://www.example.com/', 'example.com'],
  ].flat();
  for (const value of autofill)
    it(`a trap filled with ${JSON.stringify(value)} looks like autofill`, () => {
      assert.equal(kindOf({ ...REAL, _gotcha: value }), false);
      assert.equal(kindOf({ ...REAL, botcheck: ` ${value} ` }), false);
    });

  const bots = [
    ['on', 'true', 'x', 'asdf', '1', '12345', '-----------', 'https://spam.example/'],
    ['Buy <b>now</b>', 'Ada {{name}}', 'A'.repeat(200)],
  ].flat();
  for (const value of bots)
    it(`a trap filled with ${JSON.stringify(value).slice(0, 30)} does not look like autofill`, () => {
      assert.equal(kindOf({ ...REAL, _gotcha: value }), true);
    });
});

describe('a filled trap next to fields that no person sends', () => {
  const cases: [about: string, input: Record<string, string>][] = [
    ['nothing else', {}],
    ['blank fields', { message: ' ' }],
    ['control fields alone', { altcha: 'x', _subject: 'S' }],
    ['no valid address', { ...REAL, email: 'ada' }],
    ['markup', { ...REAL, message: '[url=x]' }],
    ['a trap of another service', { ...REAL, _honey: 'Ada' }],
    ['a second trap', { ...REAL, botcheck: 'on' }],
  ];
  for (const [about, input] of cases)
    it(`a filled trap is a bot's: ${about}`, () =>
      assert.equal(kindOf({ ...input, _gotcha: 'Ada L' }), true));

  it('a trap filled by autofill does not need an email address in the form', () => {
    assert.equal(kindOf({ message: 'Hello', _gotcha: 'Ada Lovelace' }), false);
    assert.equal(kindOf({ message: 'Hello', email: '', _gotcha: 'Ada Lovelace' }), false);
  });
});

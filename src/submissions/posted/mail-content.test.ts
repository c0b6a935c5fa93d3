import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormField } from '../../contract/form-field.ts';
import { fieldsOf } from '../../../test/support/fields-of.ts';
import { toMailContent } from './mail-content.ts';
import { toFacts } from './facts.ts';

const factOf = (name: string, ...values: string[]) => toFacts(new Map([[name, values]]))[0];

describe('a field in a mail', () => {
  it('a field in a mail loses direction marks, and keeps the joiners of scripts and emoji', () => {
    const value = 'a\u202eb\u2066c\u200ed\u061ce می\u200cخواهم 👩\u200d💻 שלום';
    assert.equal(factOf('message', value)?.value, 'abcde می\u200cخواهم 👩\u200d💻 שלום');
    assert.equal(factOf('message', '\u202e')?.value, '(empty)');
    assert.equal(factOf('a\u202eb', 'c')?.label, 'ab');
  });

  it('a field in a mail has no link in its label', () => {
    const label = 'Stop this form: https://evil.example/x';
    assert.equal(factOf(label, 'a')?.label, 'Stop this form: https[:]//evil[.]example/x');
    assert.equal(factOf('see www.evil.example', 'a')?.label, 'see www[.]evil[.]example');
  });

  it('a field in a mail keeps the usual names of forms', () => {
    for (const name of ['address.street', 'items[0].name', 'Your e-mail:', 'a:b', 'jo@home']) {
      assert.equal(factOf(name, 'a')?.label, name);
    }
  });

  it('a field in a mail keeps the links of its value', () => {
    const value = 'see https://example.com/x';
    assert.equal(factOf('message', value)?.value, value);
  });

  it('a field keeps the joiners of its label', () => {
    assert.equal(factOf('می\u200cخ', 'c')?.label, 'می\u200cخ');
  });
});

describe('the content of a mail', () => {
  const FIELDS: FormField[] = [
    {
      name: 'size',
      label: 'Size',
      type: 'select',
      options: [{ value: 'l', label: 'Large' }, 'other'],
    },
    { name: 'email', label: 'Your email', type: 'email' },
    {
      name: 'extras',
      label: 'Extras',
      type: 'checkbox',
      options: [{ value: 'b', label: 'Bag' }, 'Box'],
    },
    { name: 'terms', label: 'I have read the terms', type: 'checkbox' },
    { name: 'phone', type: 'tel' },
    { name: 'note', label: 'Note' },
  ];
  const FIRST = { other: 'first', terms: 'on', extras: ['b', 'Box'], email: 'ada@example.com' };
  const SENT = fieldsOf({ ...FIRST, size: 'l', note: ' ', last: ['x', 'y'] });

  it('a mail shows declared fields by their labels and in their order, then the others as they were sent', () => {
    const { facts } = toMailContent({ fields: FIELDS }, { fields: SENT }, 'en');
    assert.deepEqual(
      facts.map(({ label, value }) => `${label}: ${value}`),
      [
        'Size: Large',
        'Your email: ada@example.com',
        'Extras: Bag\nBox',
        'I have read the terms: ✓',
        'Note: (empty)',
        'other: first',
        'last: x\ny',
      ],
    );
  });

  it('the fields by their names are there too, for receipts', () => {
    const { facts, sent = [] } = toMailContent({ fields: FIELDS }, { fields: SENT }, 'en');
    const named = sent.map(({ label, value }) => ({ label, value }));
    assert.deepEqual(named, toFacts(SENT));
    assert.deepEqual(
      sent.map(({ label, at }) => `${label}: ${facts[at]?.label}`),
      [
        'other: other',
        'terms: I have read the terms',
        'extras: Extras',
        'email: Your email',
        'size: Size',
        'note: Note',
        'last: last',
      ],
    );
  });

  it('a form without fields has the mail that it always had', () => {
    for (const settings of [{}, { fields: [] }]) {
      assert.deepEqual(toMailContent(settings, { fields: SENT }, 'en'), { facts: toFacts(SENT) });
    }
  });

  it('labels and options of a form are clean in its mails', () => {
    const fields: FormField[] = [
      { name: 'a', label: 'see https://evil.example\u202e' },
      { name: 'b', type: 'select', options: [{ value: '1', label: 'o\u202ene\u0000' }] },
      { name: 'c', label: '\u200b' },
    ];
    const sent = new Map(['a', 'b', 'c'].map((name) => [name, ['1']]));
    const { facts } = toMailContent({ fields }, { fields: sent }, 'en');
    assert.deepEqual(
      facts.map(({ label, value }) => [label, value]),
      [
        ['see https[:]//evil[.]example', '1'],
        ['b', 'one'],
        ['(no name)', '1'],
      ],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CLEANING_OF_1_0, toFacts } from './mail-content.ts';

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

  it('a field can be shown as in release 1.0, for its receipts', () => {
    const fields = new Map([
      ['see \u200chttps://x.example', ['a\u202eb']],
      ['می\u200cخ', ['c']],
    ]);
    assert.deepEqual(toFacts(fields, CLEANING_OF_1_0), [
      { label: 'see https://x.example', value: 'a\u202eb' },
      { label: 'میخ', value: 'c' },
    ]);
    assert.equal(factOf('می\u200cخ', 'c')?.label, 'می\u200cخ');
  });
});

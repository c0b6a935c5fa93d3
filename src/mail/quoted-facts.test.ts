import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesBehind, showCommonNames } from './quoted-facts.ts';

const toFacts = (labels: readonly string[]) => labels.map((label) => ({ label, value: 'x' }));
const show = (labels: readonly string[]) =>
  showCommonNames(toFacts(labels)).map(({ label }) => label);

describe('common names of fields as labels', () => {
  it('a common name is a label with a capital, and any other name stays as it is', () => {
    assert.deepEqual(
      show(['name', 'email', 'message', 'vat_id', 'E-Mail', 'xy']),
      'Name Email Message vat_id E-Mail xy'.split(' '),
    );
  });

  it('names that are such labels leave all labels as they are, so that each name is found again', () => {
    for (const labels of [
      ['name', 'email'],
      ['Name', 'email'],
      ['name', 'Name'],
      ['Email'],
      ['x'],
    ]) {
      const shown = showCommonNames(toFacts(labels));
      const readings = [namesBehind(shown), shown];
      const isFound = readings.some(
        (facts) => facts.map(({ label }) => label).join() === labels.join(),
      );
      assert.ok(isFound, labels.join());
    }
  });
});

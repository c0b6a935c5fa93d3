import assert from 'node:assert/strict';
import { it } from 'node:test';
import { UsageError } from '../command.ts';
import { mergePatch, readAssignments, withoutSettings } from './settings.ts';

const readings: [words: string[], document: object][] = [
  [['paused=true'], { paused: true }],
  [['subject=123'], { subject: '123' }],
  [['subject="a"'], { subject: 'a' }],
  [['subject={name} = {form}'], { subject: '{name} = {form}' }],
  [['success_message='], { success_message: '' }],
  [['origins=https://a.example'], { origins: ['https://a.example'] }],
  [
    ['origins=https://a.example', 'origins=https://b.example'],
    { origins: ['https://a.example', 'https://b.example'] },
  ],
  [['origins=["https://a.example"]'], { origins: ['https://a.example'] }],
  [
    ['website={"name":"A","url":"https://a.example"}'],
    { website: { name: 'A', url: 'https://a.example' } },
  ],
  [['a_later_setting=[1]'], { a_later_setting: [1] }],
];
for (const [words, document] of readings)
  it(`${words.join(' ')} is read as a setting`, () => {
    assert.deepEqual(readAssignments(words), document);
  });

it('an argument without a name, or a setting that is set twice, is refused', () => {
  for (const words of [['paused'], ['=true'], ['paused=true', 'paused=false']]) {
    assert.throws(() => readAssignments(words), UsageError);
  }
});

it('a merge patch names what differs, and removes what is gone, at every depth', () => {
  const before = { paused: true, subject: 'a', website: { name: 'A', url: 'https://a.example' } };
  const after = {
    subject: 'a',
    website: { name: 'B' },
    origins: ['https://a.example'],
    files: {},
  };
  assert.deepEqual(mergePatch(before, after), {
    paused: null,
    website: { name: 'B', url: null },
    origins: ['https://a.example'],
    files: {},
  });
});

it('a setting that is removed must exist, here or at the service', () => {
  assert.deepEqual(withoutSettings({ paused: true, newer: 1 }, ['newer', 'redirect']), {
    paused: true,
  });
  assert.throws(
    () => withoutSettings({}, ['newer']),
    /Unknown setting "newer"\. There are: name, /,
  );
});

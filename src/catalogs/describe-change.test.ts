import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FormId } from '../contract/names.ts';
import { changePage } from '../consent/decisions/accept-change.ts';
import { describeForm } from '../consent/decisions/form-pages.ts';
import { describeChange } from './describe-change.ts';
import { wordsOf } from './languages.ts';

it('each place that messages go to is on a line of its own', () => {
  const after = ['Slack https://hooks.slack.com/services/a', 'Telegram @team (bot 1)'];
  const { lines } = describeChange(wordsOf('en'), { name: 'targets', before: [], after });
  assert.deepEqual(lines, [
    'Now: not set',
    'After the change:',
    ...after.map((line) => `| ${line}`),
  ]);
});

it('no line of a text can pose as a label of the page', () => {
  const words = wordsOf('en');
  const before = ['Hello', 'Now: not set'];
  const after = ['Hello', 'After the change: not set', ''];
  const { lines } = describeChange(words, { name: 'auto_reply', before, after });
  assert.deepEqual(
    lines.filter((line) => !line.startsWith('| ')),
    ['Now:', 'After the change:'],
  );
  const state = { state: 'open', route: { alias: 'Contact' } } as const;
  const { facts = [] } = changePage(words, {
    ...state,
    changes: [{ name: 'auto_reply', before, after }],
  });
  const shown = facts.flatMap(([, value]) => (Object(value) as { lines?: string[] }).lines ?? []);
  assert.equal(shown.filter((line) => line.startsWith('After the change')).length, 1);
});

it('the page that asks for consent shows an automatic reply with its lines', () => {
  const facts = describeForm(wordsOf('en'), {
    formId: 'cfm_7K2MNP4QRSTVWXYZ' as FormId,
    alias: 'Contact',
    address: 'owner@example.org',
    endpoint: 'https://forms.example/f/cfm_7K2MNP4QRSTVWXYZ',
    elsewhere: [],
    settings: [{ name: 'auto_reply', after: ['We got it', 'Thank you.'] }],
  });
  assert.deepEqual(facts.at(-1)?.[1], { said: '“We got it\nThank you.”' });
});

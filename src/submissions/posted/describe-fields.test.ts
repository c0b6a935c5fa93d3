import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldsOf } from '../../../test/support/fields-of.ts';
import { parseSubmission } from './submission.ts';

function effectsOf(input: Record<string, string>) {
  const fields = fieldsOf({ ...input, _dry_run: 'true' });
  const { dryRun = [] } = parseSubmission(fields);
  assert.equal(dryRun.length, fields.size, 'every field is described');
  return new Map(dryRun.map(({ name, effect, note }) => [name, { effect, note: note ?? '' }]));
}

const URL_THERE = 'https://example.com/thanks';

/** Each field and its value with its effect. */
const CASES: Record<string, [value: string, effect: string]>[] = [
  { message: ['m', 'shown'], name: ['n', 'shown'] },
  { _subject: ['A', 'subject'], subject: ['B', 'lost_to'] },
  { _subject: [' ', 'swallowed'], subject: ['B', 'subject'] },
  { email: ['a@x.example', 'reply_to'], replyto: ['b@x.example', 'lost_to'] },
  { email: ['a', 'lost_to'], _replyto: ['b@x.example', 'reply_to'] },
  { email: ['a', 'shown'] },
  {
    Email: ['a@x.example', 'reply_to'],
    Subject: ['A', 'shown'],
    _replyTo: ['b@x.example', 'lost_to'],
  },
  { _redirect: [URL_THERE, 'redirect'], redirect: ['x', 'lost_to'], _next: ['y', 'lost_to'] },
  { _format: ['json', 'format'] },
  { _format: ['plain', 'swallowed'], format: ['x', 'shown'] },
  { _test: ['on', 'test'], _dry_run: ['true', 'dry_run'] },
  {
    _gotcha: ['', 'trap'],
    botcheck: ['x', 'trap'],
    _honey: ['x', 'trap'],
    'my-honeypot': ['', 'trap'],
  },
  { altcha: ['x', 'swallowed'], access_key: ['x', 'swallowed'], 'form-name': ['x', 'swallowed'] },
  { _cc: ['x', 'not_honoured'], _webhook: ['x', 'not_honoured'] },
  { _autoresponse: ['x', 'not_honoured'], '_email.from': ['x', 'not_honoured'] },
  { from_name: ['x', 'shown'], _whatever: ['x', 'shown'] },
];
for (const fields of CASES) {
  const all = Object.entries(fields);
  const input = Object.fromEntries(all.map(([name, [value]]) => [name, value]));
  it(`the effect of the fields ${JSON.stringify(input)}`, () => {
    const effects = effectsOf(input);
    for (const [name, [, effect]] of all) assert.equal(effects.get(name)?.effect, effect, name);
  });
}

it('a described field names the service it belongs to, the winner, or says that it is unknown', () => {
  const effects = effectsOf({ _cc: 'x', _subject: 'A', subject: 'B', _odd: 'x', from_name: 'x' });
  assert.match(effects.get('_cc')?.note ?? '', /^Formspree and FormSubmit: /);
  assert.match(effects.get('subject')?.note ?? '', /^_subject took effect.*shown as text/);
  assert.match(effects.get('_odd')?.note ?? '', /No service/);
  assert.match(effects.get('from_name')?.note ?? '', /never|From/);
});

it('a described field repeats no value, and its name is cleaned', () => {
  const value = 'secret-value';
  const input = { _dry_run: '1', 'a\r\nb\u202e': value, '': value, _cc: value };
  const { dryRun } = parseSubmission(fieldsOf(input));
  assert.ok(!JSON.stringify(dryRun).includes('secret-value'));
  assert.deepEqual(
    dryRun?.map(({ name }) => name),
    ['_dry_run', 'a b', '(no name)', '_cc'],
  );
});

it('fields are described only for a dry run', () => {
  for (const word of ['false', '0', 'No', ' off ', '']) {
    const submission = parseSubmission(fieldsOf({ _dry_run: word, message: 'm' }));
    assert.ok(!('dryRun' in submission), word);
    assert.deepEqual(Array.from(submission.fields.keys()), ['message']);
  }
});

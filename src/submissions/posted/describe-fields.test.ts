import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSubmission } from './submission.ts';

function effectsOf(input: Record<string, string>) {
  const fields = Object.entries({ ...input, _dry_run: 'true' });
  const { dryRun = [] } = parseSubmission(new Map(fields.map(([name, value]) => [name, [value]])));
  assert.equal(dryRun.length, fields.length, 'every field is told');
  return new Map(dryRun.map(({ name, effect, note }) => [name, { effect, note: note ?? '' }]));
}

const URL_THERE = 'https://example.com/thanks';

describe('the effect of a field', () => {
  const cases: [input: Record<string, string>, effects: Record<string, string>][] = [
    [
      { message: 'm', name: 'n' },
      { message: 'shown', name: 'shown' },
    ],
    [
      { _subject: 'A', subject: 'B' },
      { _subject: 'subject', subject: 'lost_to' },
    ],
    [
      { _subject: ' ', subject: 'B' },
      { _subject: 'swallowed', subject: 'subject' },
    ],
    [
      { email: 'a@x.example', replyto: 'b@x.example' },
      { email: 'reply_to', replyto: 'lost_to' },
    ],
    [
      { email: 'a', _replyto: 'b@x.example' },
      { email: 'lost_to', _replyto: 'reply_to' },
    ],
    [{ email: 'a' }, { email: 'shown' }],
    [
      { Email: 'a@x.example', Subject: 'A', _replyTo: 'b@x.example' },
      { Email: 'reply_to', Subject: 'shown', _replyTo: 'lost_to' },
    ],
    [
      { _redirect: URL_THERE, redirect: 'x', _next: 'y' },
      { _redirect: 'redirect', redirect: 'lost_to', _next: 'lost_to' },
    ],
    [{ _format: 'json' }, { _format: 'format' }],
    [
      { _format: 'plain', format: 'x' },
      { _format: 'swallowed', format: 'shown' },
    ],
    [{ _test: 'on' }, { _test: 'test', _dry_run: 'dry_run' }],
    [
      { _gotcha: '', botcheck: 'x', _honey: 'x', 'my-honeypot': '' },
      { _gotcha: 'trap', botcheck: 'trap', _honey: 'trap', 'my-honeypot': 'trap' },
    ],
    [
      { altcha: 'x', access_key: 'x', 'form-name': 'x' },
      { altcha: 'swallowed', access_key: 'swallowed', 'form-name': 'swallowed' },
    ],
    [
      { _cc: 'x', _webhook: 'x', _autoresponse: 'x', '_email.from': 'x' },
      {
        _cc: 'not_honoured',
        _webhook: 'not_honoured',
        _autoresponse: 'not_honoured',
        '_email.from': 'not_honoured',
      },
    ],
    [
      { from_name: 'x', _whatever: 'x' },
      { from_name: 'shown', _whatever: 'shown' },
    ],
  ];
  for (const [input, expected] of cases) {
    it(`the effect of the fields ${JSON.stringify(input)}`, () => {
      const effects = effectsOf(input);
      const found = Object.keys(expected).map((name) => [name, effects.get(name)?.effect]);
      assert.deepEqual(Object.fromEntries(found), expected);
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
    const { dryRun } = parseSubmission(
      new Map([
        ['_dry_run', ['1']],
        ['a\r\nb\u202e', ['secret-value']],
        ['', ['secret-value']],
        ['_cc', ['secret-value']],
      ]),
    );
    assert.ok(!JSON.stringify(dryRun).includes('secret-value'));
    assert.deepEqual(
      dryRun?.map(({ name }) => name),
      ['_dry_run', 'a b', '(no name)', '_cc'],
    );
  });

  it('fields are described only for a dry run', () => {
    for (const word of ['false', '0', 'No', ' off ', '']) {
      const submission = parseSubmission(
        new Map([
          ['_dry_run', [word]],
          ['message', ['m']],
        ]),
      );
      assert.ok(!('dryRun' in submission), word);
      assert.deepEqual(Array.from(submission.fields.keys()), ['message']);
    }
  });
});

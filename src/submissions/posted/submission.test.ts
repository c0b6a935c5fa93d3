import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldsOf } from '../../../test/support/fields-of.ts';
import { parseSubmission } from './submission.ts';

it('a submission keeps fields in their order, with every value as it was sent', () => {
  const fields = fieldsOf({ b: ['2', ' 1 '], _subject: 'Hello', a: 'x\r\ny' });
  fields.set('__proto__', ['p']);
  const submission = parseSubmission(fields);
  assert.deepEqual(Array.from(submission.fields), [
    ['b', ['2', ' 1 ']],
    ['a', ['x\r\ny']],
    ['__proto__', ['p']],
  ]);
  assert.equal(submission.subject, 'Hello');
});

it('a submission does not change the fields it is parsed from', () => {
  const fields = fieldsOf({ _subject: 'Hello', a: 'x' });
  parseSubmission(fields);
  assert.deepEqual(Array.from(fields.keys()), ['_subject', 'a']);
});

it('a submission without reserved fields asks for nothing', () => {
  assert.deepEqual(parseSubmission(new Map([['a', ['x']]])), {
    given: new Map([['a', ['x']]]),
    fields: new Map([['a', ['x']]]),
    attachJson: false,
    trapped: false,
    replyTo: undefined,
  });
});

it('a submission can use every reserved field at once', () => {
  const reserved = { _subject: 'S', _format: 'json', _redirect: 'https://example.com/' };
  const more = { _test: 'echo me', _gotcha: 'filled', email: 'jo@example.com', message: 'x' };
  const submission = parseSubmission(fieldsOf({ ...reserved, ...more }));
  assert.deepEqual(Array.from(submission.fields.keys()), ['email', 'message']);
  const { subject, attachJson, redirect, test, trapped, replyTo } = submission;
  assert.deepEqual(
    { subject, attachJson, redirect: String(redirect), test, trapped, replyTo },
    {
      subject: 'S',
      attachJson: true,
      redirect: 'https://example.com/',
      test: { echo: 'echo me' },
      trapped: true,
      replyTo: 'jo@example.com',
    },
  );
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mailSubjectOf } from './mail-content.ts';
import { parseSubmission } from './submission.ts';

const ROUTE = { alias: 'Contact' };

const subjectOf = (fields: Record<string, string>) =>
  mailSubjectOf(
    ROUTE,
    parseSubmission(new Map(Object.entries(fields).map(([name, value]) => [name, [value]]))),
  );

describe("the subject of a submission's mail", () => {
  it('the subject of a mail is what the form sets, word for word', () => {
    for (const subject of ['Hello', 'A new form is needed', 'Please confirm: 80 % of the limit']) {
      assert.equal(subjectOf({ _subject: subject, a: 'b' }), subject);
      assert.equal(subjectOf({ subject, a: 'b' }), subject);
    }
  });

  it('the subject of a mail is introduced as a submission when it looks like a notice', () => {
    for (const subject of [
      'A new form delivers to this inbox',
      'Confirm this inbox for a new form',
      'The monthly limit of your forms is reached',
      '80 % of the monthly limit of your forms is used',
      'c\u043enfirm this inbox',
    ]) {
      assert.equal(subjectOf({ _subject: subject, a: 'b' }), `New submission: ${subject}`);
      assert.equal(subjectOf({ subject, _test: '1' }), `[Test] New submission: ${subject}`);
    }
  });

  it('the subject of a mail keeps its length limit when it is introduced', () => {
    const long = subjectOf({ subject: `Confirm this inbox ${'x'.repeat(300)}`, _test: '1' });
    assert.ok(long.startsWith('[Test] New submission: Confirm'));
    assert.equal(long.length, 200);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormId } from '../../contract/names.ts';
import { Earlier } from './earlier.ts';
import { parseSubmission } from '../posted/submission.ts';
import { fieldsOf } from '../../../test/support/fields-of.ts';

const FORM = 'cfm_AAAAAAAAAAAAAAAA';
const MINUTE = 60_000;

const submission = (message: string, subject = '') =>
  parseSubmission(fieldsOf({ message, _subject: subject }));

const MESSAGE =
  'We place your website on the first page of every search engine within thirty days.';

function startEarlier() {
  let time = 1_800_000_000_000;
  const earlier = new Earlier(() => time);
  const note = (message = 'm', form = FORM, subject = '') =>
    earlier.note({ formId: form as FormId, settings: {} }, submission(message, subject));
  return {
    wait: (milliseconds: number) => void (time += milliseconds),
    note,
    noteFields: (form: string, fields: Record<string, string>) =>
      earlier.note({ formId: form as FormId, settings: {} }, parseSubmission(fieldsOf(fields))),
    send(times: number, message = 'm', form = FORM) {
      const notes = Array.from({ length: times }, () => note(message, form));
      return notes.map(({ isRepeated }) => isRepeated);
    },
  };
}

describe('a repeat', () => {
  it('the fourth identical submission is a repeat, and so is each later one', () => {
    assert.deepEqual(startEarlier().send(6), [false, false, false, true, true, true]);
  });

  it('a submission to another form, with another text or subject is not a repeat', () => {
    const { send, note } = startEarlier();
    send(3);
    assert.equal(note('m', 'cfm_BBBBBBBBBBBBBBBB').isRepeated, false);
    assert.equal(note('n').isRepeated, false);
    assert.equal(note('m', FORM, 'S').isRepeated, false);
    assert.equal(note().isRepeated, true);
  });

  it('the same words with another file are not a repeat, with the same file they are', () => {
    const earlier = new Earlier(() => 1_800_000_000_000);
    const noteFile = (sha256: string) =>
      earlier.note(
        { formId: FORM as FormId, settings: {} },
        { fields: new Map([['name', ['Ann']]]), files: [{ sha256 }] },
      );
    const files = ['a', 'b', 'c', 'd', 'd', 'd', 'd'];
    const marks = files.map((sha256) => noteFile(sha256).isRepeated);
    assert.deepEqual(marks, [false, false, false, false, false, false, true]);
  });

  it('a repeat counts the submissions of the last ten minutes', () => {
    const { send, wait } = startEarlier();
    send(1);
    wait(10 * MINUTE - 1);
    send(2);
    assert.deepEqual(send(1), [true]);
    wait(1);
    assert.deepEqual(send(1), [true], 'the three before it are young');
    wait(10 * MINUTE);
    assert.deepEqual(send(3), [false, false, false]);
  });

  it('a retry after failed submissions is not a repeat', () => {
    const { note, send } = startEarlier();
    for (let count = 0; count < 5; count += 1) note().forget();
    assert.deepEqual(send(4), [false, false, false, true]);
  });

  it('repeats forget the oldest submissions beyond the limit', () => {
    const { send } = startEarlier();
    send(3, 'first');
    for (let count = 0; count < 10_000; count += 1) send(1, `other ${count}`);
    assert.deepEqual(send(1, 'first'), [false]);
    assert.deepEqual(send(4, 'other 9999'), [false, false, true, true]);
  });
});

describe('the same text on many forms', () => {
  it('the same text at a fourth form is on many forms, and so at each later one', () => {
    const { note } = startEarlier();
    const found = ['A', 'B', 'C', 'D', 'E'].map((form) => note(MESSAGE, form).isOnManyForms);
    assert.deepEqual(found, [false, false, false, true, true]);
    assert.equal(note(MESSAGE, 'A').isOnManyForms, true, 'a form where it was before');
  });

  it('the same text many times at three forms is not on many forms', () => {
    const { note } = startEarlier();
    for (let count = 0; count < 9; count += 1) {
      for (const form of ['A', 'B', 'C']) {
        assert.equal(note(MESSAGE, form).isOnManyForms, false);
      }
    }
  });

  it('names, numbers, addresses and capitals do not make another text', () => {
    const { noteFields } = startEarlier();
    const send = (form: string, name: string, message: string) =>
      noteFields(form, { name, message }).isOnManyForms;
    send('A', 'Ann', `${MESSAGE} See https://a.example, offer 17`);
    send('B', 'Bob', `${MESSAGE.toUpperCase()}\nSee www.b.example, offer 18`);
    send('C', 'Cem', `${MESSAGE}  see me@c.example, offer 19`);
    assert.equal(send('D', 'Dan', `${MESSAGE} Read d.example, offer 20`), false, 'other words');
    assert.equal(send('F', 'Fay', `${MESSAGE} see https://f.example, offer 20`), true);
  });

  it('short texts, and sentences next to a checkbox, may be the same on many forms', () => {
    const { noteFields } = startEarlier();
    const consent =
      'I agree that my data are stored and used to answer my request, as the page says.';
    for (const form of ['A', 'B', 'C', 'D', 'E']) {
      const { isOnManyForms } = noteFields(form, { message: 'Please call me', consent });
      assert.equal(isOnManyForms, false);
    }
  });

  it('after an hour, and after failures, a text is not on many forms', () => {
    const { note, wait } = startEarlier();
    for (const form of ['A', 'B', 'C']) note(MESSAGE, form);
    wait(60 * MINUTE);
    assert.equal(note(MESSAGE, 'D').isOnManyForms, false);
    for (const form of ['E', 'F', 'G']) note(MESSAGE, form).forget();
    assert.equal(note(MESSAGE, 'H').isOnManyForms, false);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRepeats } from './repeats.ts';
import { parseSubmission } from '../submissions/submission.ts';

const FORM = 'cfm_AAAAAAAAAAAAAAAA';
const MINUTE = 60_000;

const submission = (message: string, subject = '') =>
  parseSubmission(
    new Map([
      ['message', [message]],
      ['_subject', [subject]],
    ]),
  );

function startRepeats() {
  let time = 1_800_000_000_000;
  const repeats = createRepeats(() => time);
  return {
    wait: (milliseconds: number) => void (time += milliseconds),
    note: (message = 'm', form = FORM, subject = '') =>
      repeats.note(form, submission(message, subject)),
    send(times: number, message = 'm', form = FORM) {
      const notes = Array.from({ length: times }, () =>
        repeats.note(form, submission(message, '')),
      );
      return notes.map(({ repeated }) => repeated);
    },
  };
}

describe('a repeat', () => {
  it('the fourth identical submission is a repeat, and so is each later one', () => {
    assert.deepEqual(startRepeats().send(6), [false, false, false, true, true, true]);
  });

  it('a submission to another form, with another text or subject is not a repeat', () => {
    const { send, note } = startRepeats();
    send(3);
    assert.equal(note('m', 'cfm_BBBBBBBBBBBBBBBB').repeated, false);
    assert.equal(note('n').repeated, false);
    assert.equal(note('m', FORM, 'S').repeated, false);
    assert.equal(note().repeated, true);
  });

  it('a repeat counts the submissions of the last ten minutes', () => {
    const { send, wait } = startRepeats();
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
    const { note, send } = startRepeats();
    for (let count = 0; count < 5; count += 1) note().forget();
    assert.deepEqual(send(4), [false, false, false, true]);
  });

  it('repeats forget the oldest submissions beyond the limit', () => {
    const { send } = startRepeats();
    send(3, 'first');
    for (let count = 0; count < 10_000; count += 1) send(1, `other ${count}`);
    assert.deepEqual(send(1, 'first'), [false]);
    assert.deepEqual(send(4, 'other 9999'), [false, false, true, true]);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findSilence } from './index.ts';

const TODAY = 20_000;

/** The days from `from` to `to` days ago on which `delivers` says so, with Monday as 0. */
function daysAgo(from: number, to: number, delivers: (weekday: number) => boolean = () => true) {
  const days = Array.from({ length: from - to + 1 }, (_, at) => TODAY - from + at);
  return days.filter((day) => delivers((day + 3) % 7));
}

const onWeekdays = (weekday: number) => weekday < 5;

it('a form that delivered every day is silent after a week', () => {
  assert.equal(findSilence(daysAgo(34, 7), TODAY), undefined, 'six whole days');
  const expected = { last: TODAY - 8, silent: 7, active: 27, of: 27 };
  assert.deepEqual(findSilence(daysAgo(34, 8), TODAY), expected);
  assert.equal(findSilence(daysAgo(34, 15), TODAY)?.silent, 14);
  assert.equal(findSilence(daysAgo(34, 16), TODAY), undefined, 'too few days before it are left');
});

it('weekends and a free Monday are no silence, a week without weekdays is one', () => {
  for (let ago = 0; ago < 11; ago += 1) {
    const silence = findSilence(daysAgo(34, ago, onWeekdays), TODAY);
    assert.equal(silence !== undefined, (silence?.silent ?? 0) >= 7);
    if (ago < 5) assert.equal(silence, undefined, `${ago} days`);
  }
  assert.ok(findSilence(daysAgo(34, 10, onWeekdays), TODAY));
});

it('the fewer days brought something, the longer the silence must be', () => {
  const threeAWeek = (weekday: number) => weekday === 0 || weekday === 2 || weekday === 4;
  const found = Array.from({ length: 9 }, (_, at) => at + 7).map(
    (ago) => findSilence(daysAgo(34, ago + 1, threeAWeek), TODAY)?.silent,
  );
  const told = found.filter((silent) => silent !== undefined);
  assert.ok(told.length > 0 && told.every((silent) => silent >= 11), String(told));
  const onMondays = (weekday: number) => weekday === 0;
  for (let ago = 8; ago < 16; ago += 1) {
    assert.equal(findSilence(daysAgo(34, ago, onMondays), TODAY), undefined, `${ago} days`);
  }
});

it('a campaign of two weeks that ended is no silence, nor is a new form', () => {
  assert.equal(findSilence(daysAgo(21, 8), TODAY), undefined);
  assert.equal(findSilence(daysAgo(12, 8), TODAY), undefined);
  assert.equal(findSilence(daysAgo(28, 15), TODAY), undefined, 'nothing in the week before');
  assert.equal(findSilence([], TODAY), undefined);
});

it('a delivery of today, and counts that are too old, end it', () => {
  assert.equal(findSilence([...daysAgo(34, 8), TODAY], TODAY), undefined);
  const withOlder = [...daysAgo(60, 35), ...daysAgo(34, 8)];
  assert.equal(findSilence(withOlder, TODAY)?.active, 27);
});

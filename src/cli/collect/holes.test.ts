import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findMissing, type NumberedMail } from './holes.ts';

const NOW = Date.UTC(2026, 10, 26, 12);

/** Mails as `day number`, all of November 2026 unless they say another month. */
const mailsOf = (...written: string[]): NumberedMail[] =>
  written.map((text) => {
    const [day = '', number = '', month = '2026-11'] = text.split(' ');
    return { month, number: Number(number), date: `${month}-${day}` };
  });

const countsOf = (days: Record<string, [delivered: number, failed: number]>) =>
  Object.entries(days).map(([day, [delivered, failed]]) => ({
    date: day.length > 2 ? day : `2026-11-${day}`,
    delivered,
    failed,
  }));

interface Told {
  numbers: NumberedMail[];
  counts?: ReturnType<typeof countsOf>;
  since?: string;
  /** Deliveries whose mail has no number, or a number that contradicts another. */
  more?: string[];
}

/** The report in short: each hole as `from-to cause`, each day as `day missing uncounted`. */
function tell({ numbers, counts, since, more = [] }: Told) {
  const mails = new Map<string, number>();
  for (const date of [...numbers.map((mail) => mail.date), ...more])
    mails.set(date, (mails.get(date) ?? 0) + 1);
  const { holes, days } = findMissing({ numbers, mails, counts, since, now: NOW });
  return [
    ...holes.map(({ from, to, cause }) => `${from}-${to} ${cause}`),
    ...days.map(({ date, missing, uncounted }) => `${date.slice(8)} ${missing} ${uncounted}`),
  ];
}

describe('holes in the numbers of mails', () => {
  const numbers = mailsOf('02 1', '02 2', '03 5', '04 6');

  it('a hole is explained if its days have as many mails as were delivered', () => {
    const counts = countsOf({ '02': [2, 1], '03': [1, 0], '04': [1, 0] });
    assert.deepEqual(tell({ numbers, counts }), ['3-4 explained']);
  });

  it('a mail that was delivered and is not there is missing on its day, whether numbers failed next to it or not', () => {
    const counts = countsOf({ '02': [2, 0], '03': [2, 1], '04': [1, 0] });
    assert.deepEqual(tell({ numbers, counts }), ['3-4 delivered', '03 1 0']);
  });

  it('a mail behind the last number is missing without a hole', () => {
    const counts = countsOf({ '02': [2, 0], '03': [1, 2], '04': [1, 0], '05': [3, 0] });
    assert.deepEqual(tell({ numbers, counts }), ['3-4 explained', '05 3 0']);
  });

  it('without counts, or before them, a hole is unknown', () => {
    assert.deepEqual(tell({ numbers }), ['3-4 unknown']);
    const old = mailsOf('01 1 2026-10', '03 3 2026-10', '30 5 2026-10');
    assert.deepEqual(tell({ numbers: old, counts: countsOf({ '2026-10-30': [1, 1] }) }), [
      '2-2 unknown',
      '4-4 unknown',
    ]);
  });

  it('a month begins at 1 on its first day, the first month with its first number, and with --since there', () => {
    const both = mailsOf('30 1 2026-10', '05 3');
    const counts = countsOf({
      '2026-10-29': [9, 0],
      '2026-10-30': [1, 0],
      '02': [1, 0],
      '05': [1, 0],
    });
    assert.deepEqual(tell({ numbers: both, counts }), ['1-2 delivered', '02 1 0']);
    const late = mailsOf('05 3', '06 5');
    const cut = countsOf({ '02': [2, 0], '05': [1, 0], '06': [1, 1] });
    assert.deepEqual(tell({ numbers: late, counts: cut }), [
      '1-2 delivered',
      '4-4 explained',
      '02 2 0',
    ]);
    assert.deepEqual(tell({ numbers: late, counts: cut, since: '2026-11-05' }), ['4-4 explained']);
  });

  it('a mail of today may be on its way, but not if more numbers are missing than failed', () => {
    const today = mailsOf('26 1', '26 3');
    assert.deepEqual(tell({ numbers: today, counts: countsOf({ 26: [4, 1] }) }), ['2-2 explained']);
    assert.deepEqual(tell({ numbers: today, counts: countsOf({ 26: [4, 0] }) }), [
      '2-2 delivered',
      '26 1 0',
    ]);
  });

  it('a number that is forged hides a hole, but not that the day has a mail less', () => {
    const forged = mailsOf('02 1', '02 2', '03 3');
    const counts = countsOf({ '02': [3, 0], '03': [1, 0] });
    assert.deepEqual(tell({ numbers: forged, counts }), ['02 1 0']);
  });

  it('mails that were not counted are named where a hole could hide a loss', () => {
    const counts = countsOf({ '02': [1, 0], '03': [1, 0], '04': [0, 0] });
    assert.deepEqual(tell({ numbers, counts }), ['3-4 explained', '02 0 1']);
  });

  it('mails without numbers are compared by day, from the first one on', () => {
    const more = ['2026-11-10', '2026-11-12'];
    const counts = countsOf({ '09': [3, 0], 10: [1, 0], 12: [2, 0] });
    assert.deepEqual(tell({ numbers: [], counts, more }), ['12 1 0']);
  });
});

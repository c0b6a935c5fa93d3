import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Measurement } from '../../bench/measure.ts';
import { ratiosBetween, summarize, summaryTable } from '../../bench/summary.ts';

const measurement = (server: string, round: number, perSecond: number): Measurement => ({
  workload: '64 connections',
  server,
  round,
  perSecond,
  p50: 1,
  p99: 500 - perSecond,
  processorMs: 100 / perSecond,
  longest: 500,
  stalls: undefined,
  sent: 10,
  accepted: 10,
  lost: 0,
  duplicated: 0,
  statuses: { 200: 10 },
  residentMiB: { before: 100, max: 100 + round },
  cores: { server: 1, load: 0.2, sink: 0.1, others: 0 },
});

const ALL = [
  measurement('baseline', 0, 100),
  measurement('letterslot', 0, 200),
  measurement('letterslot', 1, 300),
  measurement('baseline', 1, 200),
];

describe('the summary of the benchmark', () => {
  it('the benchmark compares servers within each round', () => {
    assert.deepEqual(ratiosBetween(ALL, 'letterslot', 'baseline'), [2, 1.5]);
    assert.deepEqual(ratiosBetween(ALL, 'letterslot', 'baseline', 'p99'), [300 / 400, 200 / 300]);
    assert.deepEqual(ratiosBetween(ALL, 'letterslot', 'baseline', 'processorMs'), [
      0.5 / 1,
      100 / 300 / 0.5,
    ]);
    assert.deepEqual(ratiosBetween(ALL, 'baseline', 'baseline'), []);
    assert.deepEqual(ratiosBetween(ALL, 'letterslot', 'before'), []);
  });

  it('the benchmark compares with the bound of a load where it has one', () => {
    const [, own] = summarize(ALL, 400);
    assert.deepEqual(own?.ratio, { min: 0.5, median: 0.75, max: 0.75 });
  });

  it('the benchmark prints no column without a figure', () => {
    const table = summaryTable(summarize(ALL));
    const [head = ''] = table.split('\n');
    assert.ok(head.includes('| p99 to baseline |'));
    assert.ok(!head.includes('to before') && !head.includes('stall'));
    assert.match(table, /\| letterslot \| 300 \| 2 \(1\.5–2\) \|.*\| 100\/101 \|/);
  });
});

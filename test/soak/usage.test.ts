import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findLeaks, type Sample } from './usage.ts';

/** Samples of ten minutes, one each five seconds. */
const samplesOf = (usage: (minute: number, turn: number) => Omit<Sample, 'at'>): Sample[] =>
  Array.from({ length: 120 }, (_, turn) => ({ at: turn * 5_000, ...usage(turn / 12, turn) }));

describe('what a soak reports', () => {
  it('a soak reports nothing where memory and descriptors go up and down', () => {
    const samples = samplesOf((_, turn) => ({
      residentMiB: 100 + (turn % 7) * 3,
      descriptors: 40 + (turn % 5) * 8,
    }));
    assert.deepEqual(findLeaks(samples), []);
  });

  it('a soak reports memory that grows by three MiB a minute', () => {
    const samples = samplesOf((minute, turn) => ({
      residentMiB: 100 + minute * 3 + (turn % 7),
      descriptors: 40,
    }));
    assert.match(findLeaks(samples).join(), /^the memory grows by (2\.9|3\.0)\d MiB a minute$/);
  });

  it('a soak reports descriptors that are not closed', () => {
    const samples = samplesOf((minute, turn) => ({
      residentMiB: 100,
      descriptors: 40 + Math.floor(minute * 3) + (turn % 5) * 8,
    }));
    assert.match(findLeaks(samples).join(), /^40 descriptors at the beginning are 6\d at the end$/);
  });

  it('a soak reports a run that could not be watched', () => {
    assert.deepEqual(findLeaks([]), ['no sample was taken']);
  });
});

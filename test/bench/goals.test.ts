import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goalTable, type Figures } from '../../bench/goals.ts';

const lineOf = (figures: Figures, what: string) =>
  goalTable(figures)
    .split('\n')
    .find((line) => line.startsWith(`| ${what} |`));

describe('the goals of the benchmark', () => {
  it('a goal for a median is reached although one round misses it', () => {
    const line = lineOf({ polls: [1.7, 1.9, 2] }, 'polls, to those before');
    assert.equal(line, '| polls, to those before | ≥ 1.8 × | 1.9 (1.7–2) | reached |');
  });

  it('a goal for a maximum is missed with one round', () => {
    const line = lineOf({ pacedStall: [12, 51, 9] }, 'stall at half of the most');
    assert.equal(line, '| stall at half of the most | ≤ 50 ms | 51 (9–51) | not reached |');
  });

  it('a goal that was not measured names the options that measure it', () => {
    const line = lineOf({ peer: [] }, "submissions, to a peer's");
    assert.match(line ?? '', /\| not measured: --peer \|$/);
  });

  it('a goal is not reached when a round has no figure', () => {
    const line = lineOf({ listingStall: [3, NaN] }, 'stall for others during such a list');
    assert.match(line ?? '', /\| not reached \|$/);
  });
});

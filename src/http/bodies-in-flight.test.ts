import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../contract/limits.ts';
import { BodiesInFlight } from './bodies-in-flight.ts';

const MIB = 1_048_576;
const HUGE_HEAP = 64 * 1024 * MIB;

/** How many bodies of one size there is room for. */
function countTaken(bodies: BodiesInFlight, size: number): number {
  let count = 0;
  while (bodies.take(0, size)) count += 1;
  return count;
}

describe('the bodies in flight', () => {
  it('are at most 32 MiB together, of which a quarter is for small ones', () => {
    const bodies = new BodiesInFlight(100_000, HUGE_HEAP);
    assert.equal(countTaken(bodies, MIB), 24);
    assert.equal(countTaken(bodies, LIMITS.smallBodyBytes), (8 * MIB) / LIMITS.smallBodyBytes);
    assert.equal(bodies.take(0, 1), false);
  });

  it('are fewer where the heap is small', () => {
    const bodies = new BodiesInFlight(100_000, 96 * MIB);
    assert.equal(countTaken(bodies, 100_000), 15);
  });

  it('are two of the largest at least', () => {
    const bodies = new BodiesInFlight(10 * MIB, 96 * MIB);
    assert.equal(countTaken(bodies, 10 * MIB), 2);
  });

  it('stop being small as they grow', () => {
    const bodies = new BodiesInFlight(100_000, HUGE_HEAP);
    countTaken(bodies, MIB);
    assert.equal(bodies.take(0, LIMITS.smallBodyBytes), true);
    assert.equal(bodies.take(LIMITS.smallBodyBytes, 1), false);
  });

  it('make room when they are given back', () => {
    const bodies = new BodiesInFlight(100_000, HUGE_HEAP);
    countTaken(bodies, MIB);
    bodies.giveBack(MIB);
    assert.equal(countTaken(bodies, MIB), 1);
  });
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LIMITS } from '../../contract/limits.ts';
import { BodiesInFlight } from './bodies-in-flight.ts';

const MIB = 1_048_576;
const HUGE_HEAP = 64 * 1024 * MIB;

/** How many bodies of one size fit. */
function countTaken(bodies: BodiesInFlight, size: number, caller?: string): number {
  let count = 0;
  while (bodies.take(0, size, caller)) count += 1;
  return count;
}

it('bodies in flight take at most 32 MiB, a quarter of which is reserved for small ones', () => {
  const bodies = new BodiesInFlight(100_000, HUGE_HEAP);
  assert.equal(countTaken(bodies, MIB), 24);
  assert.equal(countTaken(bodies, LIMITS.smallBodyBytes), (8 * MIB) / LIMITS.smallBodyBytes);
  assert.equal(bodies.take(0, 1), false);
});

it('bodies in flight are fewer when the heap is small', () => {
  const bodies = new BodiesInFlight(100_000, 96 * MIB);
  assert.equal(countTaken(bodies, 100_000), 15);
});

it('two of the largest bodies always fit', () => {
  const bodies = new BodiesInFlight(10 * MIB, 96 * MIB);
  assert.equal(countTaken(bodies, 10 * MIB), 2);
});

it('a body that grows stops being small', () => {
  const bodies = new BodiesInFlight(100_000, HUGE_HEAP);
  countTaken(bodies, MIB);
  assert.equal(bodies.take(0, LIMITS.smallBodyBytes), true);
  assert.equal(bodies.take(LIMITS.smallBodyBytes, 1), false);
});

it('bodies make room when they are released', () => {
  const bodies = new BodiesInFlight(100_000, HUGE_HEAP);
  countTaken(bodies, MIB);
  bodies.giveBack(MIB);
  assert.equal(countTaken(bodies, MIB), 1);
});

it('unfinished uploads take at most a quarter of the room per caller, and three quarters in total', () => {
  const bodies = new BodiesInFlight(100_000, HUGE_HEAP);
  for (const caller of ['a', 'b', 'c']) assert.equal(countTaken(bodies, MIB, caller), 8);
  assert.equal(bodies.take(0, 1, 'd'), false);
  assert.equal(bodies.take(0, LIMITS.smallBodyBytes), true, 'a small one that came at once');
});

it('each caller can upload one of the largest bodies', () => {
  const bodies = new BodiesInFlight(10 * MIB, 96 * MIB);
  assert.deepEqual(
    ['a', 'a', 'b'].map((caller) => bodies.take(0, 10 * MIB, caller)),
    [true, false, true],
  );
});

it('a complete upload no longer counts against its caller', () => {
  const bodies = new BodiesInFlight(100_000, HUGE_HEAP);
  countTaken(bodies, MIB, 'a');
  bodies.endUpload('a', MIB);
  assert.equal(countTaken(bodies, MIB, 'a'), 1);
  assert.equal(bodies.held, 9 * MIB);
});

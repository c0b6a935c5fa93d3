import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomOctets } from './random-octets.ts';

describe('randomOctets', () => {
  it('gives as many octets as asked for, across the end of its pool', () => {
    const counts = Array.from({ length: 1_000 }, (_, at) => 8 + (at % 57));
    for (const count of counts) assert.equal(randomOctets(count).length, count);
    assert.equal(randomOctets(2_048).length, 2_048);
    assert.throws(() => randomOctets(2_049), RangeError);
  });

  it('gives no eight octets twice', () => {
    const seen = new Set<string>();
    const pieces = Array.from({ length: 5_000 }, () => randomOctets(16).toString('hex'));
    for (const piece of pieces) {
      seen.add(piece.slice(0, 16));
      seen.add(piece.slice(16));
    }
    assert.equal(seen.size, 2 * pieces.length);
  });

  it('never changes octets that it has given out', () => {
    const first = randomOctets(16);
    const copy = Buffer.from(first);
    for (let count = 0; count < 1_000; count += 1) randomOctets(16);
    assert.deepEqual(first, copy);
  });

  it('gives every value of an octet about equally often', () => {
    const counts = Array.from({ length: 256 }, () => 0);
    for (let count = 0; count < 10_000; count += 1) {
      for (const octet of randomOctets(32)) counts[octet] = (counts[octet] ?? 0) + 1;
    }
    // 1,250 of each are expected; ten standard deviations are 354.
    assert.ok(counts.every((count) => Math.abs(count - 1_250) < 354));
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyedHash } from '../platform/secrets/keyed-hash.ts';
import { createLocalRateLimiter, RateCounts } from './rate-limit.ts';
import { newKeyring } from '../../test/support/keys.ts';

const keyring = newKeyring();

describe('rates counted in memory', () => {
  const [first, second] = ['a', 'b'].map((key) => keyedHash(keyring, 'rate-limit', key));
  assert.ok(first && second);

  it('rates counted in memory take a late process into its own window', () => {
    const counts = new RateCounts();
    assert.deepEqual(counts.take([first], 60), [1]);
    assert.deepEqual(counts.take([first], 120), [1]);
    assert.deepEqual(counts.take([first], 60), [2]);
    assert.deepEqual(counts.take([first], 120), [2]);
  });

  it('rates counted in memory forget a window that has long ended', () => {
    const counts = new RateCounts();
    counts.take([first], 60);
    counts.take([first], 180);
    assert.deepEqual(counts.take([first], 60), [1]);
  });

  it('rates counted in memory refuse new subjects when a window is full', () => {
    const counts = new RateCounts(1);
    assert.deepEqual(counts.take([first], 60), [1]);
    assert.deepEqual(counts.take([second, first], 60), [Number.MAX_SAFE_INTEGER, 2]);
  });
});

describe('a local rate limiter', () => {
  it('a full local rate limiter refuses new keys until the minute ends, and counts the known ones', () => {
    const { take } = createLocalRateLimiter(() => 15_000, 2);
    const refusal = { code: 'rate_limited', details: { retry_after_seconds: 45 } };
    take({ key: 'a', limit: 3 }, { key: 'form', limit: 9 });
    assert.throws(() => take({ key: 'b', limit: 3 }), refusal);
    take({ key: 'a', limit: 3 }, { key: 'form', limit: 9 });
    take({ key: 'b', limit: 0 });
  });

  it('a local rate limiter counts what was done beyond its limit, and says when it is full', () => {
    const limiter = createLocalRateLimiter(() => 0, 1);
    const hit = { key: 'a', limit: 3 };
    assert.ok(limiter.isLeft(hit));
    limiter.count(hit);
    limiter.count(hit, 9);
    assert.ok(!limiter.isLeft(hit));
    assert.ok(limiter.isLeft({ key: 'a', limit: 11 }), 'ten were counted');
    assert.ok(!limiter.isLeft({ key: 'b', limit: 3 }), 'there is no room for another key');
    limiter.count({ key: 'c', limit: 0 });
    assert.ok(limiter.isLeft({ key: 'c', limit: 0 }), 'a limit that is off');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../contract/service-error.ts';
import { createRateLimiter, type Hit } from './rate-limit.ts';

const MINUTE = 60_000;

function startLimiter(start = 0) {
  const clock = { now: start };
  const limiter = createRateLimiter(() => clock.now);
  /** Seconds to wait, or 0 when the hits are allowed. */
  const take = (...hits: Hit[]): number => {
    try {
      limiter.take(...hits);
      return 0;
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === 'rate_limited');
      return (error.details as { retry_after_seconds: number }).retry_after_seconds;
    }
  };
  return { clock, take };
}

const times = (count: number, run: () => number) => Array.from({ length: count }, run);

describe('a rate limiter', () => {
  it('allows exactly the limit in a minute', () => {
    const { take } = startLimiter();
    assert.deepEqual(
      times(5, () => take({ key: 'a', limit: 3 })),
      [0, 0, 0, 60, 60],
    );
  });

  it('counts each key on its own', () => {
    const { take } = startLimiter();
    assert.deepEqual(
      times(2, () => take({ key: 'a', limit: 1 })),
      [0, 60],
    );
    assert.equal(take({ key: 'b', limit: 1 }), 0);
  });

  it('tells the seconds until the next minute, never 0', () => {
    const { clock, take } = startLimiter(10 * MINUTE);
    take({ key: 'a', limit: 1 });
    for (const [passed, wait] of [
      [0, 60],
      [999, 60],
      [1_000, 59],
      [30_500, 30],
      [59_999, 1],
    ] as const) {
      clock.now = 10 * MINUTE + passed;
      assert.equal(take({ key: 'a', limit: 1 }), wait);
    }
  });

  it('starts anew with the next minute', () => {
    const { clock, take } = startLimiter(MINUTE - 1);
    assert.deepEqual(
      times(2, () => take({ key: 'a', limit: 1 })),
      [0, 1],
    );
    clock.now = MINUTE;
    assert.equal(take({ key: 'a', limit: 1 }), 0);
  });

  it('goes on after a clock that was set back', () => {
    const { clock, take } = startLimiter(10 * MINUTE);
    take({ key: 'a', limit: 1 });
    clock.now = 5 * MINUTE;
    assert.deepEqual(
      times(2, () => take({ key: 'a', limit: 1 })),
      [0, 60],
    );
  });

  it('refuses when any of several limits is reached', () => {
    const { take } = startLimiter();
    const hits = [
      { key: 'form', limit: 3 },
      { key: 'client', limit: 1 },
    ];
    assert.equal(take(...hits), 0);
    assert.equal(take(...hits), 60);
    assert.equal(take({ key: 'client 2', limit: 1 }, { key: 'form', limit: 3 }), 0);
    assert.equal(take({ key: 'form', limit: 3 }), 60, 'refused hits count as well');
  });

  it('is off at 0, and its key is then not counted', () => {
    const { take } = startLimiter();
    assert.ok(times(1_000, () => take({ key: 'a', limit: 0 })).every((wait) => wait === 0));
    assert.deepEqual(
      times(2, () => take({ key: 'a', limit: 1 })),
      [0, 60],
    );
  });

  it('keeps no state between two limiters', () => {
    assert.equal(startLimiter().take({ key: 'a', limit: 1 }), 0);
    assert.equal(startLimiter().take({ key: 'a', limit: 1 }), 0);
  });
});

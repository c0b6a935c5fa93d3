import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../contract/service-error.ts';
import {
  LocalRateLimiter,
  SharedRateLimiter,
  type Hit,
  type PeekableRateLimiter,
} from './rate-limit.ts';
import type { RateStore } from '../platform/stores/counter-tables.ts';
import { newKeyring } from '../../test/support/keys.ts';

const MINUTE = 60_000;
const OFF: Hit = { key: 'off', limit: 0 };

/** Counts like a store, and records how often it was asked. */
function createRates(): RateStore & { asked: number } {
  const counts = new Map<string, number>();
  const rates = {
    asked: 0,
    async take(subjects: readonly (string | undefined)[], endsAt: number) {
      rates.asked += 1;
      return subjects.map((subject) => {
        const key = `${subject} ${endsAt}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return counts.get(key) ?? 0;
      });
    },
    removeEndedBefore: () => Promise.resolve(),
  };
  return rates;
}

const keyring = newKeyring();

type MakeLimiter = (now: () => number, maxKeys?: number) => PeekableRateLimiter;

const LIMITERS: Record<string, MakeLimiter> = {
  local: (now, maxKeys) => new LocalRateLimiter(now, maxKeys),
  shared: (now, maxKeys = 500_000) => new SharedRateLimiter(createRates(), keyring, now, maxKeys),
};

function startLimiter(make: MakeLimiter, start = 0, maxKeys?: number) {
  const clock = { now: start };
  const limiter = make(() => clock.now, maxKeys);
  /** Seconds to wait, or 0 when the hits are allowed. */
  const take = async (first: Hit, second = OFF): Promise<number> => {
    try {
      await limiter.take(first, second);
      return 0;
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === 'rate_limited');
      return (error.details as { retry_after_seconds: number }).retry_after_seconds;
    }
  };
  const isUsedUp = (hit: Hit, underWay?: number): boolean => {
    const isLeft = limiter.isLeft(hit, underWay);
    try {
      limiter.expectLeft(hit, underWay);
      assert.ok(isLeft);
      return false;
    } catch (error) {
      assert.ok(error instanceof ServiceError && error.code === 'rate_limited' && !isLeft);
      return true;
    }
  };
  return { clock, take, isUsedUp };
}

async function times(count: number, run: () => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (let time = 0; time < count; time += 1) results.push(await run());
  return results;
}

for (const [name, make] of Object.entries(LIMITERS))
  describe(`a ${name} rate limiter`, () => {
    it('a rate limiter allows exactly the limit in a minute', async () => {
      const { take } = startLimiter(make);
      assert.deepEqual(await times(5, () => take({ key: 'a', limit: 3 })), [0, 0, 0, 60, 60]);
    });

    it('a rate limiter counts each key separately', async () => {
      const { take } = startLimiter(make);
      assert.deepEqual(await times(2, () => take({ key: 'a', limit: 1 })), [0, 60]);
      assert.equal(await take({ key: 'b', limit: 1 }), 0);
    });

    it('a rate limiter reports the seconds until the next minute, never 0', async () => {
      const { clock, take } = startLimiter(make, 10 * MINUTE);
      await take({ key: 'a', limit: 1 });
      for (const [passed, wait] of [
        [0, 60],
        [999, 60],
        [1_000, 59],
        [30_500, 30],
        [59_999, 1],
      ] as const) {
        clock.now = 10 * MINUTE + passed;
        assert.equal(await take({ key: 'a', limit: 1 }), wait);
      }
    });

    it('a rate limiter starts from zero with the next minute', async () => {
      const { clock, take } = startLimiter(make, MINUTE - 1);
      assert.deepEqual(await times(2, () => take({ key: 'a', limit: 1 })), [0, 1]);
      clock.now = MINUTE;
      assert.equal(await take({ key: 'a', limit: 1 }), 0);
    });

    it('a rate limiter works on after the clock was set back', async () => {
      const { clock, take } = startLimiter(make, 10 * MINUTE);
      await take({ key: 'a', limit: 1 });
      clock.now = 5 * MINUTE;
      assert.deepEqual(await times(2, () => take({ key: 'a', limit: 1 })), [0, 60]);
    });

    it('a rate limiter refuses when either of two limits is reached', async () => {
      const { take } = startLimiter(make);
      const client: Hit = { key: 'client', limit: 1 };
      const form: Hit = { key: 'form', limit: 3 };
      assert.equal(await take(client, form), 0);
      assert.equal(await take(client, form), 60);
      assert.equal(await take({ key: 'client 2', limit: 2 }, { key: 'form 2', limit: 1 }), 0);
      assert.equal(await take({ key: 'client 2', limit: 2 }, { key: 'form 2', limit: 1 }), 60);
    });

    it('a flood that the first limit stops does not use up the second one', async () => {
      const { take } = startLimiter(make);
      const form: Hit = { key: 'form', limit: 10 };
      await times(100, () => take({ key: 'flood', limit: 2 }, form));
      const others = await times(7, () => take({ key: `client ${Math.random()}`, limit: 2 }, form));
      assert.deepEqual(others, [0, 0, 0, 0, 0, 0, 0]);
    });

    it('a rate limit of 0 is off, and its key is not counted', async () => {
      const { take } = startLimiter(make);
      const waits = await times(1_000, () => take({ key: 'a', limit: 0 }));
      assert.ok(waits.every((wait) => wait === 0));
      assert.deepEqual(await times(2, () => take({ key: 'a', limit: 1 })), [0, 60]);
      assert.equal(await take(OFF, { key: 'b', limit: 1 }), 0);
      assert.equal(await take(OFF, { key: 'b', limit: 1 }), 60);
    });

    it('a full rate limiter lets no key past its limit', async () => {
      const { clock, take } = startLimiter(make, 0, 3);
      const keys = Array.from({ length: 50 }, (_, index) => `client ${index}`);
      const passed = new Map<string, number>();
      for (let round = 0; round < 4; round += 1) {
        for (const key of keys) {
          const allowed = (await take({ key, limit: 2 })) === 0;
          passed.set(key, (passed.get(key) ?? 0) + Number(allowed));
        }
      }
      assert.deepEqual(
        keys.slice(0, 3).map((key) => passed.get(key)),
        [2, 2, 2],
      );
      assert.ok(
        [...passed.values()].every((count) => count <= 2),
        'the later ones too',
      );
      clock.now = MINUTE;
      assert.equal(await take({ key: 'client 49', limit: 2 }), 0, 'the next window has room');
    });

    it('a rate limiter that is asked whether a hit is left counts nothing', async () => {
      const { clock, take, isUsedUp } = startLimiter(make);
      const hit = { key: 'a', limit: 3 };
      assert.ok(Array.from({ length: 9 }).every(() => !isUsedUp(hit)));
      assert.deepEqual(await times(4, () => take(hit)), [0, 0, 0, 60]);
      assert.deepEqual([isUsedUp(hit), isUsedUp({ key: 'b', limit: 3 })], [true, false]);
      clock.now = MINUTE;
      assert.ok(!isUsedUp(hit));
    });

    it('a rate limiter knows of a used up limit with the last hit, and of hits that are under way', async () => {
      const { take, isUsedUp } = startLimiter(make);
      const hit = { key: 'a', limit: 3 };
      await take(hit);
      assert.deepEqual(
        [0, 1, 2, 3].map((underWay) => isUsedUp(hit, underWay)),
        [false, false, true, true],
      );
      await times(2, () => take(hit));
      assert.ok(isUsedUp(hit));
      assert.ok(!isUsedUp({ key: 'a', limit: 0 }, 9), 'a limit that is off');
    });
  });

it('a shared rate limiter looks at hits that the store is counting, once each', async () => {
  const asked = [Promise.withResolvers<number[]>(), Promise.withResolvers<number[]>()];
  let next = 0;
  const rates: RateStore = {
    take: () => asked[next++]?.promise ?? Promise.reject(new Error('asked too often')),
    removeEndedBefore: () => Promise.resolve(),
  };
  const { take, isUsedUp } = startLimiter((now) => new SharedRateLimiter(rates, keyring, now));
  const hit = { key: 'a', limit: 2 };
  const [first, second] = [take(hit), take(hit)];
  assert.ok(isUsedUp(hit), 'both are under way');
  asked[0]?.resolve([1]);
  await first;
  assert.ok(isUsedUp(hit), 'one is counted, the other under way');
  asked[1]?.reject(new Error('no database'));
  await assert.rejects(second);
  assert.ok(!isUsedUp(hit), 'one was never counted');
  assert.ok(isUsedUp(hit, 1));
});

it('shared rate limiters agree on one store, ask it once for both limits and never in a flood', async () => {
  const rates = createRates();
  const nodes = [1, 2, 3].map(() =>
    startLimiter((now) => new SharedRateLimiter(rates, keyring, now)),
  );
  const waits: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (const { take } of nodes) {
      waits.push(await take({ key: 'client', limit: 20 }, { key: 'form', limit: 60 }));
    }
  }
  assert.equal(waits.filter((wait) => wait === 0).length, 20);
  assert.equal(
    rates.asked,
    22,
    '20 allowed, and a refusal for each node that did not count the last',
  );
});

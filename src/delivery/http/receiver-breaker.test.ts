import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ReceiverBreaker } from './receiver-breaker.ts';

function startBreaker(maxKeys?: number) {
  const clock = { now: 1_000 };
  const breaker = new ReceiverBreaker(() => clock.now, maxKeys);
  /** Fails `times` times, and returns the pauses that began. */
  const fail = (times: number, key = 'a') =>
    Array.from({ length: times }, () => breaker.failed(key)).filter((pause) => pause > 0);
  return { clock, breaker, fail };
}

it('a receiver breaker pauses after five failures in a row, and not after four', () => {
  const { breaker, fail } = startBreaker();
  assert.deepEqual(fail(4), []);
  assert.equal(breaker.succeeded('a'), false);
  assert.deepEqual(fail(4), []);
  assert.ok(breaker.allows(['a']) && breaker.enter(['a']));
  assert.deepEqual(fail(1), [30_000]);
  assert.ok(!breaker.allows(['a']) && !breaker.enter(['a', 'b']) && breaker.enter(['b']));
});

it('a receiver breaker allows one call after a pause, whose success ends the pause', () => {
  const { clock, breaker, fail } = startBreaker();
  fail(5);
  clock.now += 29_999;
  assert.equal(breaker.enter(['a']), false);
  clock.now += 1;
  assert.deepEqual([breaker.enter(['a']), breaker.enter(['a'])], [true, false]);
  assert.equal(breaker.succeeded('a'), true);
  assert.equal(breaker.enter(['a']), true);
  assert.deepEqual(fail(4), []);
});

it('a receiver breaker doubles the pause with every failed trial call, up to eight minutes', () => {
  const { clock, breaker, fail } = startBreaker();
  const pauses = fail(5);
  for (let round = 0; round < 6; round += 1) {
    clock.now += pauses.at(-1) ?? 0;
    assert.ok(breaker.enter(['a']));
    pauses.push(...fail(1));
  }
  const seconds = pauses.map((pause) => pause / 1_000);
  assert.deepEqual(seconds, [30, 60, 120, 240, 480, 480, 480]);
});

it('a receiver breaker ignores the failures of calls that began before the pause', () => {
  const { clock, breaker, fail } = startBreaker();
  fail(5);
  assert.deepEqual(fail(10), []);
  clock.now += 30_000;
  assert.ok(breaker.allows(['a']));
});

it('a receiver breaker allows another call when the trial call never ends', () => {
  const { clock, breaker, fail } = startBreaker();
  fail(5);
  clock.now += 30_000;
  assert.ok(breaker.enter(['a']));
  clock.now += 15_000;
  assert.ok(breaker.enter(['a']));
});

it('a receiver breaker keeps the trial call of one key while another key is paused', () => {
  const { clock, breaker, fail } = startBreaker();
  fail(5, 'host');
  clock.now += 10_000;
  fail(5, 'form');
  clock.now += 20_000;
  assert.equal(breaker.enter(['host', 'form']), false);
  assert.equal(breaker.enter(['host']), true);
});

it('a receiver breaker remembers a limited number of keys', () => {
  const { breaker, fail } = startBreaker(3);
  fail(5, 'a');
  for (const key of ['b', 'c', 'd']) fail(1, key);
  assert.equal(breaker.allows(['a']), true, 'it failed longest ago');
  assert.deepEqual(fail(4, 'b'), [30_000]);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BUCKET_SECONDS } from '../../src/domain/inboxes/counter-store.ts';
import type { OpenStore } from './open-store.ts';
import { hashOf, plain } from './route-rows.ts';

const JUNE = Date.UTC(2025, 6, 1) / 1000;
const JULY = Date.UTC(2025, 7, 1) / 1000;

export function describeCounters(open: OpenStore): void {
  it('a counter stops exactly at its limit under concurrent takes', async (test) => {
    const { store } = await open(test);
    const subject = hashOf('a');
    const tries = Array.from({ length: 400 }, () => store.counters.take(subject, JUNE, 250));
    const counts = (await Promise.all(tries)).filter((count) => count !== undefined);
    const expected = Array.from({ length: 250 }, (_, index) => index + 1);
    assert.deepEqual(
      counts.sort((left, right) => left - right),
      expected,
    );
    assert.equal(await store.counters.take(subject, JUNE, 250), undefined);
  });

  it('a counter stays exact while counts are given back', async (test) => {
    const { store } = await open(test);
    const subject = hashOf('a');
    const work = Array.from({ length: 300 }, async () => {
      if ((await store.counters.take(subject, JUNE, 20)) === undefined) return 0;
      await store.counters.giveBack(subject, JUNE);
      return 1;
    });
    const taken = (await Promise.all(work)).filter((one) => one === 1).length;
    assert.ok(taken >= 20);
    assert.equal(await store.counters.take(subject, JUNE, 20), 1);
  });

  it('a counter starts at 1 for each subject and period', async (test) => {
    const { store } = await open(test);
    for (const [name, period, count] of [
      ['a', JUNE, 1],
      ['a', JUNE, 2],
      ['b', JUNE, 1],
      ['a', JULY, 1],
      ['a', JUNE, 3],
    ] as const) {
      assert.equal(await store.counters.take(hashOf(name), period, 3), count);
    }
    assert.equal(await store.counters.take(hashOf('a'), JUNE, 3), undefined);
    assert.equal(await store.counters.take(hashOf('a'), JULY, 3), 2);
  });

  it('reading a counter does not count', async (test) => {
    const { store } = await open(test);
    const { counters } = store;
    const subject = hashOf('a');
    assert.equal(await counters.read(subject, JUNE), 0);
    await counters.take(subject, JUNE, 9);
    await counters.take(subject, JUNE, 9);
    assert.equal(await counters.read(subject, JUNE), 2);
    assert.equal(await counters.read(subject, JUNE), 2);
    assert.equal(await counters.read(subject, JULY), 0);
    assert.equal(await counters.read(hashOf('b'), JUNE), 0);
    await counters.giveBack(subject, JUNE);
    assert.equal(await counters.read(subject, JUNE), 1);
  });

  it('a counter is never given back below zero, nor in another period or for another subject', async (test) => {
    const { store } = await open(test);
    const { counters } = store;
    const subject = hashOf('a');
    await counters.giveBack(subject, JUNE);
    assert.equal(await counters.take(subject, JUNE, 9), 1);
    for (let times = 0; times < 3; times += 1) await counters.giveBack(subject, JUNE);
    assert.equal(await counters.take(subject, JUNE, 9), 1);
    await counters.giveBack(subject, JULY);
    await counters.giveBack(hashOf('b'), JUNE);
    assert.equal(await counters.take(subject, JUNE, 9), 2);
    await counters.giveBack(subject, JUNE);
    assert.equal(await counters.take(subject, JUNE, 9), 2, 'a count given back is free again');
  });

  it('buckets stop at the limits of an hour and a day under concurrent takes', async (test) => {
    const { store } = await open(test);
    const subject = hashOf('a');
    const most = { hour: 20, day: 30 };
    const takeAt = async (bucket: number) => {
      const endsAt = JUNE + bucket * BUCKET_SECONDS;
      const tries = Array.from({ length: 60 }, () =>
        store.counters.takeInSpans(subject, endsAt, most),
      );
      return (await Promise.all(tries)).filter((count) => count !== undefined).length;
    };
    const counts = [];
    for (const bucket of [0, 1, 6, 7, 8, 144, 145, 151]) counts.push(await takeAt(bucket));
    assert.deepEqual(counts, [20, 0, 0, 10, 0, 0, 20, 0]);
    const others = store.counters.takeInSpans(hashOf('b'), JUNE, most);
    assert.equal(await others, 1, 'another subject');
  });

  it('a bucket includes what a node whose clock is ahead counted in the next one', async (test) => {
    const { store } = await open(test);
    const { counters } = store;
    const subject = hashOf('a');
    const most = { hour: 1, day: 9 };
    assert.equal(await counters.takeInSpans(subject, JUNE + BUCKET_SECONDS, most), 1);
    assert.equal(await counters.takeInSpans(subject, JUNE, most), undefined);
  });

  it('the buckets of a day can be read, and a count is given back in its own bucket', async (test) => {
    const { store } = await open(test);
    const { counters } = store;
    const subject = hashOf('a');
    const most = { hour: 9, day: 9 };
    const ends = [-145, -144, -6, 0, 1, 2].map((bucket) => JUNE + bucket * BUCKET_SECONDS);
    for (const endsAt of ends) await counters.takeInSpans(subject, endsAt, most);
    await counters.takeInSpans(subject, JUNE, most);
    await counters.giveBack(subject, JUNE - 6 * BUCKET_SECONDS);
    const buckets = await counters.readBuckets(subject, JUNE);
    assert.deepEqual(buckets.map(plain), [
      { endsAt: JUNE + BUCKET_SECONDS, used: 1 },
      { endsAt: JUNE, used: 2 },
      { endsAt: JUNE - 86_400, used: 1 },
    ]);
    assert.deepEqual(await counters.readBuckets(hashOf('b'), JUNE), []);
  });

  it('the sweep removes counters of periods that ended before a second, and no others', async (test) => {
    const { store } = await open(test);
    const subject = hashOf('a');
    await store.counters.take(subject, JUNE, 9);
    await store.counters.take(subject, JULY, 9);
    await store.counters.removeEndedBefore(JUNE);
    assert.equal(await store.counters.take(subject, JUNE, 9), 2);
    await store.counters.removeEndedBefore(JUNE + 1);
    assert.equal(await store.counters.take(subject, JUNE, 9), 1);
    assert.equal(await store.counters.take(subject, JULY, 9), 2);
  });
}

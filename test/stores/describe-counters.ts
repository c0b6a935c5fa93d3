import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BUCKET_SECONDS, type CounterStore } from '../../src/platform/stores/counter-tables.ts';
import { MailBudgets } from '../../src/inboxes/mail-budget.ts';
import type { OpenStore } from './open-store.ts';
import { hashOf, keyring, plain } from './route-rows.ts';

const JUNE = Date.UTC(2025, 6, 1) / 1000;
const JULY = Date.UTC(2025, 7, 1) / 1000;

const MOST = { hour: 20, day: 30 };

/** Takes single mails at the time of a clock. */
function mailCounter(counters: CounterStore, clock: { second: number }) {
  const now = () => clock.second * 1_000;
  const settings = { CREATE_RATE_PER_MINUTE: 0 };
  const budgets = new MailBudgets({ store: { counters }, keyring, now, settings }, 'silence');
  return {
    take: (name: string) => budgets.reserve([{ name, subject: hashOf(name), size: MOST }]),
  };
}

const countTaken = async (takes: Promise<unknown>[]) =>
  (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled').length;

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

  it('mails stop at the limits of an hour and a day under concurrent takes', async (test) => {
    const { store } = await open(test);
    const clock = { second: JUNE };
    const counter = mailCounter(store.counters, clock);
    const takeAt = async (bucket: number) => {
      clock.second = JUNE + bucket * BUCKET_SECONDS + BUCKET_SECONDS / 2;
      return countTaken(Array.from({ length: 60 }, () => counter.take('a')));
    };
    const counts = [];
    for (const bucket of [0, 1, 6, 7, 8, 144, 145, 151]) counts.push(await takeAt(bucket));
    assert.deepEqual(counts, [20, 0, 0, 10, 0, 0, 20, 0]);
    assert.equal(await countTaken([counter.take('b')]), 1, 'another subject');
  });

  it('mails include what a node whose clock is ahead counted in the next bucket', async (test) => {
    const { store } = await open(test);
    const clock = { second: JUNE + BUCKET_SECONDS };
    const counter = mailCounter(store.counters, clock);
    assert.equal(await countTaken(Array.from({ length: 20 }, () => counter.take('a'))), 20);
    clock.second = JUNE + BUCKET_SECONDS / 2;
    assert.equal(await countTaken([counter.take('a')]), 0);
  });

  it('several counters count one more, or none does when one is at its limit', async (test) => {
    const { store } = await open(test);
    const { counters } = store;
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => hashOf(name));
    assert.ok(a && b && c && d);
    const limits = [
      { subject: a, limit: 9 },
      { subject: b, limit: 2 },
      { subject: c, limit: 9 },
      { subject: d, limit: 1 },
    ];
    const sorted = (subjects: string[]) => subjects.toSorted();
    assert.deepEqual(sorted(await counters.takeEach(limits, JUNE)), sorted([a, b, c, d]));
    assert.deepEqual(await counters.takeEach(limits, JUNE), []);
    const others = limits.slice(0, 3);
    assert.deepEqual(sorted(await counters.takeEach(others, JUNE)), sorted([a, b, c]));
    assert.deepEqual(await counters.takeEach(others, JUNE), []);
    assert.deepEqual(await counters.takeEach(limits.slice(3), JULY), [d], 'another period');
    const used = await Promise.all([a, b, c, d].map((subject) => counters.read(subject, JUNE)));
    assert.deepEqual(used, [2, 2, 2, 1]);
  });

  it('counters that are taken together stop exactly at their limits under concurrent takes', async (test) => {
    const { store } = await open(test);
    const { counters } = store;
    const common = { subject: hashOf('common'), limit: 30 };
    const takes = Array.from({ length: 90 }, (_, at) =>
      counters.takeEach([{ subject: hashOf(`own ${at}`), limit: 1 }, common], JUNE),
    );
    const whole = (await Promise.all(takes)).filter((counted) => counted.length === 2);
    assert.equal(whole.length, 30);
    assert.equal(await counters.read(common.subject, JUNE), 30);
  });

  it('the buckets that share an hour or a day are summed, at midnight as at any other time', async (test) => {
    const { store } = await open(test);
    const { counters } = store;
    const [subject, other] = [hashOf('a'), hashOf('b')];
    const ends = Array.from({ length: 2 * 147 }, (_, at) => JUNE + (at - 147) * BUCKET_SECONDS);
    await Promise.all(ends.map((endsAt) => counters.take(subject, endsAt, 9)));
    await counters.take(subject, JUNE, 9);
    await counters.take(other, JUNE, 9);
    for (const bucket of [-2, -1, 0, 1, 2, 5, 6, 7, 143, 144, 145]) {
      const endsAt = JUNE + bucket * BUCKET_SECONDS;
      const next = endsAt + BUCKET_SECONDS;
      const sum = (from: number) =>
        (next - from) / BUCKET_SECONDS + 1 + (from <= JUNE && JUNE <= next ? 1 : 0);
      const spans = await counters.readSpans([subject, hashOf('none')], endsAt);
      const expected = {
        subject,
        bucket: bucket === 0 ? 2 : 1,
        hour: sum(endsAt - 3_600),
        day: sum(endsAt - 86_400),
      };
      assert.deepEqual(spans.map(plain), [expected], `bucket ${bucket}`);
      const buckets = await counters.readBuckets(subject, endsAt);
      const newestFirst = ends.filter((end) => end >= endsAt - 86_400 && end <= next).toReversed();
      assert.deepEqual(
        buckets.map(plain),
        newestFirst.map((end) => ({ endsAt: end, used: end === JUNE ? 2 : 1 })),
      );
    }
    const both = await counters.readSpans([other, subject], JUNE);
    assert.deepEqual(new Set(both.map((use) => use.subject)), new Set([subject, other]));
  });

  it('an empty bucket is not read', async (test) => {
    const { store } = await open(test);
    const { counters } = store;
    const subject = hashOf('a');
    await counters.take(subject, JUNE, 9);
    await counters.giveBack(subject, JUNE);
    await counters.take(subject, JUNE - BUCKET_SECONDS, 9);
    const buckets = await counters.readBuckets(subject, JUNE);
    assert.deepEqual(buckets.map(plain), [{ endsAt: JUNE - BUCKET_SECONDS, used: 1 }]);
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

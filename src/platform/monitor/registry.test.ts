import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { MetricsSum } from './registry.ts';

/** A process that has counted this many requests, each of which took half a second. */
function processWith(count: number) {
  const registry = new Registry();
  const on = { help: 'x', registers: [registry] };
  new Counter({ ...on, name: 'requests_total' }).inc(count);
  new Gauge({ ...on, name: 'sessions', aggregator: 'sum' }).set(count);
  const seconds = new Histogram({ ...on, name: 'seconds', buckets: [1] });
  for (let request = 0; request < count; request += 1) seconds.observe(0.5);
  return registry.getMetricsAsJSON();
}

/** Requests, sessions, requests of at most a second, total seconds. */
function figuresOf(text: string): (number | undefined)[] {
  const value = (name: string) => {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length));
  };
  return [
    value('requests_total'),
    value('sessions'),
    value('seconds_bucket{le="1"}'),
    value('seconds_sum'),
  ];
}

describe('the metrics of several processes', () => {
  it('summed metrics keep the counts of processes that ended, not their gauges', async () => {
    const sum = new MetricsSum();
    await sum.text(new Map([1, 2, 3].map((id) => [id, []])));
    const said = new Map([
      [1, await processWith(1)],
      [2, await processWith(10)],
      [3, await processWith(100)],
    ]);
    assert.deepEqual(figuresOf(await sum.text(said)), [111, 111, 111, 55.5]);
    sum.end(1);
    sum.end(2);
    sum.end(2);
    said.delete(1);
    said.delete(2);
    assert.deepEqual(figuresOf(await sum.text(said)), [111, 100, 111, 55.5]);
    said.set(4, await processWith(1000));
    assert.deepEqual(figuresOf(await sum.text(said)), [1111, 1100, 1111, 555.5]);
  });

  it('summed metrics keep the counts of a process that does not answer, until it does', async () => {
    const sum = new MetricsSum();
    const first = await processWith(1);
    await sum.text(
      new Map([
        [1, first],
        [2, await processWith(10)],
      ]),
    );
    assert.deepEqual(figuresOf(await sum.text(new Map([[1, first]]))), [11, 1, 11, 5.5]);
    const both = new Map([
      [1, first],
      [2, await processWith(20)],
    ]);
    assert.deepEqual(figuresOf(await sum.text(both)), [21, 21, 21, 10.5]);
  });
});

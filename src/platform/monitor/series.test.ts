import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client';
import { registerCounter, registerHistogram } from './series.ts';

const BUCKETS = [0.005, 0.5, 8];

/** At the bounds, between them and beyond; powers of two, so that sums are exact. */
const MILLISECONDS = [0, 5, 5.5, 500, 500.25, 8_000, 8_000.5, 64_000];

const optionsOf = (name: string) => {
  const registry = new Registry();
  return {
    registry,
    options: { name, help: 'x', labelNames: ['kind', 'place'], registers: [registry] },
  };
};

/** What one process publishes, and two like it together. */
async function published(registry: Registry): Promise<string[]> {
  const metrics = await registry.getMetricsAsJSON();
  const both = AggregatorRegistry.aggregate([metrics, metrics]);
  return [await registry.metrics(), await both.metrics()];
}

describe('series', () => {
  it('a counter of series is published as prom-client publishes its own', async () => {
    const ours = optionsOf('events_total');
    const theirs = optionsOf('events_total');
    const seriesOf = registerCounter(ours.options);
    const counter = new Counter(theirs.options);
    counter.inc({ kind: 'b', place: 'c' }, 0);
    seriesOf(['b', 'c']);
    for (const kind of ['a', 'b']) {
      counter.inc({ kind, place: 'c' }, 2);
      seriesOf([kind, 'c']).add(2);
    }
    assert.deepEqual(await published(ours.registry), await published(theirs.registry));
    seriesOf(['a', 'c']).add(1);
    assert.match(await ours.registry.metrics(), /events_total\{kind="a",place="c"\} 3\n/);
  });

  it('a histogram of series is published as prom-client publishes its own', async () => {
    const ours = optionsOf('seconds');
    const theirs = optionsOf('seconds');
    const seriesOf = registerHistogram(ours.options, BUCKETS);
    const histogram = new Histogram({ ...theirs.options, buckets: BUCKETS });
    histogram.zero({ kind: 'none', place: 'c' });
    seriesOf(['none', 'c']);
    for (const milliseconds of MILLISECONDS) {
      histogram.observe({ kind: 'some', place: 'c' }, milliseconds / 1_000);
      seriesOf(['some', 'c']).add(milliseconds);
    }
    assert.deepEqual(await published(ours.registry), await published(theirs.registry));
  });
});

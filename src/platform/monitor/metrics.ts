import { once } from '../waiting/once.ts';
import type { EventName } from '../log/events.ts';
import type { Facts, Listener } from '../log/log.ts';
import { METRICS, type Feed, type Gauges, type MetricRow } from './metric-table.ts';

/** The label value for all that are not in the table; it bounds the number of series. */
const OTHER = 'other';

type Labels = Record<string, string>;

/** Every combination of label values of a row. */
function combinationsOf(labels: MetricRow['labels']): Labels[] {
  return Object.entries(labels).reduce<Labels[]>(
    (list, [label, { values }]) =>
      list.flatMap((before) => values.map((value) => ({ ...before, [label]: value }))),
    [{}],
  );
}

type Hear = (facts: Facts) => void;

/** What one combination of label values has counted. */
interface Series {
  labels: Labels;
  /** What was added up; seconds in a histogram. */
  sum: number;
  /** The count between each bound of a histogram and the one before; the last has no bound. */
  counts: number[];
}

/** The samples of a histogram: each bucket holds those below it, too. */
function samplesOf(name: string, buckets: readonly number[], { labels, sum, counts }: Series) {
  let count = 0;
  const bounded = [...buckets, '+Inf'].map((le, index) => {
    count += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...bounded,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

/** The value of a label: the feed's own text, or the field that the feed names. */
const valueOf = (source: Feed['labels'][string] | undefined, facts: Facts): string =>
  typeof source === 'object' ? String(facts[source.field]) : (source ?? OTHER);

/**
 * Creates a metric that events feed. It counts by itself and describes its series on every scrape:
 * the library would find a series by a text of all labels each time.
 */
function createFedMetric(name: string, { type, help, labels, buckets = [], fromZero }: MetricRow) {
  const all = new Map<number, Series>();
  let weight = 1;
  // Each label is a digit in the number of a combination.
  const digits = Object.entries(labels).map(([label, { values }]) => {
    const numbers = new Map(values.map((value, index) => [value, index * weight]));
    const other = values.length * weight;
    weight *= values.length + 1;
    return { label, numbers, other };
  });

  function begin(number: number, sources: Feed['labels'], facts: Facts): Series {
    const own = digits.map(({ label, numbers }) => {
      const value = valueOf(sources[label], facts);
      return [label, numbers.has(value) ? value : OTHER] as const;
    });
    const counts = [...buckets, Infinity].map(() => 0);
    const series = { labels: Object.fromEntries(own), sum: 0, counts };
    all.set(number, series);
    return series;
  }

  /** Finds the series of an event. */
  function find(sources: Feed['labels'], facts: Facts): Series {
    let number = 0;
    for (const { label, numbers, other } of digits) {
      number += numbers.get(valueOf(sources[label], facts)) ?? other;
    }
    return all.get(number) ?? begin(number, sources, facts);
  }

  if (fromZero) for (const combination of combinationsOf(labels)) find(combination, {});
  const described = { name, help, type };
  return {
    ...described,
    /** Adds to a counter, or observes milliseconds. */
    add(sources: Feed['labels'], facts: Facts, amount: number): void {
      const series = find(sources, facts);
      const value = type === 'histogram' ? amount / 1_000 : amount;
      let index = 0;
      while (value > (buckets[index] ?? Infinity)) index += 1;
      series.counts[index] = (series.counts[index] ?? 0) + 1;
      series.sum += value;
    },
    /** Its series, as a registry asks for them. */
    async get() {
      const series = [...all.values()];
      const values =
        type === 'counter'
          ? series.map((one) => ({ labels: one.labels, value: one.sum }))
          : series.flatMap((one) => samplesOf(name, buckets, one));
      return { ...described, values };
    },
  };
}

type FedMetric = ReturnType<typeof createFedMetric>;

const hasAll = (facts: Facts, wanted: readonly [string, unknown][]) => {
  for (const [field, value] of wanted) if (facts[field] !== value) return false;
  return true;
};

/** Applies one feed of an event to its metric. */
function createFeedCount(feed: Feed, metric: FedMetric): Hear {
  const { amount = metric.type === 'histogram' ? 'ms' : undefined, each, when = {}, unless } = feed;
  const wanted = Object.entries(when);
  const unwanted = unless && Object.entries(unless);
  const countOne: Hear = (facts) =>
    metric.add(feed.labels, facts, amount === undefined ? 1 : Number(facts[amount]));

  return (facts) => {
    if (!hasAll(facts, wanted) || (unwanted && hasAll(facts, unwanted))) return;
    if (each === undefined) return countOne(facts);
    const list = facts[each];
    if (Array.isArray(list))
      for (const item of list) countOne({ ...facts, [each]: item as unknown });
  };
}

/**
 * The metrics of the table that events feed, and the listener that counts these events: those of a
 * turn of the event loop together, with the code and the series in the processor's cache.
 */
function createFedMetrics() {
  const metrics = new Map<string, FedMetric>();
  const heard = new Map<EventName, Hear[]>();
  for (const [name, row] of Object.entries<MetricRow>(METRICS)) {
    if (row.type === 'gauge') continue;
    const metric = createFedMetric(name, row);
    metrics.set(name, metric);
    for (const { event, feed } of row.feeds) {
      heard.set(event, [...(heard.get(event) ?? []), createFeedCount(feed, metric)]);
    }
  }
  let heardNow: { hears: readonly Hear[]; facts: Facts }[] = [];
  const countAll = () => {
    const events = heardNow;
    heardNow = [];
    for (const { hears, facts } of events) for (const hear of hears) hear(facts);
  };
  const listener = Array.from(heard, ([event, hears]) => {
    const hear: Hear = (facts) => {
      if (heardNow.push({ hears, facts }) === 1) setImmediate(countAll);
    };
    return [event, hear] as const;
  });
  return { metrics, listener: Object.fromEntries(listener) as Listener, countAll };
}

/**
 * The metrics of METRICS, and the default ones of the process and of Node. Events are counted from
 * the start; the library comes, and its own metrics begin, with the first scrape.
 */
export function createMetrics(gauges: Gauges) {
  const { metrics, listener, countAll } = createFedMetrics();
  const open = once(async () => {
    const { openRegistry } = await import('./registry.ts');
    return openRegistry(metrics, gauges);
  });
  return {
    /** Counts the events of a log. */
    listener,
    /** The exposition text, format 0.0.4. */
    async text() {
      const registry = await open();
      countAll();
      return registry.metrics();
    },
  };
}

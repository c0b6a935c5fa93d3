import {
  ClusterRegistry,
  collectDefaultMetrics,
  Gauge,
  Registry,
  type Counter,
} from '@prometheus-io/client';
import type { EventName } from '../log/events.ts';
import type { Facts, Listener } from '../log/log.ts';
import { METRICS, type Feed, type MetricName, type MetricRow } from './metric-table.ts';

type NamesOf<Type extends MetricRow['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Values of a gauge by its only label, or its one value when it has no label; undefined for none. */
type Reading = Readonly<Record<string, number>> | number | undefined;

/** Read on every scrape. */
export type Gauges = Record<NamesOf<'gauge'>, () => Reading>;

/** Stands for every label value that is not in the table, which bounds how many series there can be. */
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

/** Sets a gauge, by the values of its label if it has one. */
function setGauge(gauge: Gauge<string>, { labels }: MetricRow, reading: Reading): void {
  if (typeof reading === 'number') gauge.set(reading);
  if (typeof reading !== 'object') return;
  for (const [label, { values }] of Object.entries(labels)) {
    for (const value of values) gauge.set({ [label]: value }, reading[value] ?? 0);
  }
}

type Hear = (facts: Facts) => void;

/** Registers a metric that is read on every scrape. */
function registerGauge(
  registry: Registry,
  name: string,
  row: MetricRow,
  read: () => Reading,
): void {
  const gauge: Gauge<string> = new Gauge({
    name,
    help: row.help,
    labelNames: Object.keys(row.labels),
    registers: [registry],
    aggregator: 'sum',
    collect: () => setGauge(gauge, row, read()),
  });
}

/** What one combination of label values has counted. */
interface Series {
  labels: Labels;
  /** What was added up; seconds in a histogram. */
  sum: number;
  /** How many were at most each bound of a histogram, but above the one before; the last has no bound. */
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
 * Creates a metric that events feed. It counts by itself and describes its series on every scrape: the library
 * would find a series by a text of all labels each time.
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
  const described = { name, help, type, aggregator: 'sum' };
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

/** Registers every metric of the table; returned is the listener that counts the events which feed them. */
function registerMetrics(registry: Registry, gauges: Gauges): Listener {
  const heard = new Map<EventName, Hear[]>();
  for (const [name, row] of Object.entries<MetricRow>(METRICS)) {
    if (row.type === 'gauge') {
      registerGauge(registry, name, row, gauges[name as keyof Gauges]);
      continue;
    }
    const metric = createFedMetric(name, row);
    // A registry asks a metric for no more than this.
    registry.registerMetric(metric as object as Counter);
    for (const { event, feed } of row.feeds) {
      heard.set(event, [...(heard.get(event) ?? []), createFeedCount(feed, metric)]);
    }
  }
  const listener = Array.from(heard, ([event, hears]) => {
    const hear: Hear = (facts) => {
      for (const one of hears) one(facts);
    };
    return [event, hear] as const;
  });
  return Object.fromEntries(listener);
}

/** Milliseconds between two samples of how busy the event loop is. */
const UTILIZATION_EVERY = 1_000;

/** The metrics of METRICS, and the default ones of the process and of Node. */
export function createMetrics(gauges: Gauges) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: UTILIZATION_EVERY });
  // Quantiles of several processes cannot be added up; its histogram can.
  registry.removeSingleMetric('nodejs_eventloop_utilization_summary');
  return {
    /** Counts the events of a log. */
    listener: registerMetrics(registry, gauges),
    /** Metrics of this process alone; when several processes are summed, gauges are added up too. */
    registry,
    /** The exposition text, format 0.0.4. */
    text: () => registry.metrics(),
  };
}

/** The metrics of one process, as its registry returns them. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Metrics that only grow, and so stay true for a process that ended or does not answer. */
const countsOf = (metrics: ProcessMetrics): ProcessMetrics =>
  metrics.filter(({ type }) => type === 'counter' || type === 'histogram');

/** Adds up the metrics of several processes so that no count ever goes back. */
export class MetricsSum {
  /** The last answer of each live process, by its number. */
  readonly #last = new Map<number, ProcessMetrics>();
  /** The counts of all processes that have ended. */
  #ended: Promise<ProcessMetrics> = Promise.resolve([]);

  /** The exposition text of these processes, and of the last counts of those that did not answer. */
  async text(answers: ReadonlyMap<number, ProcessMetrics>): Promise<string> {
    for (const [id, metrics] of answers) this.#last.set(id, metrics);
    const living = Array.from(this.#last, ([id, metrics]) => answers.get(id) ?? countsOf(metrics));
    return ClusterRegistry.aggregate([...living, await this.#ended]).metrics();
  }

  /** Keeps the last counts of a process that has ended. */
  end(id: number): void {
    const last = this.#last.get(id);
    if (!last || !this.#last.delete(id)) return;
    const add = (ended: ProcessMetrics) =>
      ClusterRegistry.aggregate([ended, countsOf(last)]).getMetricsAsJSON();
    this.#ended = this.#ended.then(add);
  }
}

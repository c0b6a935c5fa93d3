import {
  ClusterRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
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

/** Adds an amount to a counter, or observes it as milliseconds. */
type Add = (labels: Labels, amount: number) => void;

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

/** Registers a metric that events feed; returned is how a feed adds to it. */
function registerMetric(registry: Registry, name: string, row: MetricRow): Add {
  const { type, help, labels, buckets = [] } = row;
  const options = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  const atZero = row.fromZero ? combinationsOf(labels) : [];
  if (type === 'counter') {
    const counter = new Counter(options);
    for (const combination of atZero) counter.inc(combination, 0);
    return (at, amount) => counter.inc(at, amount);
  }
  const histogram = new Histogram({ ...options, buckets: [...buckets] });
  for (const combination of atZero) histogram.zero(combination);
  return (at, milliseconds) => histogram.observe(at, milliseconds / 1_000);
}

/** The value of a label: the feed's own text, or the field that the feed names. */
function createLabelReader(source: Feed['labels'][string], values: readonly string[]) {
  if (typeof source === 'string') return () => source;
  const known = new Set(values);
  return (facts: Facts): string => {
    const value = String(facts[source.field]);
    return known.has(value) ? value : OTHER;
  };
}

const hasAll = (facts: Facts, wanted: readonly [string, unknown][]) =>
  wanted.every(([field, value]) => facts[field] === value);

/** Applies one feed of an event to its metric. */
function createFeedCount(feed: Feed, { type, labels }: MetricRow, add: Add): Hear {
  const { amount = type === 'histogram' ? 'ms' : undefined, each, when = {}, unless } = feed;
  const readers = Object.entries(feed.labels).map(
    ([label, source]) => [label, createLabelReader(source, labels[label]?.values ?? [])] as const,
  );
  const wanted = Object.entries(when);
  const unwanted = unless && Object.entries(unless);

  function countOne(facts: Facts): void {
    const at: Labels = {};
    for (const [label, readLabel] of readers) at[label] = readLabel(facts);
    add(at, amount === undefined ? 1 : Number(facts[amount]));
  }

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
    const add = registerMetric(registry, name, row);
    for (const { event, feed } of row.feeds) {
      heard.set(event, [...(heard.get(event) ?? []), createFeedCount(feed, row, add)]);
    }
  }
  const listener = Array.from(heard, ([event, hears]) => {
    const hear: Hear = (facts) => hears.forEach((one) => one(facts));
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

import {
  ClusterRegistry,
  collectDefaultMetrics,
  Gauge,
  Registry,
  type Counter,
} from '@prometheus-io/client';
import { METRICS, type Gauges, type MetricRow, type Reading } from './metric-table.ts';

/** Sets a gauge, by the values of its label if it has one. */
function setGauge(gauge: Gauge<string>, { labels }: MetricRow, reading: Reading): void {
  if (typeof reading === 'number') gauge.set(reading);
  if (typeof reading !== 'object') return;
  for (const [label, { values }] of Object.entries(labels)) {
    for (const value of values) gauge.set({ [label]: value }, reading[value] ?? 0);
  }
}

/** Milliseconds between two samples of how busy the event loop is. */
const UTILIZATION_EVERY = 1_000;

/** A registry of the metrics of METRICS and the default ones of the process and of Node. */
export function openRegistry(fed: ReadonlyMap<string, object>, gauges: Gauges) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: UTILIZATION_EVERY });
  // Quantiles of several processes cannot be added up; its histogram can.
  registry.removeSingleMetric('nodejs_eventloop_utilization_summary');
  for (const [name, row] of Object.entries<MetricRow>(METRICS)) {
    const metric = fed.get(name);
    if (metric) {
      // A registry asks a metric for no more than this.
      registry.registerMetric(metric as Counter);
      continue;
    }
    const gauge: Gauge<string> = new Gauge({
      name,
      help: row.help,
      labelNames: Object.keys(row.labels),
      registers: [registry],
      aggregator: 'sum',
      collect: () => setGauge(gauge, row, gauges[name as keyof Gauges]()),
    });
  }
  return registry;
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

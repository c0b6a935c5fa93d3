import { collectDefaultMetrics, Gauge, Registry, type Counter } from '@prometheus-io/client';
import { METRICS, type Gauges, type MetricRow, type Reading } from './metric-table.ts';

/** Sets a gauge, by the values of its label if it has one. */
function setGauge(gauge: Gauge<string>, { labels }: MetricRow, reading: Reading): void {
  if (typeof reading === 'number') gauge.set(reading);
  if (Array.isArray(reading)) return reading.forEach((series) => gauge.set(series, 1));
  if (typeof reading !== 'object') return;
  for (const [label, { values }] of Object.entries(labels)) {
    for (const value of values) gauge.set({ [label]: value }, reading[value] ?? 0);
  }
}

/** Milliseconds between two samples of how busy the event loop is. */
const UTILIZATION_EVERY = 1_000;

/** The library's sums, named like counters, and its quantiles, which nodes cannot add up. */
const LEFT_OUT = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_eventloop_utilization_summary',
];

/** A registry of the metrics of METRICS and the default ones of the process and of Node. */
export function openRegistry(fed: ReadonlyMap<string, object>, gauges: Gauges) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: UTILIZATION_EVERY });
  for (const name of LEFT_OUT) registry.removeSingleMetric(name);
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
      collect: () => setGauge(gauge, row, gauges[name as keyof Gauges]()),
    });
  }
  return registry;
}

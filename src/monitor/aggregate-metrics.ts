import { AggregatorRegistry, type Registry } from 'prom-client';

/** The metrics of one process, as its registry hands them over. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The exposition text of several processes: counts and gauges are summed up. */
export function aggregateMetrics(processes: readonly ProcessMetrics[]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics();
}

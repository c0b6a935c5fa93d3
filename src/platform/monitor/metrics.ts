import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type LabelsOf, type MetricName, type MetricRow } from './metric-table.ts';

type NamesOf<Type extends MetricRow['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Values of a gauge by its only label, or the value of one without; undefined for none. */
type Reading = Readonly<Record<string, number>> | number | undefined;

/** What is read at the moment that somebody asks for the metrics. */
export type Gauges = Record<NamesOf<'gauge'>, () => Reading>;

/** Takes what happened; labels outside the table's values become `other`. */
export interface Recorder {
  count<Name extends NamesOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  observe<Name extends NamesOf<'histogram'>>(
    name: Name,
    labels: LabelsOf<Name>,
    milliseconds: number,
  ): void;
}

export interface Metrics {
  recorder: Recorder;
  /** Of this process alone; a gauge is summed up where processes are added together. */
  registry: Registry;
  /** The exposition text, format 0.0.4. */
  text(): Promise<string>;
}

type Labels = Record<string, string>;

const OTHER = 'other';

/** Every combination of label values of a row. */
function combinationsOf(labels: MetricRow['labels']): Labels[] {
  return Object.entries(labels).reduce<Labels[]>(
    (list, [name, { values }]) =>
      list.flatMap((labelled) => values.map((value) => ({ ...labelled, [name]: value }))),
    [{}],
  );
}

/** Keeps label values to those of the table, which bounds how many series there can be. */
function createBounds({ labels }: MetricRow) {
  const known = Object.entries(labels).map(
    ([name, { values }]) => [name, new Set(values)] as const,
  );
  return (given: Labels): Labels => {
    const bounded: Labels = {};
    for (const [name, values] of known) {
      const value = given[name] ?? OTHER;
      bounded[name] = values.has(value) ? value : OTHER;
    }
    return bounded;
  };
}

/** Says `read()` at every collection, by the values of the only label or without one. */
function collectGauge(gauge: Gauge, { labels }: MetricRow, read: () => Reading): void {
  const reading = read();
  if (typeof reading === 'number') gauge.set(reading);
  if (typeof reading !== 'object') return;
  for (const [label, { values }] of Object.entries(labels)) {
    for (const value of values) gauge.set({ [label]: value }, reading[value] ?? 0);
  }
}

/** Metrics as METRICS says, beside those of the process and of Node. */
export function createMetrics(gauges: Gauges): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, (labels: Labels, by: number) => void>();
  const histograms = new Map<string, (labels: Labels, seconds: number) => void>();

  for (const [name, row] of Object.entries<MetricRow>(METRICS)) {
    const { type, help, labels, buckets = [] } = row;
    const labelNames = Object.keys(labels);
    const options = { name, help, labelNames, registers: [registry] };
    const bound = createBounds(row);
    const zeros = row.fromZero ? combinationsOf(labels) : [];
    switch (type) {
      case 'counter': {
        const counter = new Counter(options);
        for (const combination of zeros) counter.inc(combination, 0);
        counters.set(name, (given, by) => counter.inc(bound(given), by));
        break;
      }
      case 'histogram': {
        const histogram = new Histogram({ ...options, buckets: [...buckets] });
        for (const combination of zeros) histogram.zero(combination);
        histograms.set(name, (given, seconds) => histogram.observe(bound(given), seconds));
        break;
      }
      case 'gauge': {
        const read = gauges[name as NamesOf<'gauge'>];
        const gauge: Gauge = new Gauge({
          ...options,
          aggregator: 'sum',
          collect: () => collectGauge(gauge, row, read),
        });
      }
    }
  }

  return {
    registry,
    recorder: {
      count: (name, labels, by = 1) => counters.get(name)?.(labels, by),
      observe: (name, labels, milliseconds) => histograms.get(name)?.(labels, milliseconds / 1000),
    },
    text: () => registry.metrics(),
  };
}

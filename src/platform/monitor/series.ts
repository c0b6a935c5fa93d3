import { Counter, Histogram, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** What is counted for one combination of label values. */
interface Series {
  /** Adds an amount to a counter, or observes it as milliseconds. */
  add(amount: number): void;
}

/** The series of a metric with these label values, in the order of its labels. */
export type SeriesOf = (values: readonly string[]) => Series;

interface MetricOptions {
  name: string;
  help: string;
  labelNames: string[];
  registers: Registry[];
}

/** The series of one metric; each is made when it is first asked for. */
class SeriesMap<S extends Series> {
  readonly #byValues = new Map<string, S>();
  readonly #names: readonly string[];
  readonly #make: (labels: Labels) => S;

  constructor(names: readonly string[], make: (labels: Labels) => S) {
    this.#names = names;
    this.#make = make;
  }

  readonly of = (values: readonly string[]): S => {
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\n');
    const known = this.#byValues.get(key);
    if (known) return known;
    const labels = Object.fromEntries(this.#names.map((name, at) => [name, values[at] ?? '']));
    const made = this.#make(labels);
    this.#byValues.set(key, made);
    return made;
  };

  all(): S[] {
    return [...this.#byValues.values()];
  }
}

class Count implements Series {
  readonly labels: Labels;
  value = 0;

  constructor(labels: Labels) {
    this.labels = labels;
  }

  add(amount: number): void {
    this.value += amount;
  }
}

/**
 * Registers a counter whose series are plain numbers, which prom-client gets at a scrape: it would look
 * its series up by sorted labels at every event.
 */
export function registerCounter(options: MetricOptions): SeriesOf {
  const series = new SeriesMap(options.labelNames, (labels) => new Count(labels));
  const counter: Counter = new Counter({
    ...options,
    collect() {
      counter.reset();
      for (const { labels, value } of series.all()) counter.inc(labels, value);
    },
  });
  return series.of;
}

class Durations implements Series {
  readonly labels: Labels;
  readonly #bounds: readonly number[];
  /** By bucket, each without those below it; the last one has no bound. */
  readonly #counts: number[];
  #sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  add(milliseconds: number): void {
    const seconds = milliseconds / 1_000;
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] ?? 0)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** Its samples as prom-client has them, where each bucket has those below it too. */
  samples(name: string) {
    const sharedLabels = this.labels;
    let count = 0;
    const buckets = this.#counts.map((own, at) => {
      count += own;
      const labels = { le: this.#bounds[at] ?? '+Inf' };
      return { metricName: `${name}_bucket`, labels, sharedLabels, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, sharedLabels, value: this.#sum },
      { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
    ];
  }
}

/** A histogram of prom-client with these series. */
class DurationHistogram extends Histogram {
  readonly #options: MetricOptions;
  readonly #series: SeriesMap<Durations>;

  constructor(options: MetricOptions, series: SeriesMap<Durations>) {
    super(options);
    this.#options = options;
    this.#series = series;
  }

  /** The source of both text and JSON in prom-client, though its types do not name it. */
  async getForPromString() {
    const { name, help } = this.#options;
    const values = this.#series.all().flatMap((series) => series.samples(name));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }
}

/** Registers a histogram of milliseconds with `buckets` in seconds; see `registerCounter`. */
export function registerHistogram(options: MetricOptions, buckets: readonly number[]): SeriesOf {
  const make = (labels: Labels) => new Durations(labels, buckets);
  const series = new SeriesMap(options.labelNames, make);
  // It registers itself.
  void new DurationHistogram(options, series);
  return series.of;
}

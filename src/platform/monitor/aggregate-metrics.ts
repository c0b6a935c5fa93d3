import { AggregatorRegistry, type Registry } from 'prom-client';

/** The metrics of one process, as its registry hands them over. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What only grows, and holds for a process that is gone or silent too. */
const countsOf = (metrics: ProcessMetrics): ProcessMetrics =>
  metrics.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');

/** Adds up the metrics of several processes so that no count ever goes back. */
export class MetricsSum {
  /** What each living process said last, by its number. */
  readonly #last = new Map<number, ProcessMetrics>();
  /** The counts of all processes that have ended. */
  #ended: Promise<ProcessMetrics> = Promise.resolve([]);

  /** The exposition text of what these processes say, and of the counts of those that say nothing. */
  async text(answers: ReadonlyMap<number, ProcessMetrics>): Promise<string> {
    for (const [id, metrics] of answers) this.#last.set(id, metrics);
    const living = Array.from(this.#last, ([id, metrics]) => answers.get(id) ?? countsOf(metrics));
    return AggregatorRegistry.aggregate([...living, await this.#ended]).metrics();
  }

  /** Keeps the counts that a process said last, once it has ended. */
  end(id: number): void {
    const last = this.#last.get(id);
    if (!last || !this.#last.delete(id)) return;
    const add = (ended: ProcessMetrics) =>
      AggregatorRegistry.aggregate([ended, countsOf(last)]).getMetricsAsJSON();
    this.#ended = this.#ended.then(add);
  }
}

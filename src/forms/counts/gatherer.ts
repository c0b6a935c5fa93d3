import type { Log } from '../../platform/log/log.ts';
import {
  AdditionLost,
  MOST_ROWS,
  type CountStore,
  type FormCount,
} from '../../platform/stores/count-table.ts';

/** Milliseconds between two writes. */
const PAUSE = 3_000;

/** Rows in memory while the store fails; beyond them only what has a row is counted. */
const MOST_WAITING = 100_000;

interface Parts {
  counts: Pick<CountStore, 'add'>;
  log: Log;
}

/** Gathers counts in memory and writes their sums every few seconds, never on a request's path. */
export class Gatherer {
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  #waiting = new Map<string, FormCount>();
  #writing: Promise<void> | undefined = undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void (this.#writing ?? this.write()), PAUSE).unref();
  }

  add(row: FormCount): void {
    const { formId, day, outcome, count } = row;
    const key = `${formId} ${day} ${outcome}`;
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.count += count;
    else if (this.#waiting.size < MOST_WAITING) this.#waiting.set(key, { ...row });
  }

  /** Writes all that was added before this call. Never rejects: what the store did not take waits. */
  async write(): Promise<void> {
    // What a write under way took is in the store when it ends, but not what came after its start.
    while (this.#writing) await this.#writing;
    if (this.#waiting.size === 0) return;
    this.#writing = this.#writeAll();
    await this.#writing;
  }

  /** Writes a last time. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #writeAll(): Promise<void> {
    const rows = Array.from(this.#waiting.values());
    this.#waiting = new Map();
    let settled = 0;
    try {
      for (; settled < rows.length; settled += MOST_ROWS) {
        await this.#parts.counts.add(rows.slice(settled, settled + MOST_ROWS));
      }
    } catch (error) {
      if (error instanceof AdditionLost) settled += MOST_ROWS;
      this.#parts.log.countsNotWritten({ error });
      for (const row of rows.slice(settled)) this.add(row);
    } finally {
      this.#writing = undefined;
    }
  }
}

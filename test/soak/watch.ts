import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileOf } from '../faults/engines.ts';
import type { FaultyProcess } from '../faults/faulty-process.ts';
import type { Ledger } from './ledger.ts';
import { usageOf, type Sample } from './usage.ts';

/** Milliseconds of the readings of the process's memory, from when they are wanted. */
interface Options {
  samplesFrom: number;
}

/** Reads counts, log and memory of the service from outside, again and again. */
export class Watch {
  readonly #faulty: FaultyProcess;
  readonly #ledger: Ledger;
  readonly #samplesFrom: number;
  /** Requests whose unit the service says it could not give back. */
  readonly #notReleased = new Set<unknown>();
  #crashes = 0;
  readonly samples: Sample[] = [];
  /** Deliveries counted for the form's inbox, by month. */
  used: number[] = [];

  constructor(faulty: FaultyProcess, ledger: Ledger, { samplesFrom }: Options) {
    this.#faulty = faulty;
    this.#ledger = ledger;
    this.#samplesFrom = samplesFrom;
  }

  /** The readings from a minute after the first on. */
  get steady(): Sample[] {
    const [first] = this.samples;
    return this.samples.filter(({ at }) => first && at > first.at + 60_000);
  }

  look(): void {
    const { child, events } = this.#faulty.service();
    for (const event of events('allowance_not_released')) {
      this.#notReleased.add(event['requestId']);
    }
    this.#crashes += events('crashed').length;
    const acceptedBefore = this.#ledger.count('accepted');
    this.used = this.#readUsed();
    const sum = this.used.reduce((whole, part) => whole + part, 0);
    this.#ledger.checkCount(sum, acceptedBefore, this.#notReleased.size);
    const at = performance.now();
    if (at > this.#samplesFrom) this.samples.push({ at, ...usageOf(child.pid) });
  }

  /** The last look, when nothing is under way any more. */
  async finish(): Promise<void> {
    const { violations } = this.#ledger;
    this.look();
    const { status } = await this.#faulty.ask('GET', '/health');
    if (status !== 200) violations.push(`I8: /health was answered ${status}`);
    if (this.used.length < 2) violations.push('the month did not end');
    if (this.#crashes > 0) violations.push('I8: the log tells of a crash');
    for (const place of this.#findTraces())
      violations.push(`I6: a submission's text is in ${place}`);
    const { misreported } = this.#ledger;
    if (misreported > 0) violations.push(`I2: ${misreported} arrived and were called undelivered`);
  }

  #readUsed(): number[] {
    const database = new DatabaseSync(fileOf(this.#faulty.database), {
      readOnly: true,
      timeout: 1_000,
    });
    // The other subjects are inboxes that were mailed once.
    const rows = database
      .prepare(
        `SELECT used FROM counters WHERE subject =
           (SELECT subject FROM counters GROUP BY subject ORDER BY SUM(used) DESC LIMIT 1)
         ORDER BY ends_at`,
      )
      .all() as { used: number }[];
    database.close();
    return rows.map(({ used }) => used);
  }

  #findTraces(): string[] {
    const { service } = this.#faulty;
    const database = fileOf(this.#faulty.database);
    const places = [
      ['the database', readFileSync(database, 'latin1')],
      ['its write-ahead log', readFileSync(`${database}-wal`, 'latin1')],
      ['the log', service().output()],
    ] as const;
    return places.filter(([, text]) => text.includes('canary')).map(([name]) => name);
  }
}

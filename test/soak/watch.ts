import { DatabaseSync } from 'node:sqlite';
import type { FaultyDatabase } from '../faults/engines.ts';
import type { FaultyProcess } from '../faults/faulty-process.ts';
import type { Ledger } from './ledger.ts';
import { usageOf, type Sample } from './usage.ts';

/** Milliseconds of the readings of the process's memory, from when they are wanted. */
interface Options {
  samplesFrom: number;
}

/** Counts of the form's inbox by month; the other subjects are inboxes that were mailed once. */
const COUNTED = `
  SELECT used FROM counters WHERE subject =
    (SELECT subject FROM counters GROUP BY subject ORDER BY SUM(used) DESC LIMIT 1)
  ORDER BY ends_at`;

/** Reads the rows of a query, and nothing of a file but that: the service alone may recover it. */
async function readRows({ path, query }: FaultyDatabase, text: string) {
  if (path === undefined) return query(text);
  const database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
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

  async look(): Promise<void> {
    const { child, events } = this.#faulty.service();
    for (const event of events('allowance_not_released')) {
      this.#notReleased.add(event['requestId']);
    }
    this.#crashes += events('crashed').length;
    const acceptedBefore = this.#ledger.count('accepted');
    const used = await this.#readUsed();
    if (used) {
      this.used = used;
      const sum = used.reduce((whole, part) => whole + part, 0);
      this.#ledger.checkCount(sum, acceptedBefore, this.#notReleased.size);
    }
    const at = performance.now();
    const usage = usageOf(child.pid);
    // Between two processes there is nothing to read.
    const readable = !Number.isNaN(usage.residentMiB + usage.descriptors);
    if (at > this.#samplesFrom && readable) this.samples.push({ at, ...usage });
  }

  /** The last check, when nothing is under way any more. */
  async finish(): Promise<void> {
    const { violations } = this.#ledger;
    await this.look();
    const { status } = await this.#faulty.ask('GET', '/health');
    if (status !== 200) violations.push(`I8: /health was answered ${status}`);
    if (this.used.length < 2) violations.push('the month did not end');
    if (this.#crashes > 0) violations.push('I8: the log tells of a crash');
    for (const place of this.#findTraces())
      violations.push(`I6: a submission's text is in ${place}`);
    const { misreported } = this.#ledger;
    const uncalled = this.#ledger.uncalledSince(this.#samplesFrom);
    if (uncalled > 0) violations.push(`I9: ${uncalled} calls of mode both never came`);
    if (misreported > 0) violations.push(`I2: ${misreported} arrived and were called undelivered`);
  }

  /** Undefined if a server is down: what was read before is older than what was accepted since. */
  async #readUsed(): Promise<number[] | undefined> {
    const { database } = this.#faulty;
    const rows = await readRows(database, COUNTED).catch((error: unknown) => {
      if (database.path !== undefined) throw error;
      return undefined;
    });
    return rows?.map(({ used }) => Number(used));
  }

  #findTraces(): string[] {
    const { service, database } = this.#faulty;
    const places = [
      ...database.places(),
      { name: 'the log', bytes: Buffer.from(service().output()) },
    ];
    return places.filter(({ bytes }) => bytes.includes('canary')).map(({ name }) => name);
  }
}

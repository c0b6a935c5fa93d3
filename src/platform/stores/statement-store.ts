import type { Driver, Sweep } from './driver.ts';
import { createOutcomes } from './outcome-statements.ts';
import { createRoutes } from './route-statements.ts';
import type { Store } from './store.ts';

interface RateRecord {
  subject: string;
  used: number;
}

interface BucketRecord {
  ends_at: number;
  used: number;
}

/** Rows that one statement of the sweeper removes, so that no statement runs for long. */
const SWEEP_ROWS = 1_000;

/** The store on any engine: maps its methods to the statements and rows to the rooms' types. */
export function createStatementStore(driver: Driver): Store {
  const sweep: Sweep = async (statement, before) => {
    for (let count = 0; ;) {
      const removed = await driver.write(statement, before, SWEEP_ROWS);
      count += removed.length;
      if (removed.length < SWEEP_ROWS) return count;
    }
  };
  return {
    shared: driver.shared,
    routes: createRoutes(driver, sweep),
    counters: {
      async take(subject, endsAt, limit) {
        const [row] = await driver.write('take', subject, endsAt, limit);
        return row && (row as { used: number }).used;
      },
      async read(subject, endsAt) {
        const [row] = await driver.read('readCounter', subject, endsAt);
        return row ? (row as { used: number }).used : 0;
      },
      async takeInSpans(subject, endsAt, { hour, day }) {
        const [row] = await driver.write('takeInSpans', subject, endsAt, hour, day);
        return row && (row as { used: number }).used;
      },
      async readBuckets(subject, endsAt) {
        const rows = await driver.read('readBuckets', subject, endsAt);
        return (rows as BucketRecord[]).map(({ ends_at, used }) => ({ endsAt: ends_at, used }));
      },
      async giveBack(subject, endsAt) {
        await driver.write('giveBack', subject, endsAt);
      },
      async removeEndedBefore(second) {
        await sweep('removeEndedCounters', second);
      },
    },
    rates: {
      async take([first, second], endsAt) {
        const rows = await (second
          ? driver.write('takeRates', first, second, endsAt)
          : driver.write('takeRate', first, endsAt));
        const counts = new Map((rows as RateRecord[]).map(({ subject, used }) => [subject, used]));
        return (second ? [first, second] : [first]).map((subject) => counts.get(subject) ?? 0);
      },
      async removeEndedBefore(second) {
        await sweep('removeEndedRates', second);
      },
    },
    refusals: {
      async add(subject, endsAt) {
        await driver.write('addRefusal', subject, endsAt);
      },
      async remove(subject) {
        await driver.write('removeRefusal', subject);
      },
      async endOf(subject, other = subject) {
        const [row] = await driver.read('findRefusal', subject, other);
        return (row as { ends_at: number | null }).ends_at ?? undefined;
      },
      async removeEndedBefore(second) {
        await sweep('removeEndedRefusals', second);
      },
    },
    outcomes: createOutcomes(driver, sweep),
    async listKeyChecks() {
      const rows = (await driver.read('listKeyChecks')) as { name: string; value: string }[];
      return new Map(rows.map(({ name, value }) => [name, value]));
    },
    async addKeyCheck(name, check) {
      await driver.write('addKeyCheck', name, check);
    },
    async removeKeyCheck(name) {
      await driver.write('removeKeyCheck', name);
    },
    async ping() {
      await driver.read('ping');
    },
    ...(driver.connections && { connections: driver.connections }),
    close: () => driver.close(),
  };
}

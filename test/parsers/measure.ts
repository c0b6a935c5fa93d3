import { ServiceError } from '../../src/contract/service-error.ts';
import { readSubmission } from './forms.ts';
import { keptSince, memory, mostPeak, peakOf } from './memory.ts';
import type { Parser, Run } from './parser.ts';

/** Plain submissions that reading one input may cost, where a row does not say. */
const USUAL_COST = 150;

/** How much larger than its limit an input is that a parser has to refuse by itself. */
const BEYOND = 8;

/** Measurements of which the least counts: the others include other work of machine and engine. */
const TRIES = 8;
const FAR = 10;

/** What may be held of inputs: this many times their octets, and two megabytes for each row. */
const MOST_HELD = 12;
const HELD_ANYWAY = 2_097_152;

const PLAIN = JSON.stringify({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  message: 'The quick brown fox jumps over the lazy dog.\n'.repeat(2_180),
});

/** Microseconds of processor time that this thread takes. */
async function spent(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

const PLAIN_RUNS = 40;

/** Microseconds for one plain submission. */
const plainCost = async () =>
  (await spent(async () => {
    for (let count = 0; count < PLAIN_RUNS; count += 1) {
      await readSubmission('application/json', PLAIN);
    }
  })) / PLAIN_RUNS;

function isClear(error: unknown, { faults = [] }: Parser): boolean {
  return [ServiceError, ...faults].some((fault) => error instanceof fault);
}

/** Something about a parser that must not be. */
export interface Finding {
  parser: string;
  input: string;
  what: string;
}

export interface Measured {
  runs: number;
  /** Milliseconds for all of them. */
  spent: number;
  dearest: { input: string; cost: number };
  /** Octets at the height of the one that took most. */
  peak: number;
  findings: Finding[];
}

const nothingMeasured = (): Measured => ({
  runs: 0,
  spent: 0,
  dearest: { input: '', cost: 0 },
  peak: 0,
  findings: [],
});

const toMebibytes = (octets: number) => `${Math.round(octets / 1_048_576)} MiB`;

/** Runs parsers in this thread, and finds what costs too much. */
export async function createMeasure(): Promise<(row: Parser) => Promise<Measured>> {
  await plainCost();
  let unit = Math.min(await plainCost(), await plainCost());

  async function costOf({ read }: Run, most: number): Promise<number> {
    let least = (await spent(read)) / unit;
    // By far too much is not a matter of chance.
    for (let tries = 1; tries < TRIES && least > most && least < FAR * most; tries += 1) {
      unit = Math.min(unit, await plainCost());
      least = Math.min(least, (await spent(read)) / unit);
    }
    return least;
  }

  return async (row) => {
    const { name, most, boundedBy, cost: mostCost = USUAL_COST } = row;
    const measured = nothingMeasured();
    const report = (input: string, what: string) =>
      measured.findings.push({ parser: name, input, what });
    const started = process.threadCpuUsage();
    await keptSince(0, 0);
    const held: unknown[] = [];
    let octets = 0;
    const before = memory();
    const run = async (input: Run, isWithin: boolean) => {
      let result: unknown;
      const read = async () => {
        try {
          result = await input.read();
        } catch (error) {
          if (!isClear(error, row)) report(input.name, `ends with ${String(error).slice(0, 200)}`);
        }
      };
      const peak = await peakOf(read);
      measured.peak = Math.max(measured.peak, peak);
      if (peak > mostPeak(input)) report(input.name, `takes ${toMebibytes(peak)} for a while`);
      const cost = await costOf({ ...input, read }, mostCost);
      measured.runs += 1;
      if (cost > measured.dearest.cost) measured.dearest = { input: input.name, cost };
      if (cost > mostCost) report(input.name, `costs ${cost.toFixed(1)} plain submissions`);
      if (isWithin) {
        held.push(result);
        octets += input.octets;
      }
    };
    for (const input of row.runs(most)) await run(input, true);
    const mostKept = octets * MOST_HELD + HELD_ANYWAY;
    const kept = await keptSince(before, mostKept);
    if (kept > mostKept) report('all', `holds ${toMebibytes(kept)} of ${toMebibytes(octets)}`);
    held.length = 0;
    if (boundedBy === undefined) {
      for (const input of row.runs(most * BEYOND)) {
        await run({ ...input, name: `${input.name}, ${BEYOND} times too long` }, false);
      }
    }
    const { user, system } = process.threadCpuUsage(started);
    measured.spent = Math.round((user + system) / 1_000);
    return measured;
  };
}

import { figure, markdownTable, median } from './figures.ts';
import type { Measurement } from './measure.ts';

interface Spread {
  min: number;
  median: number;
  max: number;
}

/** All rounds of one workload on one server. */
export interface SummaryRow {
  workload: string;
  server: string;
  perSecond: Spread;
  /** Relative to the baseline of the round, or to the workload's bound (arrivals, mail server). */
  ratio: Spread | undefined;
  /** To another commit of the service in the same round. */
  toBefore: Spread | undefined;
  p50: number;
  p99: number;
  /** To the baseline in the same round. */
  p99Ratio: Spread | undefined;
  /** Processor time of the server for each accepted request. */
  processorMs: number;
  /** To the baseline, the floor and another commit, in the same round. */
  processorRatio: Spread | undefined;
  processorToFloor: Spread | undefined;
  processorToBefore: Spread | undefined;
  longest: number;
  stalls: { longest: number; machine: number } | undefined;
  refused: number;
  lost: number;
  duplicated: number;
  residentMiB: { before: number; max: number };
  cores: Measurement['cores'];
}

export const spread = (values: readonly number[]): Spread => ({
  min: Math.min(...values),
  median: median(values),
  max: Math.max(...values),
});

/** A figure of a server in each round, by that of another one in the same round. */
export function ratiosBetween(
  all: readonly Measurement[],
  server: string,
  other: string,
  of: 'perSecond' | 'p99' | 'processorMs' = 'perSecond',
): number[] {
  const mine = server === other ? [] : all.filter((one) => one.server === server);
  return mine.flatMap(({ round, ...measured }) => {
    const base = all.find((one) => one.server === other && one.round === round);
    return base ? [measured[of] / base[of]] : [];
  });
}

/** A server that is no commit of the service. */
const isReference = (server: string) => server === 'baseline' || server === 'floor';

/** A row for each server; `bound` is the most per second that the workload lets any have. */
export function summarize(all: readonly Measurement[], bound?: number): SummaryRow[] {
  return Array.from(
    Map.groupBy(all, ({ server }) => server),
    ([server, mine]) => {
      const rates = mine.map(({ perSecond }) => perSecond);
      const between = (other: string, of?: 'p99' | 'processorMs') => {
        const ratios = ratiosBetween(all, server, other, of);
        return ratios.length > 0 ? spread(ratios) : undefined;
      };
      const sum = (of: (one: Measurement) => number) =>
        mine.reduce((total, one) => total + of(one), 0);
      const most = (of: (one: Measurement) => number) => Math.max(...mine.map(of));
      const cores = (of: keyof Measurement['cores']) => median(mine.map((one) => one.cores[of]));
      return {
        workload: mine[0]?.workload ?? '',
        server,
        perSecond: spread(rates),
        ratio: bound ? spread(rates.map((rate) => rate / bound)) : between('baseline'),
        toBefore: isReference(server) ? undefined : between('before'),
        p50: median(mine.map(({ p50 }) => p50)),
        p99: median(mine.map(({ p99 }) => p99)),
        p99Ratio: between('baseline', 'p99'),
        processorMs: median(mine.map(({ processorMs }) => processorMs)),
        processorRatio: between('baseline', 'processorMs'),
        processorToFloor: between('floor', 'processorMs'),
        processorToBefore: isReference(server) ? undefined : between('before', 'processorMs'),
        longest: most(({ longest }) => longest),
        stalls: mine[0]?.stalls && {
          longest: most(({ stalls }) => stalls?.longest ?? 0),
          machine: most(({ stalls }) => stalls?.machine ?? 0),
        },
        refused: sum(({ sent, accepted }) => sent - accepted),
        lost: sum(({ lost }) => lost),
        duplicated: sum(({ duplicated }) => duplicated),
        residentMiB: {
          before: mine[0]?.residentMiB.before ?? NaN,
          max: most(({ residentMiB }) => residentMiB.max),
        },
        cores: {
          server: cores('server'),
          load: cores('load'),
          sink: cores('sink'),
          others: cores('others'),
        },
      };
    },
  );
}

const NOTHING = '–';

/** The median with the least and the most. */
export function spreadText(ratio: Spread | undefined): string {
  if (!ratio) return NOTHING;
  return `${figure(ratio.median)} (${figure(ratio.min)}–${figure(ratio.max)})`;
}

const COLUMNS: readonly [head: string, cell: (row: SummaryRow) => string][] = [
  ['load', ({ workload }) => workload],
  ['server', ({ server }) => server],
  ['per second', ({ perSecond }) => figure(perSecond.median)],
  ['ratio (min–max)', ({ ratio }) => spreadText(ratio)],
  ['to before', ({ toBefore }) => spreadText(toBefore)],
  ['p50, ms', ({ p50 }) => figure(p50)],
  ['p99, ms', ({ p99 }) => figure(p99)],
  ['p99 to baseline', ({ p99Ratio }) => spreadText(p99Ratio)],
  ['processor, ms each', ({ processorMs }) => figure(processorMs)],
  ['processor to baseline', ({ processorRatio }) => spreadText(processorRatio)],
  ['processor to floor', ({ processorToFloor }) => spreadText(processorToFloor)],
  ['processor to before', ({ processorToBefore }) => spreadText(processorToBefore)],
  ['longest, ms', ({ longest }) => figure(longest)],
  [
    'stall: server/machine, ms',
    ({ stalls }) => (stalls ? `${figure(stalls.longest)}/${figure(stalls.machine)}` : NOTHING),
  ],
  ['refused', ({ refused }) => String(refused)],
  ['lost', ({ lost }) => String(lost)],
  ['duplicated', ({ duplicated }) => String(duplicated)],
  [
    'RSS before/max, MiB',
    ({ residentMiB }) => `${figure(residentMiB.before)}/${figure(residentMiB.max)}`,
  ],
  [
    'cores: server/load/sink/others',
    ({ cores: { server, load, sink, others } }) =>
      [server, load, sink, others].map((share) => share.toFixed(2)).join('/'),
  ],
];

/** A table without the columns that say nothing in any row. */
export function summaryTable(rows: readonly SummaryRow[]): string {
  const used = COLUMNS.filter(([, cell]) => rows.some((row) => cell(row) !== NOTHING));
  return markdownTable(
    used.map(([head]) => head),
    rows.map((row) => used.map(([, cell]) => cell(row))),
  );
}

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
  p50: number;
  p99: number;
  /** Relative to the baseline in the same round, or to the workload's bound: its arrivals, its mail server. */
  ratio: Spread | undefined;
  refused: number;
  lost: number;
  duplicated: number;
  residentMiB: { before: number; max: number };
  serverCores: number;
  othersCores: number;
}

const spread = (values: readonly number[]): Spread => ({
  min: Math.min(...values),
  median: median(values),
  max: Math.max(...values),
});

/** Submissions per second of a server in each round, by those of the baseline in the same one. */
export function ratiosToBaseline(all: readonly Measurement[], server: string): number[] {
  const mine = server === 'baseline' ? [] : all.filter((one) => one.server === server);
  return mine.flatMap(({ round, perSecond }) => {
    const base = all.find((one) => one.server === 'baseline' && one.round === round);
    return base ? [perSecond / base.perSecond] : [];
  });
}

/** A row for each server; `bound` is the most per second that the workload lets any have. */
export function summarize(all: readonly Measurement[], bound: number | undefined): SummaryRow[] {
  return Array.from(
    Map.groupBy(all, ({ server }) => server),
    ([server, mine]) => {
      const rates = mine.map(({ perSecond }) => perSecond);
      const toBaseline = server === 'baseline' ? [] : ratiosToBaseline(all, server);
      const ratios = bound === undefined ? toBaseline : rates.map((rate) => rate / bound);
      const sum = (of: (one: Measurement) => number) =>
        mine.reduce((total, one) => total + of(one), 0);
      return {
        workload: mine[0]?.workload ?? '',
        server,
        perSecond: spread(rates),
        p50: median(mine.map(({ p50 }) => p50)),
        p99: median(mine.map(({ p99 }) => p99)),
        ratio: ratios.length > 0 ? spread(ratios) : undefined,
        refused: sum(({ sent, accepted }) => sent - accepted),
        lost: sum(({ lost }) => lost),
        duplicated: sum(({ duplicated }) => duplicated),
        residentMiB: {
          before: mine[0]?.residentMiB.before ?? NaN,
          max: Math.max(...mine.map(({ residentMiB }) => residentMiB.max)),
        },
        serverCores: median(mine.map(({ cores }) => cores.server)),
        othersCores: median(mine.map(({ cores }) => cores.others)),
      };
    },
  );
}

const HEAD = [
  'load',
  'server',
  'per second',
  'ratio (min–max)',
  'p50, ms',
  'p99, ms',
  'refused',
  'lost',
  'duplicated',
  'RSS before/max, MiB',
  'cores: server/others',
];

export function summaryTable(rows: readonly SummaryRow[]): string {
  const cells = rows.map(({ ratio, residentMiB, ...row }) => [
    row.workload,
    row.server,
    figure(row.perSecond.median),
    ratio ? `${figure(ratio.median)} (${figure(ratio.min)}–${figure(ratio.max)})` : '–',
    figure(row.p50),
    figure(row.p99),
    String(row.refused),
    String(row.lost),
    String(row.duplicated),
    `${figure(residentMiB.before)}/${figure(residentMiB.max)}`,
    `${figure(row.serverCores)}/${figure(row.othersCores)}`,
  ]);
  return markdownTable(HEAD, cells);
}

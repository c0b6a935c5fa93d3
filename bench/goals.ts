import { figure, markdownTable, median } from './figures.ts';

interface Goal {
  what: string;
  /** The value of all rounds or starts that must keep the bound. */
  statistic: 'median' | 'max';
  unit: '×' | 'ms' | 'MiB' | 'mails';
  least?: number;
  most?: number;
  /** The options of the benchmark that measure it, where it takes any. */
  needs?: string;
}

/** Goals of the service on two cores that it shares with load and sink. */
const GOALS = {
  toFloor: {
    what: "processor time for a submission, to the floor's",
    statistic: 'median',
    unit: '×',
    most: 2.5,
  },
  processor: {
    what: "the baseline's processor time for a submission, to the service's",
    statistic: 'median',
    unit: '×',
    least: 3.2,
  },
  submissions: {
    what: "submissions of one process, to the baseline's",
    statistic: 'median',
    unit: '×',
    least: 2.5,
  },
  toBefore: {
    what: 'submissions, to those before',
    statistic: 'median',
    unit: '×',
    least: 1.15,
    needs: '--before',
  },
  marked: {
    what: 'processor time of marked submissions, to that before of the same',
    statistic: 'median',
    unit: '×',
    most: 1,
    needs: '--before',
  },
  featuresOff: {
    what: "processor time with every feature off, to a form's without settings",
    statistic: 'median',
    unit: '×',
    most: 1.03,
    needs: '--features',
  },
  p99: { what: "p99, to the baseline's", statistic: 'median', unit: '×', most: 0.5 },
  pacedP99: { what: 'p99 to p50 at half of the most', statistic: 'median', unit: '×', most: 3 },
  pacedStall: { what: 'stall at half of the most', statistic: 'max', unit: 'ms', most: 20 },
  peer: {
    what: "submissions, to a peer's",
    statistic: 'median',
    unit: '×',
    least: 3,
    needs: '--peer',
  },
  creations: {
    what: 'creations, to those before',
    statistic: 'median',
    unit: '×',
    least: 2,
    needs: '--before',
  },
  polls: {
    what: 'polls, to those before',
    statistic: 'median',
    unit: '×',
    least: 1.8,
    needs: '--before',
  },
  listing: { what: 'a list of 10,000 forms', statistic: 'median', unit: 'ms', most: 100 },
  listingStall: {
    what: 'stall for others during such a list',
    statistic: 'max',
    unit: 'ms',
    most: 20,
  },
  memory: {
    what: 'memory of one process under load',
    statistic: 'max',
    unit: 'MiB',
    most: 160,
  },
  start: { what: 'processor time of a start', statistic: 'median', unit: 'ms', most: 200 },
  startToBare: {
    what: "start to the first 200, to a bare Fastify server's",
    statistic: 'median',
    unit: '×',
    most: 2,
  },
  manyForms: {
    what: "submissions with millions of forms, to a thousand's",
    statistic: 'median',
    unit: '×',
    least: 0.9,
    needs: '--beside 5000000',
  },
  manyFormsP99: {
    what: 'p99 with a thousand forms, to that with millions',
    statistic: 'median',
    unit: '×',
    least: 0.9,
    needs: '--beside 5000000',
  },
  manyFormsStart: {
    what: "start with millions of forms, to a thousand's",
    statistic: 'median',
    unit: '×',
    most: 1.2,
    needs: '--beside 5000000',
  },
  flaws: { what: 'mails lost or duplicated', statistic: 'max', unit: 'mails', most: 0 },
} as const satisfies Record<string, Goal>;

type GoalName = keyof typeof GOALS;

/** Measurements for the goals, a value for each round or start. */
export type Figures = Partial<Record<GoalName, readonly number[]>>;

function reached({ least = -Infinity, most = Infinity }: Goal, value: number): boolean {
  return value >= least && value <= most;
}

function cellsOf(goal: Goal, values: readonly number[] | undefined): string[] {
  const { what, statistic, unit, least, most, needs } = goal;
  const bound = least === undefined ? `≤ ${most} ${unit}` : `≥ ${least} ${unit}`;
  if (!values || values.length === 0) {
    return [what, bound, '–', needs ? `not measured: ${needs}` : 'not measured'];
  }
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const value = statistic === 'median' ? median(values) : max;
  const range = values.length > 1 ? ` (${figure(min)}–${figure(max)})` : '';
  return [what, bound, figure(value) + range, reached(goal, value) ? 'reached' : 'not reached'];
}

/** Each goal, what was measured, and whether it is reached. */
export function goalTable(figures: Figures): string {
  const rows = Object.entries(GOALS).map(([name, goal]) =>
    cellsOf(goal, figures[name as GoalName]),
  );
  return markdownTable(['goal', 'bound', 'measured (min–max)', ''], rows);
}

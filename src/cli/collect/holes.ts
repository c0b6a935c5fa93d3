import { LIMITS } from '../../contract/limits.ts';

/** The number of a mail whose receipt holds, in its month (UTC), and the day on which it was accepted. */
export interface NumberedMail {
  month: string;
  number: number;
  date: string;
}

/** A day of a form's counts. */
interface CountedDay {
  date: string;
  delivered: number;
  failed: number;
}

/** Numbers of a month that no mail has, and the days of the mails before and behind them. */
interface Hole {
  month: string;
  from: number;
  to: number;
  after: string;
  before: string;
}

/** A day whose counts and mails differ: by mails that are missing, or by mails that were not counted. */
interface Difference extends CountedDay {
  mails: number;
  missing: number;
  uncounted: number;
}

/**
 * What is not in a mailbox. A hole is `explained` if no delivery of its days is missing: its numbers failed, or their
 * process was killed; `unknown` if its days are not counted.
 */
export interface Missing {
  holes: readonly (Hole & { cause: 'explained' | 'delivered' | 'unknown' })[];
  days: readonly Difference[];
}

/** What the mails of a form say, and its service. */
interface Given {
  /** Sorted by month and number. */
  numbers: Iterable<NumberedMail>;
  /** How many deliveries are here of each day. */
  mails: ReadonlyMap<string, number>;
  /** Undefined if they are not known. */
  counts: readonly CountedDay[] | undefined;
  /** The first day that was collected. */
  since: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

const DAY = 86_400_000;

/** Milliseconds for which a mail may be on its way. */
const ON_ITS_WAY = 3_600_000;

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const sizeOf = ({ from, to }: Hole) => to - from + 1;

const has = ({ after, before }: Hole, date: string) => after <= date && date <= before;

/** The holes, and the day from which on the mailbox has the form: that of its first number, or its month's first. */
function findHoles(numbers: Given['numbers'], since = '') {
  const holes: Hole[] = [];
  let start: string | undefined;
  let last: NumberedMail = { month: '', number: 0, date: '' };
  for (const mail of numbers) {
    const { month, number, date } = mail;
    const first = `${month}-01`;
    if (month !== last.month) {
      const isCut = start === undefined && first < since;
      last = isCut ? { month, number: number - 1, date } : { month, number: 0, date: first };
    }
    start ??= number === 1 ? date : last.date;
    const [after = '', before = ''] = [last.date, date].toSorted();
    if (number > last.number + 1 && before >= since)
      holes.push({ month, from: last.number + 1, to: number - 1, after, before });
    last = mail;
  }
  return { holes, start };
}

/** How counts and mails of a day differ. What was delivered lately counts as missing only where numbers did not fail. */
function compareDay(day: CountedDay, mails: number, holes: readonly Hole[], isRecent: boolean) {
  const lost = holes
    .filter((hole) => has(hole, day.date))
    .reduce((sum, hole) => sum + sizeOf(hole), 0);
  const most = isRecent ? Math.max(0, lost - day.failed) : Infinity;
  const missing = Math.min(most, Math.max(0, day.delivered - mails));
  const uncounted = lost > 0 ? Math.max(0, mails - day.delivered) : 0;
  return { ...day, mails, missing, uncounted };
}

/**
 * Finds what is missing of a form. Deliveries of a day are counted by their receipts, which nobody can forge; a number
 * can be, so that it hides a hole, but not that the day has a mail less than were delivered.
 */
export function findMissing({ numbers, mails, counts, since, now }: Given): Missing {
  const { holes, start } = findHoles(numbers, since);
  const firstCounted = dateOf(now - (LIMITS.countedDays - 1) * DAY);
  const [first = ''] = Array.from(mails.keys()).toSorted();
  const begin = [start ?? first, since ?? ''].toSorted().at(-1) ?? '';
  const recent = dateOf(now - ON_ITS_WAY);
  const dates = new Set([...(counts ?? []).map(({ date }) => date), ...mails.keys()]);
  const days = Array.from(dates)
    .filter((date) => counts && date >= begin && date >= firstCounted)
    .toSorted()
    .map((date) => {
      const counted = counts?.find((day) => day.date === date);
      const { delivered = 0, failed = 0 } = counted ?? {};
      const day = { date, delivered, failed };
      return compareDay(day, mails.get(date) ?? 0, holes, date >= recent);
    })
    .filter(({ missing, uncounted }) => missing > 0 || uncounted > 0);
  const causeOf = (hole: Hole) => {
    if (days.some(({ date, missing }) => missing > 0 && has(hole, date))) return 'delivered';
    return counts && hole.after >= firstCounted ? 'explained' : 'unknown';
  };
  return { holes: holes.map((hole) => ({ ...hole, cause: causeOf(hole) })), days };
}

import { h, type ComponentChildren } from 'preact';
import { LIMITS } from '../../contract/limits.ts';
import type { FormCounts } from '../../contract/schemas.ts';
import { asDay, asNumber, fill, inboxWords, pair } from '../context.ts';

const { counts } = inboxWords;

const DAY_MS = 86_400_000;

/** Units of the picture. */
const [WIDTH, HEIGHT, STEP, BAR] = [700, 120, 20, 14];

/** The axis goes at least so far, so that one delivery is no tower. */
const LEAST_TOP = 5;

const OUTCOMES = ['delivered', 'failed', 'refused'] as const;

/** Something for each outcome of a submission. */
type Each<T> = Record<(typeof OUTCOMES)[number], T>;
type CountedDay = FormCounts['days'][number];
type DaySums = Each<number> & Pick<CountedDay, 'date'>;

const forEach = <T>(make: (outcome: keyof Each<T>) => T): Each<T> => ({
  delivered: make('delivered'),
  failed: make('failed'),
  refused: make('refused'),
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Every day up to today, also those on which nothing came. */
function everyDay(days: readonly CountedDay[], now: number): DaySums[] {
  return Array.from({ length: LIMITS.countedDays }, (_none, at) => {
    const ago = LIMITS.countedDays - 1 - at;
    const date = new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
    const { delivered = 0, failed = 0, refused = {} } = days.find((day) => day.date === date) ?? {};
    return { date, delivered, failed, refused: sum(Object.values(refused)) };
  });
}

/** Sums as people of the page's language write them. */
export const asTexts = (sums: Each<number>): Each<string> =>
  forEach((outcome) => asNumber(sums[outcome]));

/** The bar of a day: delivered below, then failed, then refused. */
function barOf(day: DaySums, at: number, top: number) {
  let y = HEIGHT;
  const pieces = OUTCOMES.map((outcome) => {
    const height = (day[outcome] / top) * HEIGHT;
    y -= height;
    const x = at * STEP + (STEP - BAR) / 2;
    return h('rect', { key: outcome, class: outcome, x, y, width: BAR, height });
  });
  const title = pair(asDay(day.date), fill(counts.day, asTexts(day)));
  // The whole column shows the numbers of its day.
  const column = { class: 'column', x: at * STEP, y: 0, width: STEP, height: HEIGHT };
  return h('g', { key: at }, h('title', {}, title), h('rect', column), pieces);
}

/** Why submissions of a day were refused; codes with the same words count together. */
function reasonsOf({ refused }: CountedDay): string {
  const known: Readonly<Record<string, string>> = counts.reasons;
  const byReason = Map.groupBy(
    Object.entries(refused),
    ([code]) => known[code] ?? counts.reasons.other,
  );
  return Array.from(
    byReason,
    ([reason, codes]) => `${asNumber(sum(codes.map(([, times]) => times)))} × ${reason}`,
  ).join(', ');
}

/** The same numbers as text, newest first, and below those of a day why submissions were refused. */
function tableOf(days: readonly CountedDay[]) {
  const head = [counts.date, counts.delivered, counts.failed, counts.refused].map((text) =>
    h('th', { key: text, scope: 'col' }, text),
  );
  const rows = days.toReversed().map((day) => {
    const { date, delivered, failed } = day;
    const numbers = [delivered, failed, sum(Object.values(day.refused))];
    const reasons = reasonsOf(day);
    return [
      h('tr', { key: date }, [
        h('th', { scope: 'row' }, asDay(date)),
        numbers.map((number) => h('td', {}, asNumber(number))),
      ]),
      reasons && h('tr', { key: `${date} why`, class: 'why' }, h('td', { colSpan: 4 }, reasons)),
    ];
  });
  return h('details', {}, [
    h('summary', {}, counts.table),
    h('table', {}, [h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows)]),
  ]);
}

/** Whether a form was created within the days that are counted. */
export const isNew = (created: string): boolean =>
  Date.now() - Date.parse(created) < LIMITS.countedDays * DAY_MS;

const ENVELOPE = 'M3 6h18v12H3zM3 7l9 7 9-7';

/** Instead of an empty picture: what is missing, and what to do. */
export function nothingYet(title: string, hint: string, ...more: ComponentChildren[]) {
  const icon = { viewBox: '0 0 24 24', 'aria-hidden': 'true' } as const;
  return h('div', { class: 'nothing' }, [
    h('svg', icon, h('path', { d: ENVELOPE })),
    h('p', { class: 'label' }, title),
    h('p', { class: 'soft' }, hint),
    more,
  ]);
}

interface Props extends Pick<FormCounts, 'days'> {
  /** When the form was created. */
  created: string;
}

/** The outcomes of the submissions of the last weeks: a picture, and a table that says the same. */
export function CountsPicture({ days, created }: Props) {
  const now = Date.now();
  if (days.length === 0) {
    return nothingYet(isNew(created) ? counts.none : counts.quiet, counts.noneHint);
  }
  const all = everyDay(days, now);
  const [first, last] = [all[0]?.date ?? '', all.at(-1)?.date ?? ''];
  const top = Math.max(LEAST_TOP, ...all.map((day) => sum(OUTCOMES.map((name) => day[name]))));
  const sums = forEach((outcome) => sum(all.map((day) => day[outcome])));
  const label = pair(`${asDay(first)} – ${asDay(last)}`, fill(counts.day, asTexts(sums)));
  const picture = {
    role: 'img',
    'aria-label': label,
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
  } as const;
  const legend = OUTCOMES.map((outcome) =>
    h('li', { key: outcome, class: outcome }, pair(counts[outcome], asNumber(sums[outcome]))),
  );
  const bars = all.map((day, at) => barOf(day, at, top));
  return h('div', { class: 'counts' }, [
    h('ul', { class: 'legend', role: 'list' }, legend),
    h('figure', {}, [
      h('span', { class: 'top', 'aria-hidden': 'true' }, asNumber(top)),
      h('svg', picture, bars),
      h('figcaption', { 'aria-hidden': 'true' }, [
        h('span', {}, asDay(first)),
        h('span', {}, counts.today),
      ]),
    ]),
    tableOf(days),
  ]);
}

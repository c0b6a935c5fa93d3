import { h } from 'preact';
import { LIMITS } from '../../../contract/limits.ts';
import type { FormCounts } from '../../../contract/schemas.ts';
import { asDay, asNumber, fill, inboxWords } from '../context.ts';

const { counts } = inboxWords;

const DAY_MS = 86_400_000;

/** Units of the picture. */
const [WIDTH, HEIGHT, STEP, BAR] = [700, 120, 20, 14];

/** The axis goes at least so far, so that one delivery is no tower. */
const LEAST_TOP = 5;

const OUTCOMES = ['delivered', 'failed', 'refused'] as const;
type Sums = Record<(typeof OUTCOMES)[number], number>;
type CountedDay = FormCounts['days'][number];

interface DaySums extends Sums {
  date: string;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const sumsOf = ({ delivered, failed, refused }: CountedDay): Sums => ({
  delivered,
  failed,
  refused: sum(Object.values(refused)),
});

/** Every day up to today, also those on which nothing came. */
function everyDay(days: readonly CountedDay[], now: number): DaySums[] {
  const known = new Map(days.map((day) => [day.date, sumsOf(day)]));
  return Array.from({ length: LIMITS.countedDays }, (_none, at) => {
    const ago = LIMITS.countedDays - 1 - at;
    const date = new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
    return { date, ...(known.get(date) ?? { delivered: 0, failed: 0, refused: 0 }) };
  });
}

const asTexts = (sums: Sums) => ({
  delivered: asNumber(sums.delivered),
  failed: asNumber(sums.failed),
  refused: asNumber(sums.refused),
});

/** The bar of a day: delivered below, then failed, then refused. */
function Bar({ day, at, top }: { day: DaySums; at: number; top: number }) {
  let y = HEIGHT;
  const pieces = OUTCOMES.map((outcome) => {
    const height = (day[outcome] / top) * HEIGHT;
    y -= height;
    const x = at * STEP + (STEP - BAR) / 2;
    return h('rect', { key: outcome, class: outcome, x, y, width: BAR, height });
  });
  const title = `${asDay(day.date)}: ${fill(counts.day, asTexts(day))}`;
  // The whole column shows the numbers of its day.
  const column = { class: 'column', x: at * STEP, y: 0, width: STEP, height: HEIGHT };
  return h('g', {}, h('title', {}, title), h('rect', column), pieces);
}

function Legend({ sums }: { sums: Sums }) {
  return h('ul', { class: 'legend', role: 'list' }, [
    OUTCOMES.map((outcome) =>
      h('li', { key: outcome, class: outcome }, `${counts[outcome]}: ${asNumber(sums[outcome])}`),
    ),
  ]);
}

const reasonsOf = ({ refused }: CountedDay) =>
  Object.entries(refused)
    .map(([code, times]) => `${asNumber(times)} × ${code === 'trap' ? counts.trap : code}`)
    .join(', ');

/** The same numbers as text, newest first, with why submissions were refused. */
function Table({ days }: { days: readonly CountedDay[] }) {
  const head = [counts.date, counts.delivered, counts.failed, counts.refused];
  return h('details', {}, [
    h('summary', {}, counts.table),
    h('table', {}, [
      h('thead', {}, [
        h('tr', {}, [head.map((text) => h('th', { key: text, scope: 'col' }, text))]),
      ]),
      h('tbody', {}, [
        days
          .toReversed()
          .map((day) =>
            h('tr', { key: day.date }, [
              h('th', { scope: 'row' }, asDay(day.date)),
              h('td', {}, asNumber(day.delivered)),
              h('td', {}, asNumber(day.failed)),
              h('td', {}, reasonsOf(day) || asNumber(0)),
            ]),
          ),
      ]),
    ]),
  ]);
}

/** What became of the submissions of the last weeks: a picture, and a table that says the same. */
export function CountsPicture({ days }: Pick<FormCounts, 'days'>) {
  const all = everyDay(days, Date.now());
  const [first, last] = [all[0]?.date ?? '', all.at(-1)?.date ?? ''];
  const top = Math.max(LEAST_TOP, ...all.map((day) => sum(OUTCOMES.map((name) => day[name]))));
  const sums = {
    delivered: sum(all.map(({ delivered }) => delivered)),
    failed: sum(all.map(({ failed }) => failed)),
    refused: sum(all.map(({ refused }) => refused)),
  };
  const label = `${asDay(first)} – ${asDay(last)}: ${fill(counts.day, asTexts(sums))}`;
  return h('div', { class: 'counts' }, [
    h(Legend, { sums }),
    h('figure', {}, [
      h('span', { class: 'top', 'aria-hidden': 'true' }, asNumber(top)),
      h(
        'svg',
        {
          role: 'img',
          'aria-label': label,
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          preserveAspectRatio: 'none',
        },
        [all.map((day, at) => h(Bar, { key: day.date, day, at, top }))],
      ),
      h('figcaption', { 'aria-hidden': 'true' }, [
        h('span', {}, asDay(first)),
        h('span', {}, counts.today),
      ]),
    ]),
    days.length > 0 ? h(Table, { days }) : null,
  ]);
}

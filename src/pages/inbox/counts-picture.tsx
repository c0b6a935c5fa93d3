import type { ComponentChildren } from 'preact';
import { LIMITS } from '../../contract/limits.ts';
import type { FormCounts } from '../../contract/schemas.ts';
import { asDay, asNumber, fill, inboxWords, pair } from '../context.tsx';
import { Icon } from '../parts.tsx';

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

function forEach<T>(make: (outcome: keyof Each<T>) => T): Each<T> {
  return {
    delivered: make('delivered'),
    failed: make('failed'),
    refused: make('refused'),
  };
}

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
const asTexts = (sums: Each<number>): Each<string> => forEach((outcome) => asNumber(sums[outcome]));

/** The bar of a day: delivered below, then failed, then refused. */
function Bar({ day, at, top }: { day: DaySums; at: number; top: number }) {
  let y = HEIGHT;
  const pieces = OUTCOMES.map((outcome) => {
    const height = (day[outcome] / top) * HEIGHT;
    y -= height;
    const x = at * STEP + (STEP - BAR) / 2;
    return <rect key={outcome} class={outcome} x={x} y={y} width={BAR} height={height} />;
  });
  return (
    <g>
      <title>{pair(asDay(day.date), fill(counts.day, asTexts(day)))}</title>
      {/* The whole column shows the numbers of its day. */}
      <rect class="column" x={at * STEP} y={0} width={STEP} height={HEIGHT} />
      {pieces}
    </g>
  );
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

/** The same numbers as text, newest first, with each day's reasons for refusals. */
function Table({ days }: Pick<FormCounts, 'days'>) {
  const rows = days.toReversed().map((day) => {
    const { date, delivered, failed } = day;
    const numbers = [delivered, failed, sum(Object.values(day.refused))];
    const reasons = reasonsOf(day);
    return [
      <tr key={date}>
        <th scope="row">{asDay(date)}</th>
        {numbers.map((number) => (
          <td>{asNumber(number)}</td>
        ))}
      </tr>,
      reasons && (
        <tr key={`${date} why`} class="why">
          <td colSpan={4}>{reasons}</td>
        </tr>
      ),
    ];
  });
  return (
    <details>
      <summary>{counts.table}</summary>
      <table>
        <thead>
          <tr>
            {[counts.date, counts.delivered, counts.failed, counts.refused].map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </details>
  );
}

/** True if a form was created within the days that are counted. */
export const isNew = (created: string): boolean =>
  Date.now() - Date.parse(created) < LIMITS.countedDays * DAY_MS;

const ENVELOPE = 'M3 6h18v12H3zM3 7l9 7 9-7';

interface NothingProps {
  title: string;
  hint: string;
  children?: ComponentChildren;
}

/** Instead of an empty picture: what is missing, and what to do. */
export const NothingYet = ({ title, hint, children }: NothingProps) => (
  <div class="nothing">
    <Icon path={ENVELOPE} />
    <p class="label">{title}</p>
    <p class="soft">{hint}</p>
    {children}
  </div>
);

interface Props extends Pick<FormCounts, 'days'> {
  /** When the form was created. */
  created: string;
}

/** The outcomes of the submissions of the last weeks: a picture, and a table that says the same. */
export function CountsPicture({ days, created }: Props) {
  const now = Date.now();
  if (days.length === 0) {
    const title = isNew(created) ? counts.none : counts.quiet;
    return <NothingYet title={title} hint={counts.noneHint} />;
  }
  const all = everyDay(days, now);
  const [first, last] = [all[0]?.date ?? '', all.at(-1)?.date ?? ''];
  const top = Math.max(LEAST_TOP, ...all.map((day) => sum(OUTCOMES.map((name) => day[name]))));
  const sums = forEach((outcome) => sum(all.map((day) => day[outcome])));
  const label = pair(`${asDay(first)} – ${asDay(last)}`, fill(counts.day, asTexts(sums)));
  return (
    <div class="counts">
      <ul class="legend" role="list">
        {OUTCOMES.map((outcome) => (
          <li key={outcome} class={outcome}>
            {pair(counts[outcome], asNumber(sums[outcome]))}
          </li>
        ))}
      </ul>
      <figure>
        <span class="top" aria-hidden="true">
          {asNumber(top)}
        </span>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {all.map((day, at) => (
            <Bar key={at} day={day} at={at} top={top} />
          ))}
        </svg>
        <figcaption aria-hidden="true">
          <span>{asDay(first)}</span>
          <span>{counts.today}</span>
        </figcaption>
      </figure>
      <Table days={days} />
    </div>
  );
}

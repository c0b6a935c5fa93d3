import type { ErrorCode } from '../../contract/error-codes.ts';
import type { FormId } from '../../contract/form-id.ts';
import { change, query, sweepBefore, type Driver, type Value } from './statement.ts';
import { AnswerLost } from './store-errors.ts';

const DAY = 86_400_000;

/** A UTC day, counted from 1970-01-01, of a time in milliseconds. */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** `2026-11-22` for the day of that date. */
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The outcome of a submission. An error code stands for a refusal. */
export type Outcome = 'delivered' | 'failed' | 'trap' | ErrorCode;

/** How many submissions of a form had an outcome on a day. */
export interface DayCount {
  day: number;
  outcome: Outcome;
  count: number;
}

export interface FormCount extends DayCount {
  formId: FormId;
}

/** The counts of a form over some days. Refused ones include those in a trap. */
export interface CountSums {
  delivered: number;
  failed: number;
  refused: number;
}

/** Rows that one call of `add` takes. */
export const MOST_ROWS = 50;

/** Forms that one call of `sumSince` takes. */
export const MOST_FORMS = 100;

/** The answer to `add` was lost: the rows were added or not, and are not sent again. */
export class AdditionLost extends Error {
  constructor(cause: unknown) {
    super('nobody knows whether the counts were added', { cause });
    this.name = 'AdditionLost';
  }
}

/** Port: counts of submissions. They go with their form. */
export interface CountStore {
  /**
   * Adds to what is there, in one statement; what a form that does not exist has counted is dropped.
   * No two rows are about the same. Throws AdditionLost; after any other error nothing was added.
   */
  add(rows: readonly FormCount[]): Promise<void>;
  /** What a form counted on `day` and later, oldest first. */
  listSince(formId: FormId, day: number): Promise<DayCount[]>;
  /** The sums of what each form counted on `day` and later; a form without counts is left out. */
  sumSince(formIds: readonly FormId[], day: number): Promise<(CountSums & { formId: FormId })[]>;
  /**
   * Forms from the first id to the last one whose latest delivery was on one of `lastDays`, both
   * included, and that delivered on at least `leastDays` days from `since` on.
   */
  listSilent(
    ids: { first: FormId; last: FormId },
    of: { since: number; lastDays: { from: number; to: number }; leastDays: number },
  ): Promise<FormId[]>;
  /** Removes what was counted before `day`. */
  removeBefore(day: number): Promise<void>;
}

const ROWS = Array.from({ length: MOST_ROWS }, (_, row) => {
  const at = (column: number) => `$${4 * row + column}`;
  return `(${at(1)}, ${at(2)}, ${at(3)}, ${at(4)})`;
}).join(', ');

const FORMS = Array.from({ length: MOST_FORMS }, (_, at) => `$${at + 2}`).join(', ');

const sumWhere = (condition: string) =>
  `CAST(sum(CASE WHEN ${condition} THEN n ELSE 0 END) AS BIGINT)`;

export const LIST_COUNTS = query<[formId: FormId, day: number], DayCount>(
  `SELECT day, outcome, n AS "count" FROM form_counts WHERE form_id = $1 AND day >= $2
   ORDER BY day, outcome`,
);

export const SUM_COUNTS = query<[day: number, ...Value[]], CountSums & { formId: FormId }>(
  `SELECT form_id AS "formId", ${sumWhere(`outcome = 'delivered'`)} AS "delivered",
     ${sumWhere(`outcome = 'failed'`)} AS "failed",
     ${sumWhere(`outcome NOT IN ('delivered', 'failed')`)} AS "refused"
   FROM form_counts WHERE form_id IN (${FORMS}) AND day >= $1 GROUP BY form_id`,
);

export const LIST_SILENT = query<
  [first: FormId, last: FormId, since: number, from: number, to: number, least: number],
  { formId: FormId }
>(
  `SELECT form_id AS "formId" FROM form_counts
   WHERE form_id BETWEEN $1 AND $2 AND outcome = 'delivered' AND n > 0 AND day >= $3
   GROUP BY form_id HAVING max(day) BETWEEN $4 AND $5 AND count(*) >= $6`,
);

const SQL = {
  /** Sorted, so that nodes that write at the same time lock rows in the same order. */
  add: change<Value[]>(
    `INSERT INTO form_counts (form_id, day, outcome, n)
     SELECT column1, CAST(column2 AS BIGINT), column3, CAST(column4 AS BIGINT)
     FROM (VALUES ${ROWS}) AS added
     WHERE EXISTS (SELECT 1 FROM routes WHERE form_id = column1)
     ORDER BY 1, 2, 3
     ON CONFLICT (form_id, day, outcome) DO UPDATE SET n = form_counts.n + excluded.n`,
    { repeatable: false },
  ),
  removeBefore: change<[before: number, most: number]>(
    `DELETE FROM form_counts WHERE (form_id, day, outcome) IN (
       SELECT form_id, day, outcome FROM form_counts WHERE day < $1 LIMIT $2
     ) RETURNING form_id`,
    { repeatable: true },
  ),
};

/** The values of each row in turn; a statement has places for all. */
function places<Row>(most: number, rows: readonly Row[], valuesOf: (row?: Row) => Value[]) {
  return Array.from({ length: most }, (_, at) => valuesOf(rows[at])).flat();
}

/** The counts of a store on any engine. */
export function createCounts(driver: Driver): CountStore {
  return {
    async add(rows) {
      const values = places(MOST_ROWS, rows, (row) =>
        row ? [row.formId, row.day, row.outcome, row.count] : [null, null, null, null],
      );
      try {
        await driver.run(SQL.add, ...values);
      } catch (error) {
        throw error instanceof AnswerLost ? new AdditionLost(error) : error;
      }
    },
    listSince: (formId, day) => driver.run(LIST_COUNTS, formId, day),
    sumSince: (formIds, day) =>
      driver.run(SUM_COUNTS, day, ...places(MOST_FORMS, formIds, (formId) => [formId ?? null])),
    async listSilent({ first, last }, { since, lastDays: { from, to }, leastDays }) {
      const rows = await driver.run(LIST_SILENT, first, last, since, from, to, leastDays);
      return rows.map(({ formId }) => formId);
    },
    async removeBefore(day) {
      await sweepBefore(driver, SQL.removeBefore, day);
    },
  };
}

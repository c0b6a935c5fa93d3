import type { ErrorCode } from '../../contract/error-codes.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { AccessKeyId, FormId } from '../../contract/names.ts';
import { places, query, sweep, tally, type Bound, type Driver, type Value } from './statement.ts';
import { AnswerLost } from './store-errors.ts';

/** The outcome of a submission. An error code stands for a refusal. */
export type Outcome = 'delivered' | 'failed' | 'trap' | ErrorCode;

/** Beside its outcome, a submission with an access key is counted for the key. */
export const isKeyUse = (counted: Outcome | AccessKeyId): counted is AccessKeyId =>
  counted.startsWith('key_');

const KEY_USE = `outcome LIKE 'key%'`;

/** How many submissions of a form had an outcome on a day. */
export interface DayCount {
  day: number;
  outcome: Outcome | AccessKeyId;
  count: number;
}

export interface FormCount extends DayCount {
  formId: FormId;
}

/** The counts of a form over some days. Refused ones include those in a trap. */
interface CountSums {
  delivered: number;
  failed: number;
  refused: number;
}

/** The same for one of some forms, with the latest day on which it delivered. */
export interface FormSums extends CountSums {
  formId: FormId;
  lastDelivered: number | null;
}

/** Rows that one call of `add` takes. */
export const MOST_ROWS = 50;

/** Forms that one call of `sumSince` takes. */
export const MOST_FORMS = 100;

/** The answer to `add` was lost: the rows were added or not, and are not sent again. */
export class AdditionLost extends Error {
  constructor(cause: unknown) {
    super('the counts were added, or not', { cause });
    this.name = 'AdditionLost';
  }
}

const ROWS = Array.from({ length: MOST_ROWS }, (_, row) => {
  const at = (column: number) => `$${4 * row + column}`;
  return `(${at(1)}, ${at(2)}, ${at(3)}, ${at(4)})`;
}).join(', ');

const FORMS = Array.from({ length: MOST_FORMS }, (_, at) => `$${at + 3}`).join(', ');

const sumWhere = (condition: string) =>
  `CAST(sum(CASE WHEN day >= $1 AND ${condition} THEN n ELSE 0 END) AS BIGINT)`;

const sumSince = query<[day: number, first: number, ...Value[]], FormSums>(
  `SELECT form_id AS "formId", ${sumWhere(`outcome = 'delivered'`)} AS "delivered",
     ${sumWhere(`outcome = 'failed'`)} AS "failed",
     ${sumWhere(`outcome NOT IN ('delivered', 'failed') AND NOT ${KEY_USE}`)} AS "refused",
     max(CASE WHEN outcome = 'delivered' AND n > 0 THEN day END) AS "lastDelivered"
   FROM form_counts WHERE form_id IN (${FORMS}) AND day >= $2 GROUP BY form_id`,
);

const listSilent = query<
  [first: FormId, last: FormId, since: number, from: number, to: number, least: number],
  { formId: FormId }
>(
  `SELECT form_id AS "formId" FROM form_counts
   WHERE form_id BETWEEN $1 AND $2 AND outcome = 'delivered' AND n > 0 AND day >= $3
   GROUP BY form_id HAVING max(day) BETWEEN $4 AND $5 AND count(*) >= $6`,
);

/** Sorted, so that nodes that write at the same time lock rows in the same order. */
const add = tally<Value[]>(
  `INSERT INTO form_counts (form_id, day, outcome, n)
   SELECT column1, CAST(column2 AS BIGINT), column3, CAST(column4 AS BIGINT)
   FROM (VALUES ${ROWS}) AS added
   WHERE EXISTS (SELECT 1 FROM routes WHERE form_id = column1)
   ORDER BY 1, 2, 3
   ON CONFLICT (form_id, day, outcome) DO UPDATE SET n = form_counts.n + excluded.n`,
);

/** The calls about counts of submissions. They go with their form. */
export const COUNTS = {
  /**
   * Adds to what is there, in one statement; what a form that does not exist has counted is
   * dropped. No two rows are about the same. Throws AdditionLost; after any other error nothing was
   * added.
   */
  async add(driver: Driver, rows: readonly FormCount[]): Promise<void> {
    const values = places(MOST_ROWS, rows, (row) =>
      row ? [row.formId, row.day, row.outcome, row.count] : [null, null, null, null],
    );
    try {
      await add(driver, ...values);
    } catch (error) {
      throw error instanceof AnswerLost ? new AdditionLost(error) : error;
    }
  },
  /** The counts of a form on `day` and later, oldest first. */
  listSince: query<[formId: FormId, day: number], DayCount>(
    `SELECT day, outcome, n AS "count" FROM form_counts WHERE form_id = $1 AND day >= $2
     ORDER BY day, outcome`,
  ),
  /**
   * The sums of each form's counts on `day` and later, and its latest delivery from the day `first`
   * on; a form without counts is left out.
   */
  sumSince: (driver: Driver, formIds: readonly FormId[], day: number, first: number) =>
    sumSince(driver, day, first, ...places(MOST_FORMS, formIds, (formId) => [formId ?? null])),
  /**
   * Forms from the first id to the last one whose latest delivery was on one of `lastDays`, both
   * included, and that delivered on at least `leastDays` days from `since` on.
   */
  async listSilent(
    driver: Driver,
    { first, last }: { first: FormId; last: FormId },
    of: { since: number; lastDays: { from: number; to: number }; leastDays: number },
  ): Promise<FormId[]> {
    const { since, lastDays, leastDays } = of;
    const days = [since, lastDays.from, lastDays.to, leastDays] as const;
    return (await listSilent(driver, first, last, ...days)).map(({ formId }) => formId);
  },
  /** The latest day on which each access key of a form was used. */
  lastKeyUses: query<[formId: FormId], { key: AccessKeyId; day: number }>(
    `SELECT outcome AS "key", max(day) AS "day" FROM form_counts
     WHERE form_id = $1 AND ${KEY_USE} GROUP BY outcome`,
  ),
  /** Removes the counts from before `day`, but keeps the last use of each access key for longer. */
  removeBefore: sweep(
    'form_counts',
    'form_id, day, outcome',
    `day < $1 AND (NOT ${KEY_USE} OR day < $1 - ${LIMITS.accessKeyUseDays - LIMITS.countedDays} OR EXISTS (
       SELECT 1 FROM form_counts AS newer WHERE newer.form_id = form_counts.form_id
         AND newer.outcome = form_counts.outcome AND newer.day > form_counts.day))`,
  ),
};

export type CountStore = Bound<typeof COUNTS>;

/** How many connections are in use and idle, and how many calls wait for one. */
export type ConnectionUse = {
  busy: number;
  idle: number;
  waiting: number;
};

/** A parameter that both engines accept. */
export type Value = string | number | null;

/**
 * One SQL statement, valid on SQLite and PostgreSQL alike except in postgres-groups: text and integer
 * columns, `$1` for the first of `Values`. Correctness rests on single statements, not on transactions.
 */
export interface Statement<Values extends readonly Value[], Row extends object> {
  readonly sql: string;
  readonly writes: boolean;
  /** Whether two executions have the effect of one, so that it may run again when its answer is lost. */
  readonly repeatable: boolean;
  /** Never set: it carries the types of the parameters and of a row. */
  readonly types?: (...values: Values) => Row;
}

/** A statement that only reads. */
export const query = <Values extends readonly Value[], Row extends object>(
  sql: string,
): Statement<Values, Row> => ({ sql, writes: false, repeatable: true });

/** A statement that writes; its rows are those of RETURNING. ADR 16 says which are repeatable. */
export const change = <Values extends readonly Value[], Row extends object = object>(
  sql: string,
  { repeatable }: { repeatable: boolean },
): Statement<Values, Row> => ({ sql, writes: true, repeatable });

/** A table's columns, each named once, by the field that holds it in a row. */
export function columnsOf<Row extends Record<keyof Row, Value>>(
  columns: Readonly<Record<keyof Row & string, string>>,
) {
  const fields = Object.keys(columns) as (keyof Row)[];
  const names = Object.values<string>(columns);
  return {
    fields,
    /** `form_id AS "formId", …`. Never `*`: a column of a later version must not change the answer. */
    selected: Object.entries(columns)
      .map(([field, name]) => `${String(name)} AS "${field}"`)
      .join(', '),
    names: names.join(', '),
    places: names.map((_, index) => `$${index + 1}`).join(', '),
    placeOf: (field: keyof Row) => `$${fields.indexOf(field) + 1}`,
    count: names.length,
    valuesOf: (row: Row): Value[] => fields.map((field) => row[field]),
  };
}

/** What an engine does for the store. */
export interface Driver {
  /** Whether other processes may serve from the same database. */
  readonly shared: boolean;
  /** Returns the rows. A change is durable when this resolves; rejects when the engine fails. */
  run<Values extends readonly Value[], Row extends object>(
    statement: Statement<Values, Row>,
    ...values: Values
  ): Promise<Row[]>;
  /** Overwrites what deletes have freed, where the engine does not do so itself. */
  scrub(): void;
  connections?(): ConnectionUse;
  close(): Promise<void>;
}

/** Deletes up to `most` rows from before a time. */
export type Sweep = Statement<[before: number, most: number], object>;

/** Rows that one statement of the sweeper deletes, so that none runs for long. */
const SWEEP_ROWS = 200;

/** Deletes every row from before a time, in several statements; returns how many. */
export async function sweepBefore(driver: Driver, sweep: Sweep, before: number): Promise<number> {
  for (let count = 0; ;) {
    const removed = await driver.run(sweep, before, SWEEP_ROWS);
    count += removed.length;
    if (removed.length < SWEEP_ROWS) return count;
  }
}

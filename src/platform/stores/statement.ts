/** How many connections are in use and idle, and how many calls wait for one. */
export type ConnectionUse = {
  busy: number;
  idle: number;
  waiting: number;
};

/** A parameter that both engines accept. */
export type Value = string | number | null;

/**
 * One SQL statement, valid on SQLite and PostgreSQL alike except in postgres-groups: text and
 * integer columns, `$1` for the first value. Correctness rests on single statements, not on
 * transactions.
 */
export interface Statement {
  readonly sql: string;
  readonly writes: boolean;
  /** True if it may run again when its answer is lost: two executions have the effect of one. */
  readonly repeatable: boolean;
}

/** Runs statements; returns their rows. */
export interface Runner {
  /** A change is durable when this resolves; rejects when the engine fails. */
  run(statement: Statement, values: readonly Value[]): Promise<object[]>;
}

/** An engine of the store. */
export interface Driver extends Runner {
  /** True if other processes may serve from the same database. */
  readonly shared: boolean;
  /** Overwrites what deletes have freed, if the engine does not do so itself. */
  scrub(): void;
  connections?(): ConnectionUse;
  close(): Promise<void>;
}

/** A call that runs a statement with its values. */
export type Call<Values extends readonly Value[], Answer> = (
  driver: Runner,
  ...values: Values
) => Promise<Answer>;

const statement =
  (kind: Omit<Statement, 'sql'>) =>
  <Values extends readonly Value[], Row extends object = object>(
    sql: string,
  ): Call<Values, Row[]> => {
    const made = { sql, ...kind };
    return (driver, ...values) => driver.run(made, values) as Promise<Row[]>;
  };

/** A statement that only reads. */
export const query = statement({ writes: false, repeatable: true });

/** A write without further effect when it runs twice (ADR 16). Its rows are those of RETURNING. */
export const change = statement({ writes: true, repeatable: true });

/** A write that counts, so that it must not run twice. */
export const tally = statement({ writes: true, repeatable: false });

/** A call that answers with a part of what another answers with. */
export const mapped =
  <Values extends readonly Value[], Whole, Part>(
    call: Call<Values, Whole>,
    partOf: (whole: Whole) => Part,
  ): Call<Values, Part> =>
  (driver, ...values) =>
    call(driver, ...values).then(partOf);

/** The first row of an answer. */
export const first = <Values extends readonly Value[], Row>(rows: Call<Values, Row[]>) =>
  mapped(rows, (found): Row | undefined => found[0]);

/** True if an answer has a row. */
export const some = <Values extends readonly Value[]>(rows: Call<Values, object[]>) =>
  mapped(rows, ({ length }) => length > 0);

/** A query for one row. */
export const find = <Values extends readonly Value[], Row extends object>(sql: string) =>
  first(query<Values, Row>(sql));

/** A query for one number, `n`; 0 without a row. */
export const count = <Values extends readonly Value[]>(sql: string) =>
  mapped(query<Values, { n: number }>(sql), ([row]) => row?.n ?? 0);

/** A change that returns whether it was made, by RETURNING. */
export const changed = <Values extends readonly Value[]>(sql: string) => some(change<Values>(sql));

/** A call that answers with nothing. */
export const silent = <Values extends readonly Value[]>(run: Call<Values, unknown>) =>
  mapped(run, (): void => undefined);

/** A change without an answer. */
export const write = <Values extends readonly Value[]>(sql: string) => silent(change<Values>(sql));

/** A deletion whose freed pages are overwritten. */
export const scrubbed =
  <Values extends readonly Value[], Answer>(remove: Call<Values, Answer>) =>
  async (driver: Driver, ...values: Values): Promise<Answer> => {
    const answer = await remove(driver, ...values);
    driver.scrub();
    return answer;
  };

/** Rows that one statement of the sweeper deletes: few, so that each is short. */
const SWEEP_ROWS = 200;

/**
 * Deletes all rows for which a condition on `$1` holds, in several statements; returns their
 * number.
 */
export function sweep(
  table: string,
  key: string,
  condition: string,
): Call<[before: number], number> {
  const remove = change<[before: number, most: number]>(
    `DELETE FROM ${table} WHERE (${key}) IN (
       SELECT ${key} FROM ${table} WHERE ${condition} LIMIT $2
     ) RETURNING 1`,
  );
  return async (driver, before) => {
    for (let removed = 0; ;) {
      const { length } = await remove(driver, before, SWEEP_ROWS);
      removed += length;
      if (length < SWEEP_ROWS) return removed;
    }
  };
}

/** The values of each item in turn; a statement has places for `most` items. */
export const places = <Item>(
  most: number,
  items: readonly Item[],
  valuesOf: (item?: Item) => Value[],
): Value[] => Array.from({ length: most }, (_, at) => valuesOf(items[at])).flat();

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a type without a value
export const column = <T extends Value>(): T => null as T;

/** A table's columns: `formId` is `form_id`. */
export function columnsOf<Row extends Record<keyof Row, Value>>(columns: Row) {
  const fields = Object.keys(columns) as (keyof Row & string)[];
  const names = fields.map((field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  return {
    fields,
    /** `form_id AS "formId", …`; not `*`, since later versions may add columns. */
    selected: fields.map((field, index) => `${names[index]} AS "${field}"`).join(', '),
    names: names.join(', '),
    places: names.map((_, index) => `$${index + 1}`).join(', '),
    placeOf: (field: keyof Row & string) => `$${fields.indexOf(field) + 1}`,
    count: names.length,
    valuesOf: (row: Row): Value[] => fields.map((field) => row[field]),
  };
}

/** The calls of one part of the store, by name. */
type Calls = Readonly<Record<string, (driver: Driver, ...values: never[]) => Promise<unknown>>>;

/** Calls that need no driver any more. */
export type Bound<C extends Calls> = {
  [Name in keyof C]: C[Name] extends (driver: never, ...values: infer Values) => infer Answer
    ? (...values: Values) => Answer
    : never;
};

/** The calls of a part on an engine. */
export function bind<C extends Calls>(calls: C, driver: Driver): Bound<C> {
  const bound = Object.entries(calls).map(([name, call]) => [name, call.bind(undefined, driver)]);
  return Object.fromEntries(bound) as Bound<C>;
}

import type { ErrorCode } from '../../contract/error-codes.ts';
import type { FormId } from '../route.ts';

const DAY = 86_400_000;

/** A UTC day, counted from 1970-01-01, of a time in milliseconds. */
export const dayOf = (time: number): number => Math.floor(time / DAY);

/** `2026-11-22` for the day of that date. */
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** What became of a submission. An error code stands for a refusal. */
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

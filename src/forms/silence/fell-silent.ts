import { LIMITS } from '../../contract/limits.ts';

/** What the counts of a form say about its silence. Days are counted from 1970-01-01 (UTC). */
export interface Silence {
  /** The last day on which something was delivered. */
  last: number;
  /** Whole days since then without a delivery; today is not one of them. */
  silent: number;
  /** On how many of how many days before that something was delivered. */
  active: number;
  of: number;
}

/** Silences of fewer whole days are none; those of more leave too few counts of the time before. */
export const SILENT_DAYS = { least: 7, most: 14 } as const;

/** Forms that deliver on fewer days get no notice: their silences are chance. */
export const LEAST_ACTIVE_DAYS = 8;

/** How likely such a silence may be for a form that goes on as before. */
const CHANCE = 1 / 1_000;

const WEEK = 7;
const WEEKS = 3;

/** The first day whose counts are kept. */
export const firstKept = (today: number): number => today - LIMITS.countedDays + 1;

/**
 * Whether a form that usually gets mail has fallen silent, from the days on which it delivered. It
 * delivered in each of the three weeks before, and if every day were as likely to bring something as
 * then, so many days without anything would happen once in a thousand times. Whole weeks are compared
 * at least, so weekends do not matter.
 */
export function findSilence(days: readonly number[], today: number): Silence | undefined {
  const first = firstKept(today);
  const delivered = new Set(days.filter((day) => day >= first && day <= today));
  if (delivered.size < LEAST_ACTIVE_DAYS) return undefined;
  const last = Math.max(...delivered);
  const silent = today - last - 1;
  if (silent < SILENT_DAYS.least || silent > SILENT_DAYS.most) return undefined;
  const of = last - first + 1;
  const isSteady = Array.from({ length: WEEKS }, (_, week) => last - week * WEEK).every((end) =>
    [...delivered].some((day) => day <= end && day > end - WEEK),
  );
  const chance = (1 - delivered.size / of) ** silent;
  return isSteady && chance <= CHANCE ? { last, silent, active: delivered.size, of } : undefined;
}

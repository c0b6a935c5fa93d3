import type { Context } from '../../platform/context.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { FormCounts } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { AuthorizeForm } from '../form-credentials.ts';
import type { FormId } from '../../contract/form-id.ts';
import {
  dateOf,
  dayOf,
  MOST_FORMS,
  type CountSums,
  type DayCount,
  type Outcome,
} from '../../platform/stores/count-table.ts';
import { Gatherer } from './gatherer.ts';

/** What became of the submissions of each form, by day. */
export interface Counts {
  /** Counts one submission to a form that exists. */
  add(formId: FormId, outcome: Outcome): void;
  /** Counts one that was answered with this error: refused, or failed where the service is at fault. */
  addError(formId: FormId, error: unknown): void;
  /** The last 35 days, for those whom `authorize` lets manage the form; throws its errors. */
  read(id: string, authorization: string | undefined): Promise<FormCounts>;
  /** The current month (UTC), with a row for each form; one statement for every hundred of them. */
  ofMonth(formIds: readonly FormId[]): Promise<ReadonlyMap<FormId, CountSums>>;
  /** What a form has counted today (UTC), on all nodes: `challenged` ones were asked for a solution. */
  ofToday(formId: FormId): Promise<TodayCounts>;
  /** Writes what is in memory; nothing is counted afterwards. */
  close(): Promise<void>;
}

/** Today's submissions of a form by what became of them; `refused` leaves out what has a name here. */
interface TodayCounts {
  delivered: number;
  challenged: number;
  refused: number;
  trapped: number;
}

interface Parts extends Pick<Context, 'store' | 'log' | 'now'> {
  authorize: AuthorizeForm;
}

/**
 * By its answer: 4xx says that something is wrong with the submission, 5xx that it was not delivered. A form
 * whose inbox takes no mail refuses without trying.
 */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ServiceError)) return 'failed';
  return error.status < 500 || error.variant === 'bounced_inbox' ? error.code : 'failed';
}

const KINDS: { [Name in Outcome]?: keyof TodayCounts } = {
  delivered: 'delivered',
  challenge_required: 'challenged',
  trap: 'trapped',
};

/** The rows of one day as the contract has them. */
function describeDay(day: number, rows: readonly DayCount[]): FormCounts['days'][number] {
  const {
    delivered = 0,
    failed = 0,
    ...refused
  } = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
  return { date: dateOf(day), delivered, failed, refused };
}

function monthStart(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Counts of submissions (ADR 36). */
export function createCounts({ store, authorize, log, now }: Parts): Counts {
  const { counts } = store;
  const gatherer = new Gatherer({ counts, log });

  const add = (formId: FormId, outcome: Outcome) =>
    gatherer.add({ formId, day: dayOf(now()), outcome, count: 1 });

  return {
    add,
    addError: (formId, error) => add(formId, outcomeOf(error)),
    async read(id, authorization) {
      const { formId } = (await authorize(id, authorization)).row;
      await gatherer.write();
      const rows = await counts.listSince(formId, dayOf(now()) - LIMITS.countedDays + 1);
      const days = Array.from(Map.groupBy(rows, ({ day }) => day));
      return {
        success: true,
        form_id: formId,
        days: days.map(([day, ofDay]) => describeDay(day, ofDay)),
      };
    },
    async ofMonth(formIds) {
      await gatherer.write();
      const since = dayOf(monthStart(now()));
      const sums = new Map(
        formIds.map((formId) => [formId, { delivered: 0, failed: 0, refused: 0 }]),
      );
      for (let start = 0; start < formIds.length; start += MOST_FORMS) {
        const page = formIds.slice(start, start + MOST_FORMS);
        for (const { formId, ...counted } of await counts.sumSince(page, since)) {
          sums.set(formId, counted);
        }
      }
      return sums;
    },
    async ofToday(formId) {
      await gatherer.write();
      const today = { delivered: 0, challenged: 0, refused: 0, trapped: 0 };
      for (const { outcome, count } of await counts.listSince(formId, dayOf(now()))) {
        if (outcome !== 'failed') today[KINDS[outcome] ?? 'refused'] += count;
      }
      return today;
    },
    close: () => gatherer.close(),
  };
}

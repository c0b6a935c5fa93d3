import type { Context } from '../../platform/context.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { FormCounts } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { AuthorizedForm } from '../form-credentials.ts';
import type { AccessKeyId, FormId } from '../../contract/names.ts';
import {
  MOST_FORMS,
  type FormSums,
  type DayCount,
  type Outcome,
  AdditionLost,
  isKeyUse,
  MOST_ROWS,
  type CountStore,
  type FormCount,
} from '../../platform/stores/count-table.ts';
import { dateOf, dayOf } from '../../platform/stores/counter-tables.ts';
import type { Log } from '../../platform/log/log.ts';

/** Milliseconds between two writes. */
const PAUSE = 3_000;

/** Rows in memory while the store fails; beyond them, nothing gets a new row. */
const MOST_WAITING = 100_000;

/** Gathers counts in memory and writes their sums every few seconds, never on a request's path. */
export class Gatherer {
  readonly #counts: Pick<CountStore, 'add'>;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #waiting = new Map<FormId, FormCount[]>();
  #rows = 0;
  #writing: Promise<void> | undefined = undefined;

  constructor(counts: Pick<CountStore, 'add'>, log: Log) {
    this.#counts = counts;
    this.#log = log;
    this.#timer = setInterval(() => void (this.#writing ?? this.write()), PAUSE).unref();
  }

  add(row: FormCount): void {
    const ofForm = this.#waiting.get(row.formId) ?? [];
    for (const waiting of ofForm) {
      if (waiting.outcome !== row.outcome || waiting.day !== row.day) continue;
      waiting.count += row.count;
      return;
    }
    if (this.#rows >= MOST_WAITING) return;
    this.#rows += 1;
    ofForm.push({ ...row });
    this.#waiting.set(row.formId, ofForm);
  }

  /** Writes all that was added before this call. Never rejects: failed rows wait for the next. */
  async write(): Promise<void> {
    // A write that is under way does not include rows that came after its start.
    while (this.#writing) await this.#writing;
    if (this.#waiting.size === 0) return;
    this.#writing = this.#writeAll();
    await this.#writing;
  }

  /** Writes a last time. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #writeAll(): Promise<void> {
    const rows = [...this.#waiting.values()].flat();
    this.#waiting = new Map();
    this.#rows = 0;
    let settled = 0;
    try {
      for (; settled < rows.length; settled += MOST_ROWS) {
        await this.#counts.add(rows.slice(settled, settled + MOST_ROWS));
      }
    } catch (error) {
      if (error instanceof AdditionLost) settled += MOST_ROWS;
      this.#log.countsNotWritten({ error });
      for (const row of rows.slice(settled)) this.add(row);
    } finally {
      this.#writing = undefined;
    }
  }
}

/** Submissions by outcome; `refused` counts those that no other member counts. */
interface OutcomeSums {
  delivered: number;
  challenged: number;
  refused: number;
  trapped: number;
}

/**
 * 4xx means that something is wrong with the submission, 5xx that it was not delivered. A form
 * whose inbox takes no mail refuses without trying.
 */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ServiceError)) return 'failed';
  return error.status < 500 || error.variant === 'bounced_inbox' ? error.code : 'failed';
}

const KINDS: { [Name in Outcome]?: keyof OutcomeSums } = {
  delivered: 'delivered',
  challenge_required: 'challenged',
  trap: 'trapped',
};

export function sumOutcomes(rows: readonly DayCount[]): OutcomeSums {
  const sums = { delivered: 0, challenged: 0, refused: 0, trapped: 0 };
  for (const { outcome, count } of rows) {
    if (outcome !== 'failed' && !isKeyUse(outcome)) sums[KINDS[outcome] ?? 'refused'] += count;
  }
  return sums;
}

/** The rows of one day as the contract has them. */
function describeDay(day: number, rows: readonly DayCount[]): FormCounts['days'][number] {
  const byName = (some: readonly DayCount[]) =>
    Object.fromEntries(some.map(({ outcome, count }) => [outcome, count]));
  const { true: uses, false: others = [] } = Object.groupBy(rows, ({ outcome }) =>
    isKeyUse(outcome) ? 'true' : 'false',
  );
  const { delivered = 0, failed = 0, ...refused } = byName(others);
  return { date: dateOf(day), delivered, failed, refused, ...(uses && { keys: byName(uses) }) };
}

function monthStart(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Counts the submissions of each form by day and outcome (ADR 36). */
export class Counts {
  readonly #context: Pick<Context, 'store' | 'now'>;
  readonly #gatherer: Gatherer;

  constructor(context: Pick<Context, 'store' | 'log' | 'now'>) {
    this.#context = context;
    this.#gatherer = new Gatherer(context.store.counts, context.log);
  }

  /** Counts a submission to an existing form, or a use of an access key, on the day of `at`. */
  add(formId: FormId, outcome: Outcome | AccessKeyId, at = this.#context.now()): void {
    this.#gatherer.add({ formId, day: dayOf(at), outcome, count: 1 });
  }

  /** Counts a submission answered with an error: refused, or failed if the service is at fault. */
  addError(formId: FormId, error: unknown): void {
    this.add(formId, outcomeOf(error));
  }

  /** The last 35 days. */
  async read({ row: { formId } }: AuthorizedForm): Promise<FormCounts> {
    const rows = await this.#listSince(formId, this.#firstDay());
    const days = Array.from(Map.groupBy(rows, ({ day }) => day));
    return {
      success: true,
      form_id: formId,
      days: days.map(([day, ofDay]) => describeDay(day, ofDay)),
    };
  }

  /** The current month (UTC) and the latest delivery of forms; one statement for each 100. */
  async ofMonth(formIds: readonly FormId[]): Promise<ReadonlyMap<FormId, FormSums>> {
    const { store, now } = this.#context;
    await this.#gatherer.write();
    const since = dayOf(monthStart(now()));
    const first = Math.min(since, this.#firstDay());
    const sums = new Map<FormId, FormSums>();
    for (let start = 0; start < formIds.length; start += MOST_FORMS) {
      const page = formIds.slice(start, start + MOST_FORMS);
      for (const ofForm of await store.counts.sumSince(page, since, first)) {
        sums.set(ofForm.formId, ofForm);
      }
    }
    return sums;
  }

  /** The submissions of a form today (UTC), on all nodes; `challenged`: asked for a solution. */
  async ofToday(formId: FormId): Promise<OutcomeSums> {
    return sumOutcomes(await this.#listSince(formId, this.#today()));
  }

  /** The latest day on which each access key of a form was used; unused keys are left out. */
  async lastKeyUses(formId: FormId): Promise<ReadonlyMap<AccessKeyId, number>> {
    await this.#gatherer.write();
    const uses = await this.#context.store.counts.lastKeyUses(formId);
    return new Map(uses.map(({ key, day }) => [key, day]));
  }

  /** Writes what is in memory; later submissions are not counted. */
  close(): Promise<void> {
    return this.#gatherer.close();
  }

  #firstDay(): number {
    return this.#today() - LIMITS.countedDays + 1;
  }

  #today(): number {
    return dayOf(this.#context.now());
  }

  async #listSince(formId: FormId, day: number): Promise<DayCount[]> {
    await this.#gatherer.write();
    return this.#context.store.counts.listSince(formId, day);
  }
}

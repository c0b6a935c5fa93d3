import type { Context } from '../../platform/context.ts';
import { LIMITS } from '../../contract/limits.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { DayCount } from '../../platform/stores/count-table.ts';
import { dateOf, dayOf } from '../../platform/stores/counter-tables.ts';
import { INBOX_SIZE, MailBudgets, type Refund } from '../../inboxes/mail-budget.ts';
import type { OwnerMails } from '../../consent/decisions/owner-mails.ts';
import { walkRoutes, type RouteRow } from '../../platform/stores/route-table.ts';
import { sumOutcomes } from '../../forms/counts/index.ts';
import {
  challengeOf,
  hasOrigins,
  openRoute,
  unlessDamaged,
  type Route,
} from '../../forms/route.ts';

/** The silence of a form, by its counts. Days are counted from 1970-01-01 (UTC). */
export interface Silence {
  /** The last day on which something was delivered. */
  last: number;
  /** Whole days since then without a delivery; today is not one of them. */
  silent: number;
  /** On how many of how many days before that something was delivered. */
  active: number;
  of: number;
}

/** Days of a silence. More of them would leave too few counts of the time before. */
const SILENT_DAYS = { least: 7, most: 14 } as const;

/** Forms that deliver on fewer days get no notice: their silences are chance. */
const LEAST_ACTIVE_DAYS = 8;

/** How likely such a silence may be for a form that goes on as before. */
const CHANCE = 1 / 1_000;

const WEEK = 7;
const WEEKS = 3;

/** The first day whose counts are kept. */
const firstKept = (today: number): number => today - LIMITS.countedDays + 1;

/**
 * The silence of a form that usually gets mail, from the days on which it delivered. It delivered
 * in each of the three weeks before, and by chance so many empty days happen once in a thousand
 * times. A silence has at least a whole week, so weekends do not matter.
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

const DAY_SECONDS = 86_400;
const HOUR = 3_600_000;
const FIRST = 60_000;

/** Submissions came, and something else than silence explains why none was delivered. */
const EXPLAINED: ReadonlySet<string> = new Set([
  'failed',
  'inbox_not_verified',
  'monthly_allowance_exhausted',
]);

/** The submissions of the silence by outcome; undefined if they explain it. */
function refusedIn(rows: readonly DayCount[], { last }: Silence) {
  const since = rows.filter(({ day }) => day > last);
  if (since.some(({ outcome }) => EXPLAINED.has(outcome))) return undefined;
  const { challenged, refused, trapped } = sumOutcomes(since);
  return { challenged, refused, trapped };
}

/**
 * True if a silence needs no notice: the owner paused the form, wants no notices, or knows of a
 * bounce.
 */
const isExpected = ({ settings, quiet, bounced }: Route): boolean =>
  settings.paused === true || quiet === true || bounced !== undefined;

/** Tells owners whose form usually gets mail and fell silent, once for each silence. */
export class SilenceWatch {
  readonly #context: Context;
  readonly #mails: OwnerMails;
  readonly #budgets: MailBudgets;
  readonly #timers: readonly NodeJS.Timeout[];
  #isStopped = false;

  constructor(context: Context, mails: OwnerMails) {
    this.#context = context;
    this.#mails = mails;
    this.#budgets = new MailBudgets(context, 'silence');
    this.#timers = [
      setTimeout(() => void this.check(), FIRST).unref(),
      setInterval(() => void this.check(), HOUR).unref(),
    ];
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Looks at all forms, unless a node has done so today (UTC). Never rejects. */
  async check(): Promise<void> {
    const { keyring, log, now } = this.#context;
    const today = dayOf(now());
    try {
      const release = await this.#once(keyedHash(keyring, 'silence', 'check'), today + 1);
      if (!release) return;
      try {
        const count = await this.#checkAll(today);
        // Another node, or this one after its start, looks at the rest.
        if (this.#isStopped) await release();
        else log.silencesLooked({ count });
      } catch (error) {
        await release();
        throw error;
      }
    } catch (error) {
      log.silencesNotLooked({ error });
    }
  }

  /** Counts an event that happens once until the start of a day; undefined if it has happened. */
  async #once(subject: KeyedHash, untilDay: number): Promise<Refund | undefined> {
    const { counters } = this.#context.store;
    const endsAt = untilDay * DAY_SECONDS;
    const count = await counters.take(subject, endsAt, 1);
    return count === undefined ? undefined : () => counters.giveBack(subject, endsAt);
  }

  /** All forms, by one statement for a batch of routes; returns how many notices were due. */
  async #checkAll(today: number): Promise<number> {
    const { routes, counts } = this.#context.store;
    let due = 0;
    const lastDays = { from: today - SILENT_DAYS.most - 1, to: today - SILENT_DAYS.least - 1 };
    const wanted = { since: firstKept(today), lastDays, leastDays: LEAST_ACTIVE_DAYS };
    for await (const batch of walkRoutes(routes)) {
      const [first, last] = [batch[0]?.formId, batch.at(-1)?.formId];
      if (this.#isStopped || !first || !last) return due;
      const found = new Set(await counts.listSilent({ first, last }, wanted));
      for (const row of batch) {
        const isActive = row.status === 'active' && row.suspendedAt === null;
        if (!isActive || !found.has(row.formId)) continue;
        if (this.#isStopped) return due;
        if (await this.#checkForm(row, today)) due += 1;
      }
    }
    return due;
  }

  /** Tells the owner of a form if it fell silent; true if a notice was due. */
  async #checkForm(row: RouteRow, today: number): Promise<boolean> {
    const { store, keyring, links } = this.#context;
    const rows = await store.counts.listSince(row.formId, firstKept(today));
    const delivered = rows.filter(({ outcome }) => outcome === 'delivered');
    const silence = findSilence(
      delivered.map(({ day }) => day),
      today,
    );
    const refused = silence && refusedIn(rows, silence);
    if (!silence || !refused) return false;
    // One damaged row must not keep the owners of others from being told.
    const route = unlessDamaged(() => openRoute(keyring, row));
    if (!route || isExpected(route)) return false;
    const about = {
      ...silence,
      route,
      last: new Date(dateOf(silence.last)),
      refused,
      page: route.settings.website?.url,
      endpoint: links.endpoint(route.formId),
      hasOrigins: hasOrigins(route),
      challenge: challengeOf(route),
      quietLink: this.#mails.ownerLinks.quiet(route),
    };
    const requester = { requestId: 'silence' };
    const reserve = () => this.#reserveNotice(route, silence);
    await this.#mails.mailOwner.quietly({ kind: 'silence', about, requester, reserve });
    return true;
  }

  /** One notice of each silence, within the budgets of the inbox and of the deployment. */
  async #reserveNotice({ formId, inbox }: Route, { last }: Silence): Promise<Refund | undefined> {
    const subject = keyedHash(this.#context.keyring, 'silence', 'form', formId, String(last));
    // Until its counts are gone.
    const forget = await this.#once(subject, last + LIMITS.countedDays + 1);
    if (!forget) return undefined;
    const { deployment } = LIMITS.verificationMailsPerCreateRate;
    try {
      const refund = await this.#budgets.reserve([
        this.#budgets.share(INBOX_SIZE, 'inbox', inbox.quota),
        ...this.#budgets.multiple(deployment, 'all', ''),
      ]);
      return async () => void (await Promise.all([refund(), forget()]));
    } catch (error) {
      await forget();
      throw error;
    }
  }
}

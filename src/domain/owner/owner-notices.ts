import { ServiceError } from '../../contract/service-error.ts';
import { monthEnd, unapprovedShare } from '../inboxes/allowance.ts';
import type { CounterStore } from '../inboxes/counter-store.ts';
import type { MailBudget } from '../inboxes/mail-budget.ts';
import type { Log } from '../../platform/log/log.ts';
import { MailFailure, type SendMail } from '../../delivery/mail/mailer.ts';
import type { Links } from '../routes/links.ts';
import type { Route, UnapprovedRoute } from '../routes/route.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import {
  composeHeldFormEmail,
  composeNewFormEmail,
  composeQuotaEmail,
  composeStoppedEmail,
  type Letterhead,
  type MonthlyUse,
} from './owner-emails.ts';

/** A delivery that a monthly limit counts. */
interface CountedDelivery {
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  used: number;
  limit: number;
}

/** Mails to owners that nobody waits for. */
export interface OwnerNotices {
  /** A form was made for a confirmed inbox and is active at once. */
  newForm(route: UnapprovedRoute, requestId: string): void;
  /**
   * Sends the mail about such a form again, and waits for it. Throws `rate_limited` when the budget
   * of the inbox is used up, and `delivery_failed`.
   */
  newFormAgain(route: UnapprovedRoute, requestId: string): Promise<void>;
  /** A form was made while the owner's stop of another one holds new forms back. */
  held(route: Route, requestId: string): void;
  /** A form was stopped; `restartLink` starts it again. */
  stopped(route: Route, restartLink: string, spam: boolean, requestId: string): void;
  /** A delivery was made; at 80 % and at 100 % of the month its inbox hears of it, once each. */
  delivered(route: Route, delivery: CountedDelivery, requestId: string): void;
}

interface Parts {
  counters: CounterStore;
  keyring: Keyring;
  /** Of notices of new forms. */
  budget: MailBudget;
  /** Of notices of stops. */
  stopBudget: MailBudget;
  sendMail: SendMail;
  letterhead: Letterhead;
  links: Links;
  approveLink: (route: UnapprovedRoute) => string;
  restartLink: (route: Route) => string;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  /** How many submissions of this inbox and month a browser's autofill may have lost. */
  autofillTraps: (route: Route) => Promise<number>;
  runInBackground: (task: () => Promise<void>) => boolean;
  log: Log;
}

const NOT_SENT = 'The email could not be sent. Please try again later.';

/** Percent of the month at which an inbox is told, in rising order. */
const LEVELS = [80, 100] as const;

/** Notices remembered, so that an inbox above a level costs the store one statement a process. */
const MAX_TOLD = 100_000;

const deliveriesAt = (level: number, limit: number) => Math.ceil((limit * level) / 100);

/** The highest level that so many deliveries have reached; a lower one it coincides with is silent. */
function levelReached(used: number, limit: number): number | undefined {
  return LEVELS.findLast((level) => used >= deliveriesAt(level, limit));
}

/** The class of an expected failure for the log: no words of a server. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof MailFailure) return error.kind;
  return error instanceof ServiceError ? error.code : undefined;
}

export function createOwnerNotices(parts: Parts): OwnerNotices {
  const { counters, keyring, budget, sendMail, letterhead, links, autofillTraps, log } = parts;
  const { approveLink, monthlyLimit } = parts;
  const told = new Set<string>();

  function remember(notice: string): void {
    if (told.size >= MAX_TOLD) told.clear();
    told.add(notice);
  }

  /** Runs a notice behind the answer and tells the log how it went. */
  function send(
    notice: 'new_form' | 'held_form' | 'quota' | 'stopped',
    { formId }: Route,
    requestId: string,
    task: () => Promise<boolean>,
    onFailure: () => void = () => undefined,
  ): void {
    const facts = { requestId, formId, notice };
    const fail = (reason: string, error?: unknown) => {
      onFailure();
      log.ownerNotNotified({ ...facts, reason, error });
    };
    const taken = parts.runInBackground(async () => {
      try {
        if (await task()) log.ownerNotified(facts);
      } catch (error) {
        const reason = reasonOf(error);
        if (reason) fail(reason);
        else fail('fault', error);
      }
    });
    if (!taken) fail('dropped');
  }

  /** Takes what makes a mail the only one, and gives it back when the mail surely was not sent. */
  async function sendOnce(compose: Parameters<SendMail>[0], giveBack: () => Promise<void>) {
    try {
      await sendMail(compose);
    } catch (error) {
      const doubtful = error instanceof MailFailure && error.kind === 'doubtful';
      if (!doubtful) await giveBack();
      throw error;
    }
  }

  async function mailNewForm(route: UnapprovedRoute): Promise<void> {
    const refund = await budget.take(route.inbox.quota);
    const deliveries = unapprovedShare(monthlyLimit);
    const form = {
      endpoint: links.endpoint(route.formId),
      approveLink: approveLink(route),
      share: deliveries === undefined ? undefined : { deliveries, limit: monthlyLimit },
    };
    await sendOnce(() => composeNewFormEmail(route, form, letterhead), refund);
  }

  /** False when another node, or an earlier life of this one, has told it. */
  async function tellUse(
    route: Route,
    subject: KeyedHash,
    use: Omit<MonthlyUse, 'autofillTraps'>,
  ): Promise<boolean> {
    const endsAt = use.resetsAt.getTime() / 1000;
    const traps = await autofillTraps(route);
    if ((await counters.take(subject, endsAt, 1)) === undefined) return false;
    const compose = () => composeQuotaEmail(route, { ...use, autofillTraps: traps }, letterhead);
    await sendOnce(compose, () => counters.giveBack(subject, endsAt));
    return true;
  }

  return {
    newForm(route, requestId) {
      send('new_form', route, requestId, async () => {
        await mailNewForm(route);
        return true;
      });
    },
    async newFormAgain(route, requestId) {
      const facts = { requestId, formId: route.formId, notice: 'new_form' } as const;
      try {
        await mailNewForm(route);
        log.ownerNotified(facts);
      } catch (cause) {
        if (!(cause instanceof MailFailure)) throw cause;
        log.ownerNotNotified({ ...facts, reason: cause.kind });
        if (cause.kind === 'doubtful') return;
        throw new ServiceError('delivery_failed', undefined, { message: NOT_SENT, cause });
      }
    },
    held(route, requestId) {
      send('held_form', route, requestId, async () => {
        const refund = await budget.take(route.inbox.quota);
        const link = parts.restartLink(route);
        await sendOnce(() => composeHeldFormEmail(route, link, letterhead), refund);
        return true;
      });
    },
    stopped(route, restartLink, spam, requestId) {
      send('stopped', route, requestId, async () => {
        const refund = await parts.stopBudget.take(route.inbox.quota);
        const compose = () => composeStoppedEmail(route, restartLink, { spam }, letterhead);
        await sendOnce(compose, refund);
        return true;
      });
    },
    delivered(route, { at, used, limit }, requestId) {
      const level = levelReached(used, limit);
      if (level === undefined) return;
      const resetsAt = monthEnd(at);
      const subject = keyedHash(keyring, 'quota-notice', String(level), route.inbox.quota);
      const notice = `${subject} ${resetsAt.getTime()}`;
      if (told.has(notice)) return;
      remember(notice);
      const tell = () => tellUse(route, subject, { level, used, limit, resetsAt });
      send('quota', route, requestId, tell, () => told.delete(notice));
    },
  };
}

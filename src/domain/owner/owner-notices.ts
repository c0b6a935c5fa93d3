import { monthEnd, unapprovedShare } from '../inboxes/allowance.ts';
import type { CounterStore } from '../inboxes/counter-store.ts';
import type { Links } from '../routes/links.ts';
import type { Route, UnapprovedRoute } from '../routes/route.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { MailOwner } from './mail-owner.ts';
import {
  composeHeldFormEmail,
  composeNewFormEmail,
  composeQuotaEmail,
  composeStoppedEmail,
  type Letterhead,
} from './owner-emails.ts';
import type { OwnerLinks } from './owner-links.ts';

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
  mailOwner: MailOwner;
  letterhead: Letterhead;
  links: Links;
  ownerLinks: OwnerLinks;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  /** How many submissions of this inbox and month a browser's autofill may have lost. */
  autofillTraps: (route: Route) => Promise<number>;
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

export function createOwnerNotices(parts: Parts): OwnerNotices {
  const { counters, keyring, mailOwner, letterhead, links, ownerLinks, monthlyLimit } = parts;
  const told = new Set<string>();

  function remember(notice: string): void {
    if (told.size >= MAX_TOLD) told.clear();
    told.add(notice);
  }

  function newFormMail(route: UnapprovedRoute, requestId: string) {
    const deliveries = unapprovedShare(monthlyLimit);
    const form = {
      endpoint: links.endpoint(route.formId),
      approveLink: ownerLinks.approve(route),
      share: deliveries === undefined ? undefined : { deliveries, limit: monthlyLimit },
    };
    const compose = () => composeNewFormEmail(route, form, letterhead);
    return { notice: 'new_form', route, requestId, compose } as const;
  }

  return {
    newForm: (route, requestId) => mailOwner.later(newFormMail(route, requestId)),
    newFormAgain: (route, requestId) => mailOwner.andWait(newFormMail(route, requestId), NOT_SENT),
    held(route, requestId) {
      const link = ownerLinks.restart(route);
      const compose = () => composeHeldFormEmail(route, link, letterhead);
      mailOwner.later({ notice: 'held_form', route, requestId, compose });
    },
    stopped(route, restartLink, spam, requestId) {
      const compose = () => composeStoppedEmail(route, restartLink, { spam }, letterhead);
      mailOwner.later({ notice: 'stopped', route, requestId, compose });
    },
    delivered(route, { at, used, limit }, requestId) {
      const level = levelReached(used, limit);
      if (level === undefined) return;
      const resetsAt = monthEnd(at);
      const subject = keyedHash(keyring, 'quota-notice', String(level), route.inbox.quota);
      const notice = `${subject} ${resetsAt.getTime()}`;
      if (told.has(notice)) return;
      remember(notice);
      const endsAt = resetsAt.getTime() / 1000;
      const use = { level, used, limit, resetsAt, autofillTraps: 0 };
      mailOwner.later({
        notice: 'quota',
        route,
        requestId,
        async take() {
          use.autofillTraps = await parts.autofillTraps(route);
          // Another node, or an earlier life of this one, may have told it.
          const isFirst = (await counters.take(subject, endsAt, 1)) !== undefined;
          return isFirst ? () => counters.giveBack(subject, endsAt) : undefined;
        },
        compose: () => composeQuotaEmail(route, use, letterhead),
        onFailure: () => told.delete(notice),
      });
    },
  };
}

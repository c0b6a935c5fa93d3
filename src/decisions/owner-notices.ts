import type { Context } from '../platform/context.ts';
import { monthEnd, unapprovedShare } from '../inboxes/allowance.ts';
import type { CounterStore } from '../platform/stores/counter-tables.ts';
import type { ProposedRoute } from '../forms/manage-settings.ts';
import type { Route, UnapprovedRoute } from '../forms/route.ts';
import { changesBetween } from '../forms/settings/setting-changes.ts';
import { keyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Requester } from '../forms/forms-context.ts';
import { disclose } from '../delivery/channels/channels.ts';
import { placesOf } from '../delivery/channels/places.ts';
import type { MailOwner } from './mail-owner.ts';
import type { OwnerLinks } from './owner-links.ts';

/** A delivery that a monthly limit counts. */
interface CountedDelivery {
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  used: number;
  limit: number;
}

/** Mails to owners that are sent after the answer. */
export interface OwnerNotices {
  /** A form was created for a confirmed inbox and is active at once. */
  newForm(route: UnapprovedRoute, requester: Requester): void;
  /**
   * Sends the mail about such a form again, and waits for it. Throws `rate_limited` when the budget
   * of the inbox is used up, and `delivery_failed`.
   */
  newFormAgain(route: UnapprovedRoute, requester: Requester): Promise<void>;
  /** A form was created and has to wait, because the owner has stopped another one. */
  held(route: Route, requester: Requester): void;
  /** A form was stopped; `link` starts it again. */
  stopped(route: Route, link: string, spam: boolean, requester: Requester): void;
  /** Asks the owner to accept a change of settings, and waits for the mail; throws like `newFormAgain`. */
  proposal(route: ProposedRoute, requester: Requester): Promise<void>;
  /** A delivery was made; the inbox gets a mail at 80 % and at 100 % of the month, once each. */
  delivered(route: Route, delivery: CountedDelivery, requestId: string): void;
}

interface Parts extends Context {
  counters: CounterStore;
  mailOwner: MailOwner;
  ownerLinks: OwnerLinks;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  /** How many submissions to this inbox a browser's autofill may have lost this month. */
  autofillTraps: (route: Route) => Promise<number>;
}

const NOT_SENT = 'The email could not be sent. Please try again later.';

const NOT_CHANGED =
  'The email to the owner of the inbox could not be sent, so nothing was changed. Please try again later.';

/** Percentages of the month at which an inbox gets a mail, in rising order. */
const LEVELS = [80, 100] as const;

/** Number of notices remembered, so that an inbox above a level costs one statement per process. */
const MAX_TOLD = 100_000;

const deliveriesAt = (level: number, limit: number) => Math.ceil((limit * level) / 100);

/** The highest level that this many deliveries have reached. */
function levelReached(used: number, limit: number): number | undefined {
  return LEVELS.findLast((level) => used >= deliveriesAt(level, limit));
}

/** Asks the owner to accept what waits, beside what holds already. */
function proposalMail(ownerLinks: OwnerLinks, route: ProposedRoute, requester: Requester) {
  const changes = changesBetween(route.settings, route.proposal.settings);
  const about = { route, changes, link: ownerLinks.change(route) };
  return { kind: 'proposal', about, requester } as const;
}

export function createOwnerNotices(parts: Parts): OwnerNotices {
  const { counters, keyring, mailOwner, links, ownerLinks, monthlyLimit } = parts;
  const told = new Set<string>();

  function remember(notice: string): void {
    if (told.size >= MAX_TOLD) told.clear();
    told.add(notice);
  }

  function newFormMail(route: UnapprovedRoute, requester: Requester) {
    const deliveries = unapprovedShare(monthlyLimit);
    const about = {
      route,
      endpoint: links.endpoint(route.formId),
      disclosed: disclose(placesOf(route)),
      link: ownerLinks.approve(route),
      share: deliveries === undefined ? undefined : { deliveries, limit: monthlyLimit },
    };
    return { kind: 'new_form', about, requester } as const;
  }

  return {
    newForm: (route, requester) => mailOwner.later(newFormMail(route, requester)),
    newFormAgain: (route, requester) => mailOwner.andWait(newFormMail(route, requester), NOT_SENT),
    held(route, requester) {
      const link = ownerLinks.restart(route);
      const about = { route, disclosed: disclose(placesOf(route)), link };
      mailOwner.later({ kind: 'held_form', about, requester });
    },
    stopped(route, link, spam, requester) {
      mailOwner.later({ kind: 'stopped', about: { route, link, spam }, requester });
    },
    proposal: (route, requester) =>
      mailOwner.andWait(proposalMail(ownerLinks, route, requester), NOT_CHANGED),
    delivered(route, { at, used, limit }, requestId) {
      const level = levelReached(used, limit);
      if (level === undefined) return;
      const resetsAt = monthEnd(at);
      const subject = keyedHash(keyring, 'quota-notice', String(level), route.inbox.quota);
      const notice = `${subject} ${resetsAt.getTime()}`;
      if (told.has(notice)) return;
      remember(notice);
      const endsAt = resetsAt.getTime() / 1000;
      const about = { route, level, used, limit, resetsAt, autofillTraps: 0 };
      mailOwner.later({
        kind: 'quota',
        about,
        requester: { requestId },
        async take() {
          about.autofillTraps = await parts.autofillTraps(route);
          // Another node, or this one before a restart, may have sent it.
          const isFirst = (await counters.take(subject, endsAt, 1)) !== undefined;
          return isFirst ? () => counters.giveBack(subject, endsAt) : undefined;
        },
        onFailure: () => told.delete(notice),
      });
    },
  };
}

import { disclose, type OutsideTarget } from '../../forms/targets/channels.ts';
import { keyOf, placesOf } from '../../forms/targets/places.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { ProposedRoute } from '../../forms/manage-settings.ts';
import { rewriteRoute } from '../../forms/opened-routes.ts';
import type { Route, UnapprovedRoute } from '../../forms/route.ts';
import { changesBetween } from '../../forms/settings/setting-changes.ts';
import { switchOff } from '../../forms/target-states.ts';
import { monthEnd, unapprovedShare, USE_LEVELS } from '../../inboxes/allowance.ts';
import type { Letterhead } from '../../mail/letter.ts';
import type { Context } from '../../platform/context.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import { MailOwner, type OwnerOutbox } from './mail-owner.ts';
import { OwnerLinks } from './owner-links.ts';

/** A delivery that a monthly limit counts. */
interface CountedDelivery {
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  used: number;
  limit: number;
}

const NOT_SENT = 'The email could not be sent. Please try again later.';

const NOT_CHANGED =
  'The email to the owner of the inbox could not be sent, so nothing was changed. Please try again later.';

/** Notices remembered, so that an inbox above a level costs one statement per process. */
const MAX_TOLD = 100_000;

/** Mails to owners about what happens to their forms. */
class OwnerNotices {
  readonly #context: Context;
  readonly #mailOwner: MailOwner;
  readonly #ownerLinks: OwnerLinks;
  readonly #told = new Set<string>();

  constructor(context: Context, mailOwner: MailOwner, ownerLinks: OwnerLinks) {
    this.#context = context;
    this.#mailOwner = mailOwner;
    this.#ownerLinks = ownerLinks;
  }

  /** A form was created for a confirmed inbox and is active at once. */
  newForm(route: UnapprovedRoute, requester: Requester): void {
    this.#mailOwner.later(this.#newFormMail(route, requester));
  }

  /**
   * Sends the mail about such a form again, and waits for it. Throws `rate_limited` when the budget
   * of the inbox is used up, and `delivery_failed`.
   */
  newFormAgain(route: UnapprovedRoute, requester: Requester): Promise<void> {
    return this.#mailOwner.andWait(this.#newFormMail(route, requester), NOT_SENT);
  }

  /** A form was created and has to wait, because the owner has stopped another one. */
  held(route: Route, requester: Requester): void {
    const link = this.#ownerLinks.restart(route);
    const about = { route, disclosed: disclose(placesOf(route)), link };
    this.#mailOwner.later({ kind: 'held_form', about, requester });
  }

  /** Asks the owner to accept a change, and waits for the mail; throws like `newFormAgain`. */
  proposal(route: ProposedRoute, requester: Requester): Promise<void> {
    const changes = changesBetween(route.settings, route.proposal.settings);
    const about = { route, changes, link: this.#ownerLinks.change(route) };
    return this.#mailOwner.andWait({ kind: 'proposal', about, requester }, NOT_CHANGED);
  }

  /** A delivery was made; the inbox gets a mail at 80 % and at 100 % of the month, once each. */
  delivered(route: Route, { at, used, limit }: CountedDelivery, requestId: string): void {
    const level = USE_LEVELS.findLast((percent) => used >= Math.ceil((limit * percent) / 100));
    if (level === undefined) return;
    const { keyring, store } = this.#context;
    const { quota } = route.inbox;
    const resetsAt = monthEnd(at);
    const subject = keyedHash(keyring, 'quota-notice', String(level), quota);
    const notice = `${subject} ${resetsAt.getTime()}`;
    if (this.#told.has(notice)) return;
    if (this.#told.size >= MAX_TOLD) this.#told.clear();
    this.#told.add(notice);
    const endsAt = resetsAt.getTime() / 1000;
    const about = { route, level, used, limit, resetsAt };
    this.#mailOwner.later({
      kind: 'quota',
      about,
      requester: { requestId },
      async reserve() {
        // Another node, or this one before a restart, may have sent it.
        const isFirst = (await store.counters.take(subject, endsAt, 1)) !== undefined;
        return isFirst ? () => store.counters.giveBack(subject, endsAt) : undefined;
      },
      onFailure: () => this.#told.delete(notice),
    });
  }

  /**
   * Switches off a target that answered that it no longer exists, and mails the owner of the form
   * once. Never rejects.
   */
  async targetGone(
    { formId }: Pick<Route, 'formId'>,
    target: OutsideTarget,
    status: number,
    requestId: string,
  ): Promise<void> {
    const { log, now } = this.#context;
    const off = { at: now(), status };
    try {
      const route = await rewriteRoute(this.#context, formId, (found) =>
        switchOff(found, keyOf(target), off),
      );
      // Another delivery or node has switched it off and told the owner.
      if (!route) return;
      log.targetSwitchedOff({ requestId, formId, channel: target.channel, status });
      const about = { route, disclosed: disclose([target]), status };
      this.#mailOwner.later({ kind: 'target_off', about, requester: { requestId } });
    } catch (error) {
      log.targetNotSwitchedOff({ requestId, formId, error });
    }
  }

  #newFormMail(route: UnapprovedRoute, requester: Requester) {
    const { links, settings } = this.#context;
    const limit = settings.MONTHLY_LIMIT;
    const deliveries = unapprovedShare(limit);
    const about = {
      route,
      endpoint: links.endpoint(route.formId),
      disclosed: disclose(placesOf(route)),
      link: this.#ownerLinks.approve(route),
      share: deliveries === undefined ? undefined : { deliveries, limit },
    };
    return { kind: 'new_form', about, requester } as const;
  }
}

/** Mails to the owners of inboxes, and the links in them. */
export class OwnerMails {
  readonly outbox: OwnerOutbox;
  readonly letterhead: Letterhead;
  readonly ownerLinks: OwnerLinks;
  readonly mailOwner: MailOwner;
  readonly notices: OwnerNotices;

  constructor(context: Context, outbox: OwnerOutbox) {
    const { settings, links } = context;
    this.outbox = outbox;
    this.letterhead = {
      operator: settings.OPERATOR_NAME ?? 'Letterslot',
      contact: settings.OPERATOR_CONTACT,
      sender: outbox.sender,
      inboxLink: links.inbox,
    };
    this.ownerLinks = new OwnerLinks(context);
    this.mailOwner = new MailOwner(context, outbox, this.letterhead, this.ownerLinks);
    this.notices = new OwnerNotices(context, this.mailOwner, this.ownerLinks);
  }
}

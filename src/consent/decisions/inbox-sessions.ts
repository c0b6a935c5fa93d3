import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../../contract/limits.ts';
import type { Session } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { readBearer } from '../../platform/text/http-headers.ts';
import type { Asker } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import { openInboxLink, sealInboxLink, type InboxSession } from '../../inboxes/inbox-session.ts';
import { MailBudgets, networkOf, type Refund } from '../../inboxes/mail-budget.ts';
import { refusalSubject } from '../../inboxes/refusals.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import { LIST_START, type RouteRow } from '../../platform/stores/route-table.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import type { OwnersContext } from './decision.ts';
import { healInbox } from './heal-forms.ts';

const MINUTE = 60_000;

/** Strangers can ask for any number of links: they leave the rest of the queue to other mails. */
const CLAIM = { owner: 'inbox links' };

/** A budget of every hour alone: a day of strangers' requests must not keep an owner out. */
const everyHour = (hour: number) => ({ hour, day: 24 * hour });

const bearerOf = (authorization: string | undefined): string => {
  const bearer = readBearer(authorization);
  if (!bearer) throw new ServiceError('session_required');
  return bearer;
};

/** Sessions of inboxes; docs/decisions/0039. */
export class InboxSessions {
  readonly #owners: OwnersContext;

  constructor(owners: OwnersContext) {
    this.#owners = owners;
  }

  /**
   * Mails a link to the inbox, if it has a form. It resolves before the look-up, so that its time
   * does not reveal the address. Throws `rate_limited` when the client asks too often.
   */
  async request(address: EmailAddress, asker: Asker): Promise<void> {
    const { limiter, settings, outbox, log } = this.#owners;
    const { caller, requestId } = asker;
    const limit = settings.CREATE_RATE_PER_MINUTE;
    await limiter.take({ key: `session client ${caller}`, limit });
    const isTaken = outbox.runInBackground(async () => {
      // After the answer: the look-up must not delay it.
      await nextTurn();
      try {
        await this.#mailLink(address, asker);
      } catch (error) {
        log.requestFailed({ requestId, operation: 'requestSession', error });
      }
    }, CLAIM);
    if (!isTaken) log.inboxLinkDropped({ requestId });
  }

  /** A session for the token of a link, once; throws `session_invalid`. */
  async exchange(token: string, requestId: string): Promise<Session> {
    const { store, keyring, sessions, log, now } = this.#owners;
    const link = openInboxLink(keyring, token, now());
    const subject = keyedHash(keyring, 'inbox-link', token);
    const uses = await store.counters.take(subject, Math.ceil(link.expiresAt / 1000), 1);
    if (uses === undefined) throw new ServiceError('session_invalid');
    // The link came by mail: the inbox gets mail.
    await healInbox(this.#owners, link.inbox, requestId);
    const { session, expiresAt } = await sessions.begin(link);
    log.sessionBegun({ requestId });
    return { success: true, session, expires_at: new Date(expiresAt).toISOString() };
  }

  /** The session of an `Authorization` header; throws `session_required` or `session_invalid`. */
  async open(authorization: string | undefined): Promise<InboxSession> {
    return this.#owners.sessions.open(bearerOf(authorization));
  }

  /** Ends that session, which is open, or all of its inbox. */
  async end(
    authorization: string | undefined,
    everywhere: boolean,
    requestId: string,
  ): Promise<void> {
    const { sessions, log } = this.#owners;
    await sessions.end(bearerOf(authorization), everywhere);
    log.sessionEnded({ requestId, everywhere });
  }

  /**
   * Mails a link, if the inbox has a form. An inbox that has confirmed no form gets it on the
   * budgets of verification mails: its reader may be a stranger.
   */
  async #mailLink(wanted: EmailAddress, asker: Asker): Promise<void> {
    const { store, keyring, routes, links, mailOwner, budgets, now } = this.#owners;
    const { owner } = identifyInbox(keyring, wanted);
    const [row] = await store.routes.listByOwner(owner, LIST_START, 1);
    if (!row) return;
    const route = routes.open(row);
    const { address, inbox } = route;
    if (await this.#isRefused(route)) return;
    const expiresAt = now() + LIMITS.sessionLinkMinutes * MINUTE;
    const link = links.inbox(sealInboxLink(keyring, { address, expiresAt }));
    await mailOwner.quietly({
      kind: 'inbox',
      about: { route, link },
      requester: asker,
      language: asker.language,
      reserve: async () => {
        const { caller } = asker;
        if (await this.#hasConfirmed(row)) return this.#reserveLink(inbox.quota, caller);
        const reserve = await budgets.check({ address, inbox: inbox.quota, caller });
        return reserve();
      },
    });
  }

  /** True if the owner has refused a form, and confirmed none. */
  async #isRefused({ address, inbox }: Route): Promise<boolean> {
    const { store, keyring, refusals } = this.#owners;
    const refused = await refusals.isRefused(refusalSubject(keyring, address));
    return refused && !(await store.routes.isConfirmedInbox(inbox.owner));
  }

  async #hasConfirmed({ status, stoppedAt, owner }: RouteRow): Promise<boolean> {
    const { routes } = this.#owners.store;
    return status === 'active' || stoppedAt !== null || routes.isConfirmedInbox(owner);
  }

  /** Counts a link to an inbox that has confirmed a form; one network cannot use up all of them. */
  #reserveLink(quota: string, caller: string): Promise<Refund> {
    const budgets = new MailBudgets(this.#owners, 'verification-budget');
    const shareOf = (size: number, ...of: string[]) =>
      budgets.share(everyHour(size), 'inbox link', ...of);
    const { network, inbox } = LIMITS.inboxLinksPerHour;
    return budgets.reserve([shareOf(network, quota, networkOf(caller)), shareOf(inbox, quota)]);
  }
}

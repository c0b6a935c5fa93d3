import type { Context } from '../platform/context.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../contract/limits.ts';
import type { Session } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash } from '../platform/secrets/keyed-hash.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import {
  openInboxLink,
  sealInboxLink,
  type InboxSession,
  type Sessions,
} from '../inboxes/inbox-session.ts';
import { MailBudgets, networkOf, type Refund } from '../inboxes/mail-budget.ts';
import type { RateLimiter } from '../inboxes/rate-limit.ts';
import { refusalSubject, type Refusals } from '../inboxes/refusals.ts';
import type { Routes } from '../forms/index.ts';
import { readBearer } from '../forms/form-credentials.ts';
import { LIST_START, type RouteRow } from '../platform/stores/route-table.ts';
import type { Asker } from '../forms/forms-context.ts';
import type { Route } from '../forms/route.ts';
import {
  createVerificationBudgets,
  type VerificationBudgets,
} from '../inboxes/verification/verification-budgets.ts';
import { createHealForms } from './heal-forms.ts';
import type { MailOwner } from './mail-owner.ts';

/** Sessions of inboxes; docs/decisions/0039. */
export interface InboxSessions {
  /**
   * Mails a link to the inbox, if it has a form. It resolves before anything is looked up, so that it
   * says nothing of the address. Throws `rate_limited` when the client asks too often.
   */
  request(address: EmailAddress, asker: Asker): Promise<void>;
  /** A session for the token of a link, once; throws `session_invalid`. */
  exchange(token: string, requestId: string): Promise<Session>;
  /** The session of an `Authorization` header; throws `session_required` or `session_invalid`. */
  open(authorization: string | undefined): Promise<InboxSession>;
  /** Ends that session, which is open, or all of its inbox. */
  end(authorization: string | undefined, everywhere: boolean, requestId: string): Promise<void>;
}

export interface InboxSessionsParts extends Context {
  bearers: Sessions;
  routes: Pick<Routes, 'open'>;
  limiter: RateLimiter;
  /** CREATE_RATE_PER_MINUTE. */
  ratePerMinute: number;
  refusals: Refusals;
  /** False when the queue is full. */
  runInBackground: (task: () => Promise<void>, claim: { owner: string }) => boolean;
}

const MINUTE = 60_000;

/** Strangers can ask for any number of links: they leave the rest of the queue to other mails. */
const CLAIM = { owner: 'inbox links' };

/** A budget of every hour alone: a day of strangers' requests must not keep an owner out. */
const everyHour = (hour: number) => ({ hour, day: 24 * hour });

/** Takes a link to an inbox that has confirmed a form: those of one network leave some for the others. */
function createLinkBudget(parts: InboxSessionsParts) {
  const budgets = new MailBudgets(parts, 'verification-budget');
  const shareOf = (size: number, ...of: string[]) =>
    budgets.share(everyHour(size), 'inbox link', ...of);
  const { network, inbox } = LIMITS.inboxLinksPerHour;
  return (quota: string, caller: string): Promise<Refund> =>
    budgets.take([shareOf(network, quota, networkOf(caller)), shareOf(inbox, quota)]);
}

type MailLink = (address: EmailAddress, asker: Asker) => Promise<void>;

/**
 * Mails a link; nothing if the inbox has no form. One that has confirmed none gets it on the budgets of
 * verification mails: its reader may be a stranger to all of this.
 */
function createMailLink(
  parts: InboxSessionsParts & { mailOwner: MailOwner; budgets: VerificationBudgets },
): MailLink {
  const { store, keyring, routes, refusals, links, mailOwner, budgets, now } = parts;
  const takeLink = createLinkBudget(parts);

  const hasConfirmed = async ({ status, stoppedAt, owner }: RouteRow): Promise<boolean> =>
    status === 'active' || stoppedAt !== null || store.routes.hasActiveRoute(owner);

  /** Whether its owner said that they did not ask for a form, and has confirmed none. */
  async function isRefused({ address, inbox }: Route): Promise<boolean> {
    const refused = await refusals.isRefused(refusalSubject(keyring, address));
    return refused && !(await store.routes.hasActiveRoute(inbox.owner));
  }

  return async (wanted, asker) => {
    const { owner } = identifyInbox(keyring, wanted);
    const [row] = await store.routes.listByOwner(owner, LIST_START, 1);
    if (!row) return;
    const route = routes.open(row);
    const { address, inbox } = route;
    if (await isRefused(route)) return;
    const expiresAt = now() + LIMITS.sessionLinkMinutes * MINUTE;
    const link = links.inbox(sealInboxLink(keyring, { address, expiresAt }));
    await mailOwner.quietly({
      kind: 'inbox',
      about: { route, link },
      requester: asker,
      language: asker.language,
      async take() {
        const { caller } = asker;
        if (await hasConfirmed(row)) return takeLink(inbox.quota, caller);
        return (await budgets.look({ address, inbox: inbox.quota, caller }))();
      },
    });
  };
}

export function createInboxSessions(
  parts: InboxSessionsParts & { mailOwner: MailOwner },
): InboxSessions {
  const { store, keyring, bearers, limiter, ratePerMinute, runInBackground, log, now } = parts;
  const budgets = createVerificationBudgets(parts);
  const mailLink = createMailLink({ ...parts, budgets });
  const heal = createHealForms(parts, parts.routes);

  function bearerOf(authorization: string | undefined): string {
    const bearer = readBearer(authorization);
    if (!bearer) throw new ServiceError('session_required');
    return bearer;
  }

  return {
    async request(address, asker) {
      const { caller, requestId } = asker;
      await limiter.take({ key: `session client ${caller}`, limit: ratePerMinute });
      const isTaken = runInBackground(async () => {
        // After the answer: the look-up must not delay it.
        await nextTurn();
        try {
          await mailLink(address, asker);
        } catch (error) {
          log.requestFailed({ requestId, operation: 'requestSession', error });
        }
      }, CLAIM);
      if (!isTaken) log.inboxLinkDropped({ requestId });
    },
    async exchange(token, requestId) {
      const link = openInboxLink(keyring, token, now());
      const subject = keyedHash(keyring, 'inbox-link', token);
      const uses = await store.counters.take(subject, Math.ceil(link.expiresAt / 1000), 1);
      if (uses === undefined) throw new ServiceError('session_invalid');
      // The link came by mail: the inbox gets mail.
      await heal.ofInbox(link.inbox, requestId);
      const { session, expiresAt } = await bearers.begin(link);
      log.sessionBegun({ requestId });
      return {
        success: true,
        session,
        expires_at: new Date(expiresAt).toISOString(),
      };
    },
    open: async (authorization) => bearers.open(bearerOf(authorization)),
    async end(authorization, everywhere, requestId) {
      const bearer = bearerOf(authorization);
      await bearers.end(bearer, everywhere);
      log.sessionEnded({ requestId, everywhere });
    },
  };
}

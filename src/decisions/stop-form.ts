import { NOTHING_CHANGED } from '../mail/mail-outcome.ts';
import type { NewFormHolds } from '../inboxes/refusals.ts';
import type { Log } from '../platform/log/log.ts';
import type { RouteStore } from '../platform/stores/route-store.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import type { Links } from '../contract/links.ts';
import type { Route } from '../forms/route.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Requester } from '../forms/route-verification.ts';
import type { InboxVerification } from '../inboxes/verification/inbox-verification.ts';
import type { MailOwner } from './mail-owner.ts';
import type { OwnerNotices } from './owner-notices.ts';
import { formOfOwnerToken, kindOfToken, ownerTokenOf, type OwnerLinkKind } from './owner-token.ts';

/** The page and the token that start a form again after one particular stop. */
interface WayBack {
  page: 'verify' | 'restart';
  token: string;
}

/** A form after a step of its owner; `mailed` when the step waits for a link sent to the inbox. */
interface Step {
  route: Route;
  mailed: boolean;
  /** Only for the reader who has just stopped the form. */
  undo?: WayBack;
}

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface StopForm {
  /** The form of an owner's link and what the link allows. Changes nothing. */
  look(token: unknown): Promise<{ route: Route; kind: OwnerLinkKind }>;
  /**
   * Stops the form with a `stop` token; with another token it asks the inbox by mail. Repeating it
   * succeeds. Throws `rate_limited` and `delivery_failed` when that mail cannot be sent.
   */
  stop(token: unknown, reason: { spam: boolean }, requester: Requester): Promise<Step>;
  /** Starts a stopped form with its `restart` token; with another token it mails the inbox a link. */
  restart(token: unknown, requester: Requester): Promise<Step>;
  /** The token of a link in the text of mails, which asks the inbox. */
  askToken(route: Route): string;
}

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  findRoute: FindRoute;
  verification: InboxVerification;
  holds: NewFormHolds;
  mailOwner: MailOwner;
  notices: OwnerNotices;
  links: Links;
  log: Log;
  now: () => number;
}

type WithdrawParts = Pick<Parts, 'routes' | 'holds' | 'log' | 'now'>;

/** Stops an active form for its owner; undefined if it is no longer active. */
export function createWithdraw({ routes, holds, log, now }: WithdrawParts) {
  return async (found: Route, spam: boolean, requestId: string): Promise<Route | undefined> => {
    const at = now();
    const { formId } = found;
    await holds.set(found.inbox.owner, spam ? 'lasting' : 'stopped');
    if (!(await routes.withdraw(formId, at))) return undefined;
    log.routeStopped({ requestId, formId, spam });
    return {
      ...found,
      status: 'pending_verification',
      withdrawnAt: at,
      verificationSentAt: at,
    };
  };
}

/** Stopping a form by a link of every delivered mail, and starting it again; docs/decisions/0024. */
export function createStopForm(parts: Parts): StopForm {
  const { routes, keyring, findRoute, verification, holds, notices, now } = parts;
  const { mailOwner, links } = parts;
  const withdraw = createWithdraw(parts);

  async function look(token: unknown) {
    const route = await findRoute(formOfOwnerToken(token));
    return { route, kind: kindOfToken(keyring, route, token) };
  }

  function wayBackOf(route: Route): WayBack {
    const token = verification.confirmationToken(route);
    if (token !== undefined) return { page: 'verify', token };
    return { page: 'restart', token: ownerTokenOf(keyring, 'restart', route) };
  }

  const linkBack = (route: Route) => {
    const { page, token } = wayBackOf(route);
    return page === 'verify' ? links.verification(token) : links.restart(token);
  };

  return {
    look,
    async stop(token, { spam }, requester) {
      const { route: found, kind } = await look(token);
      if (found.status !== 'active') return { route: found, mailed: false };
      const { formId } = found;
      if (kind !== 'stop') {
        const stopLink = links.stop(ownerTokenOf(keyring, 'stop', found));
        const about = { route: found, stopLink };
        await mailOwner.andWait({ kind: 'ask_stop', about, requester }, NOTHING_CHANGED);
        return { route: found, mailed: true };
      }
      const route = await withdraw(found, spam, requester.requestId);
      if (!route) return { route: await findRoute(formId), mailed: false };
      notices.stopped(route, linkBack(route), spam, requester);
      return { route, mailed: false, undo: wayBackOf(route) };
    },
    async restart(token, requester) {
      const { route, kind } = await look(token);
      if (route.status === 'active' || route.withdrawnAt === undefined) {
        return { route, mailed: false };
      }
      if (kind === 'restart') {
        await holds.lift(route.inbox.owner);
        return { route: await verification.askInboxForOwner(route, requester), mailed: false };
      }
      const sentAt = now();
      const asked = { ...route, verificationSentAt: sentAt };
      await routes.markVerificationSent(route.formId, sentAt);
      const about = { route: asked, restartLink: linkBack(asked) };
      await mailOwner.andWait({ kind: 'restart', about, requester }, NOTHING_CHANGED);
      return { route: asked, mailed: true };
    },
    askToken: (route) => ownerTokenOf(keyring, 'ask', route),
  };
}

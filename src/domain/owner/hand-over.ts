import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { EmailAddress } from '../inboxes/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { refusalSubject, type Refusals } from '../inboxes/refusals.ts';
import { listedCopies, withStanding } from '../routes/copy-standing.ts';
import type { AuthorizeForm } from '../routes/form-credentials.ts';
import type { Links } from '../routes/links.ts';
import { renewedTokenNonce } from '../routes/management-token.ts';
import { TRIES } from '../routes/rewrite-route.ts';
import { nextActionOf } from '../routes/route-resource.ts';
import { findRow, type RouteStore } from '../routes/route-store.ts';
import type { Requester } from '../routes/route-verification.ts';
import { openRoute, sealDetails, type FormId, type Route } from '../routes/route.ts';
import { withSetting } from '../settings/setting-changes.ts';
import type { VerificationBudgets } from '../verification/verification-budgets.ts';
import {
  contentOf,
  openHandOver,
  sealHandOver,
  type HandOverSide,
  type HandOverToken,
} from './hand-over-token.ts';
import type { MailOwner } from './mail-owner.ts';

/**
 * How a hand-over stands, for the reader of one of its links. `asked`: the owner has agreed, and the other inbox
 * was mailed. `ended`: the form has changed since, or is with another inbox. `refused`: the inbox wants no such mails.
 */
export interface HandOverView {
  state: 'open' | 'asked' | 'expired' | 'done' | 'ended' | 'refused' | 'allowed';
  side: HandOverSide;
  formId: FormId;
  to: EmailAddress;
  /** What the inbox would get; undefined where the form is gone. */
  route: Route | undefined;
}

/** A form moves to another inbox when both agree; docs/copies.md. */
export interface HandOver {
  /** Checks a credential for a form, before a body is read. Throws like AuthorizeForm. */
  check(id: string, authorization: string | undefined): Promise<void>;
  /**
   * Offers the form to another inbox, for its owner; for the holder of the token, asks the owner first. Throws
   * like AuthorizeForm, `delivery_config_unsupported` where a provider confirms inboxes, `invalid_email` for the
   * inbox that has it, `inbox_not_verified`, and `rate_limited` and `delivery_failed` of the mail.
   */
  offer(
    id: string,
    authorization: string | undefined,
    to: EmailAddress,
    requester: Requester,
  ): Promise<{ formId: FormId; asked: HandOverSide }>;
  /** Changes nothing. Throws `verification_token_required` or `verification_token_invalid`. */
  look(token: unknown): Promise<HandOverView>;
  /**
   * Agrees: the owner's yes has the other inbox asked, whose yes moves the form. Repeating it succeeds. Throws
   * as `look`, `verification_token_expired`, `verification_mismatch` where it has ended, `route_not_found`, and
   * `rate_limited` and `delivery_failed` of the mail.
   */
  agree(token: unknown, requester: Requester): Promise<HandOverView>;
  /** The asked inbox wants no verification mails for a while; `allow` lets them arrive again. */
  refuse(token: unknown, requestId: string): Promise<HandOverView>;
  allow(token: unknown, requestId: string): Promise<HandOverView>;
}

export interface HandOverParts {
  store: { routes: RouteStore };
  keyring: Keyring;
  routes: { authorize: AuthorizeForm };
  /** Whether this service asks inboxes itself, and no mail provider. */
  asksInboxes: boolean;
  budgets: VerificationBudgets;
  refusals: Refusals;
  mailOwner: MailOwner;
  links: Links;
  log: Log;
  now: () => number;
}

const UNSUPPORTED =
  'Here the mail provider confirms inboxes itself, so a form cannot move to another one. Create a form ' +
  'for the other inbox.';
const SAME_INBOX = 'The form delivers to this inbox already.';
const NOT_SENT = 'The email could not be sent, so nothing was changed. Please try again later.';

const REFUSABLE = LIMITS.refusalDays * 86_400_000;

/** The form as the next inbox has it: nothing of the old one's stays, and it gets no copy of its own. */
function movedTo(route: Route, to: EmailAddress, keyring: Keyring): Route {
  const listed = listedCopies(route);
  const others = listed.filter((address) => address.toLowerCase() !== to.toLowerCase());
  const copies = others.length > 0 ? others : undefined;
  const isCopy = others.length < listed.length;
  const settings = isCopy ? withSetting(route.settings, 'copies', copies) : route.settings;
  return {
    ...withStanding(route, to, undefined),
    settings,
    address: to,
    inbox: identifyInbox(keyring, to),
    tokenNonce: renewedTokenNonce(),
    proposal: undefined,
    bounced: undefined,
    unapprovedSince: undefined,
  };
}

const mismatch = () =>
  new ServiceError('verification_mismatch', undefined, { variant: 'ended_hand_over' });

/** The mails that ask: the owner on the budget of proposals, another inbox on that of verification mails. */
function createAsk(parts: HandOverParts) {
  const { keyring, budgets, refusals, mailOwner, links, now } = parts;
  return async (side: HandOverSide, route: Route, to: EmailAddress, requester: Requester) => {
    const link = links.handOver(sealHandOver(keyring, side, { route, to, now: now() }));
    if (side === 'owner') {
      const about = { route, to, link };
      return mailOwner.andWait({ kind: 'hand_over_ask', about, requester }, NOT_SENT);
    }
    await refusals.check(to);
    const { quota } = identifyInbox(keyring, to);
    const asked = { address: to, inbox: quota, owner: route.inbox.quota };
    const take = await budgets.look(asked);
    // As if the form were its own already: the mail says nothing of the owner's address.
    const about = { route: { ...route, address: to }, link };
    return mailOwner.andWait({ kind: 'hand_over_offer', about, requester, take }, NOT_SENT);
  };
}

/** Moves the form to the inbox that agreed; undefined where what it does has changed since it was offered. */
function createMove({ store, keyring, mailOwner, links, log }: HandOverParts) {
  return async (
    { formId, owner, to, content }: HandOverToken,
    requester: Requester,
  ): Promise<Route | undefined> => {
    for (let left = TRIES; left > 0; left -= 1) {
      const row = await findRow(store.routes, formId);
      const before = openRoute(keyring, row);
      const isOffered = row.owner === owner && contentOf(keyring, before) === content;
      if (!isOffered || before.status !== 'active') return undefined;
      const after = movedTo(before, to, keyring);
      const { inbox, tokenNonce } = after;
      const moved = { ...inbox, tokenNonce, sealed: sealDetails(keyring, after) };
      if (!(await store.routes.handOver(formId, row, moved))) continue;
      log.routeHandedOver({ requestId: requester.requestId, formId });
      const inboxLink = links.inbox();
      mailOwner.later({ kind: 'handed_over', about: { route: before, inboxLink }, requester });
      mailOwner.later({ kind: 'taken_over', about: { route: after, inboxLink }, requester });
      return after;
    }
    return undefined;
  };
}

function createLook({ store, keyring, refusals, now }: HandOverParts) {
  async function stateOf(
    { side, to, owner, content, expiresAt }: HandOverToken,
    route: Route | undefined,
  ): Promise<HandOverView['state']> {
    if (route?.inbox.owner === identifyInbox(keyring, to).owner) return 'done';
    const isRefused = async () => refusals.isRefused(refusalSubject(keyring, to));
    if (side === 'next' && (await isRefused())) return 'refused';
    const isOffered = route?.inbox.owner === owner && contentOf(keyring, route) === content;
    if (!isOffered || route.status !== 'active') return 'ended';
    return now() < expiresAt ? 'open' : 'expired';
  }

  return async (token: HandOverToken): Promise<HandOverView> => {
    const { side, formId, to } = token;
    const row = await store.routes.find(formId);
    const route = row && openRoute(keyring, row);
    const shown = route && (side === 'next' ? movedTo(route, to, keyring) : route);
    return { state: await stateOf(token, route), side, formId, to, route: shown };
  };
}

function createOffer(
  { keyring, routes, asksInboxes, links }: HandOverParts,
  ask: ReturnType<typeof createAsk>,
): HandOver['offer'] {
  return async (id, authorization, to, requester) => {
    const { row, by } = await routes.authorize(id, authorization);
    if (!asksInboxes) {
      throw new ServiceError('delivery_config_unsupported', undefined, { message: UNSUPPORTED });
    }
    const route = openRoute(keyring, row);
    if (to.toLowerCase() === route.address.toLowerCase()) {
      throw new ServiceError('invalid_email', undefined, { message: SAME_INBOX });
    }
    if (route.status !== 'active') {
      throw new ServiceError('inbox_not_verified', { next_action: nextActionOf(route, links) });
    }
    const asked = by === 'owner' ? 'next' : 'owner';
    await ask(asked, route, to, requester);
    return { formId: route.formId, asked };
  };
}

export function createHandOver(parts: HandOverParts): HandOver {
  const { keyring, routes, refusals, log, now } = parts;
  const ask = createAsk(parts);
  const move = createMove(parts);
  const look = createLook(parts);

  return {
    look: async (text) => look(openHandOver(keyring, text)),
    async check(id, authorization) {
      await routes.authorize(id, authorization);
    },
    offer: createOffer(parts, ask),
    async agree(text, requester) {
      const token = openHandOver(keyring, text);
      const view = await look(token);
      if (view.state === 'done') return view;
      if (now() >= token.expiresAt) throw new ServiceError('verification_token_expired');
      if (!view.route) throw new ServiceError('route_not_found');
      if (view.state === 'ended') throw mismatch();
      if (token.side === 'owner') {
        await ask('next', view.route, token.to, requester);
        return { ...view, state: 'asked' };
      }
      const route = await move(token, requester);
      if (route) return { ...view, state: 'done', route };
      // The same button may have been pressed twice.
      const latest = await look(token);
      if (latest.state === 'done') return latest;
      throw mismatch();
    },
    async refuse(text, requestId) {
      const token = openHandOver(keyring, text);
      const { side, to, expiresAt, formId } = token;
      const view = await look(token);
      if (side === 'owner' || view.state === 'done' || now() >= expiresAt + REFUSABLE) return view;
      await refusals.add(refusalSubject(keyring, to));
      log.routeRefused({ requestId, formId });
      return { ...view, state: 'refused' };
    },
    async allow(text, requestId) {
      const token = openHandOver(keyring, text);
      const { side, to, formId } = token;
      const view = await look(token);
      if (side === 'owner') return view;
      await refusals.lift(refusalSubject(keyring, to));
      log.refusalLifted({ requestId, formId });
      return { ...view, state: 'allowed' };
    },
  };
}

import type { Context } from '../platform/context.ts';
import { LIMITS } from '../contract/limits.ts';
import { configsOf } from '../delivery/channels/channels.ts';
import { createLinkTo } from '../forms/decision-token.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import { randomOctets } from '../platform/secrets/sealed-box.ts';
import { ServiceError } from '../contract/service-error.ts';
import { NOTHING_CHANGED } from '../mail/mail-outcome.ts';
import type { HandOverState } from '../contract/schemas.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { refusalSubject, type Refusals } from '../inboxes/refusals.ts';
import type { AuthorizeForm } from '../forms/form-credentials.ts';
import { nextActionOf } from '../forms/route-resource.ts';
import type { Requester } from '../forms/forms-context.ts';
import { rewriteRoute } from '../forms/opened-routes.ts';
import { type HandOverOffer, openRoute, type Route } from '../forms/route.ts';
import type { FormId } from '../contract/form-id.ts';
import type { VerificationBudgets } from '../inboxes/verification/verification-budgets.ts';
import type { MailOwner } from './mail-owner.ts';

const LIFE = LIMITS.verificationTokenHours * 3_600_000;

/**
 * What a form does with submissions, as the next owner sees it before agreeing, and its management token: a new token
 * ends what the holder of the former one has asked for.
 */
const contentOf = (keyring: Keyring, { alias, targets, settings, tokenNonce }: Route): KeyedHash =>
  keyedHash(
    keyring,
    'owner-link',
    'hand-over-content',
    JSON.stringify([alias, configsOf(targets), settings, tokenNonce]),
  );

/** An offer that is made now. */
const newOffer = (
  keyring: Keyring,
  route: Route,
  about: Pick<HandOverOffer, 'side' | 'to' | 'by' | 'at'>,
): HandOverOffer => ({
  ...about,
  nonce: randomOctets(12).toString('base64url'),
  content: contentOf(keyring, route),
});

/** When the links of an offer that was mailed at this time expire; milliseconds. */
const expiryOf = ({ at }: Pick<HandOverOffer, 'at'>): number => at + LIFE;

/** The latest offer of a form, unless the form has changed since or is stopped. It may have expired. */
export function offerOf(keyring: Keyring, route: Route): HandOverOffer | undefined {
  const { offer, status } = route;
  const isWaiting = status === 'active' && offer?.content === contentOf(keyring, route);
  return isWaiting ? offer : undefined;
}

/**
 * Offers the form to another inbox, for its owner; for the holder of the token, asks the owner first. Throws
 * like AuthorizeForm, `delivery_config_unsupported` where a provider confirms inboxes, `invalid_email` for the
 * inbox that has it, `inbox_not_verified`, and `rate_limited` and `delivery_failed` of the mail.
 */
type OfferForm = (
  id: string,
  authorization: string | undefined,
  to: EmailAddress,
  requester: Requester,
) => Promise<{ formId: FormId; asked: HandOverOffer['side'] }>;

export interface OfferParts extends Context {
  routes: { authorize: AuthorizeForm };
  /** Whether this service asks inboxes itself, and no mail provider. */
  asksInboxes: boolean;
  budgets: VerificationBudgets;
  refusals: Refusals;
  mailOwner: MailOwner;
}

const UNSUPPORTED =
  'Here the mail provider confirms inboxes itself, so a form cannot move to another one. Create a form ' +
  'for the other inbox.';
const SAME_INBOX = 'The form delivers to this inbox already.';

/** The mails that ask: the owner on the budget of proposals, another inbox on that of verification mails. */
export function createAsk(parts: OfferParts) {
  const { keyring, budgets, refusals, mailOwner, links } = parts;
  const linkTo = createLinkTo(keyring, links);
  return async (route: Route, offer: HandOverOffer, requester: Requester): Promise<void> => {
    const { side, to } = offer;
    const { owner, quota } = identifyInbox(keyring, to);
    const link = linkTo('hand-over', {
      form: route.formId,
      side,
      inbox: owner,
      subject: refusalSubject(keyring, to),
      nonce: offer.nonce,
      expiresAt: expiryOf(offer),
    });
    if (side === 'owner') {
      const about = { route, to, link };
      return mailOwner.andWait({ kind: 'hand_over_ask', about, requester }, NOTHING_CHANGED);
    }
    await refusals.check(to);
    const asked = { address: to, inbox: quota, owner: route.inbox.quota };
    const take = await budgets.look(asked);
    // As if the form were its own already: the mail says nothing of the owner's address.
    const about = { route: { ...route, address: to }, link };
    return mailOwner.andWait({ kind: 'hand_over_offer', about, requester, take }, NOTHING_CHANGED);
  };
}

function createOffer(
  { store, keyring, routes, asksInboxes, links, now }: OfferParts,
  ask: ReturnType<typeof createAsk>,
): OfferForm {
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
    const { formId, inbox } = route;
    const side = by === 'owner' ? 'next' : 'owner';
    const offer = newOffer(keyring, route, { side, to, by, at: now() });
    await ask(route, offer, requester);
    // From here on the links of earlier offers have ended.
    const stored = await rewriteRoute({ store, keyring }, formId, (current) =>
      current.inbox.owner === inbox.owner ? { ...current, offer } : undefined,
    );
    if (!stored) throw new ServiceError('route_not_found');
    return { formId, asked: side };
  };
}

/** What it is called in JSON that somebody was asked. */
export const ASKED = { owner: 'owner_asked', next: 'inbox_asked' } as const;

/** What of an offer the holder of a credential may see: an address that a session gave is the session's. */
function describeOffer(offer: HandOverOffer, by: 'owner' | 'token') {
  const isOwn = by === 'owner' || offer.by === 'token';
  return {
    status: ASKED[offer.side],
    ...(isOwn && { email: offer.to }),
    since: new Date(offer.at).toISOString(),
    expires_at: new Date(expiryOf(offer)).toISOString(),
  };
}

/** What the holder of a credential does to hand a form over; each throws like AuthorizeForm. */
export interface HandOver {
  /** Checks the credential, before a body is read. */
  check(id: string, authorization: string | undefined): Promise<void>;
  offer: OfferForm;
  /** What waits. */
  read(id: string, authorization: string | undefined): Promise<HandOverState>;
  /** Ends what waits. Repeating it succeeds. */
  withdraw(id: string, authorization: string | undefined): Promise<HandOverState>;
}

export function createHandOver(parts: OfferParts): HandOver {
  const { store, keyring, routes, now } = parts;
  return {
    offer: createOffer(parts, createAsk(parts)),
    async check(id, authorization) {
      await routes.authorize(id, authorization);
    },
    async read(id, authorization) {
      const { row, by } = await routes.authorize(id, authorization);
      const offer = offerOf(keyring, openRoute(keyring, row));
      const isWaiting = offer && now() < expiryOf(offer);
      return {
        success: true,
        form_id: row.formId,
        ...(isWaiting && { offer: describeOffer(offer, by) }),
      };
    },
    async withdraw(id, authorization) {
      const { formId } = (await routes.authorize(id, authorization)).row;
      await rewriteRoute({ store, keyring }, formId, (route) =>
        route.offer ? { ...route, offer: undefined } : undefined,
      );
      return { success: true, form_id: formId };
    },
  };
}

import { ServiceError } from '../../contract/service-error.ts';
import { NOTHING_CHANGED } from '../../mail/mail-outcome.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import type { Refusals } from '../../inboxes/refusals.ts';
import type { AuthorizeForm } from '../../forms/form-credentials.ts';
import type { Links } from '../../contract/links.ts';
import { nextActionOf } from '../../forms/route-resource.ts';
import type { Requester } from '../../forms/route-verification.ts';
import type { HandOverOffer } from '../../forms/hand-over-offer.ts';
import { rewriteRoute } from '../../forms/rewrite-route.ts';
import type { RouteStore } from '../../platform/stores/route-store.ts';
import { openRoute, type Route } from '../../forms/route.ts';
import type { FormId } from '../../contract/form-id.ts';
import type { VerificationBudgets } from '../../inboxes/verification/verification-budgets.ts';
import type { MailOwner } from '../mail-owner.ts';
import { newOffer, sealHandOver, type HandOverSide } from './token.ts';

/**
 * Offers the form to another inbox, for its owner; for the holder of the token, asks the owner first. Throws
 * like AuthorizeForm, `delivery_config_unsupported` where a provider confirms inboxes, `invalid_email` for the
 * inbox that has it, `inbox_not_verified`, and `rate_limited` and `delivery_failed` of the mail.
 */
export type OfferForm = (
  id: string,
  authorization: string | undefined,
  to: EmailAddress,
  requester: Requester,
) => Promise<{ formId: FormId; asked: HandOverSide }>;

interface Parts {
  store: { routes: RouteStore };
  keyring: Keyring;
  routes: { authorize: AuthorizeForm };
  /** Whether this service asks inboxes itself, and no mail provider. */
  asksInboxes: boolean;
  budgets: VerificationBudgets;
  refusals: Refusals;
  mailOwner: MailOwner;
  links: Links;
  now: () => number;
}

const UNSUPPORTED =
  'Here the mail provider confirms inboxes itself, so a form cannot move to another one. Create a form ' +
  'for the other inbox.';
const SAME_INBOX = 'The form delivers to this inbox already.';

/** The mails that ask: the owner on the budget of proposals, another inbox on that of verification mails. */
export function createAsk(parts: Parts) {
  const { keyring, budgets, refusals, mailOwner, links } = parts;
  return async (route: Route, offer: HandOverOffer, requester: Requester): Promise<void> => {
    const { side, to } = offer;
    const link = links.handOver(sealHandOver(keyring, route.formId, offer));
    if (side === 'owner') {
      const about = { route, to, link };
      return mailOwner.andWait({ kind: 'hand_over_ask', about, requester }, NOTHING_CHANGED);
    }
    await refusals.check(to);
    const { quota } = identifyInbox(keyring, to);
    const asked = { address: to, inbox: quota, owner: route.inbox.quota };
    const take = await budgets.look(asked);
    // As if the form were its own already: the mail says nothing of the owner's address.
    const about = { route: { ...route, address: to }, link };
    return mailOwner.andWait({ kind: 'hand_over_offer', about, requester, take }, NOTHING_CHANGED);
  };
}

export function createOffer(
  { store, keyring, routes, asksInboxes, links, now }: Parts,
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
    const stored = await rewriteRoute({ ...store, keyring }, formId, (current) =>
      current.inbox.owner === inbox.owner ? { ...current, offer } : undefined,
    );
    if (!stored) throw new ServiceError('route_not_found');
    return { formId, asked: side };
  };
}

import { LIMITS } from '../../contract/limits.ts';
import type { HandOverOutcome, HandOverState } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { configsOf } from '../../forms/targets/channels.ts';
import { checkRoom } from '../../forms/create-route.ts';
import { decisionLink, type FactsOf } from '../../forms/decision-token.ts';
import { renewedTokenNonce, type AuthorizedForm } from '../../forms/form-credentials.ts';
import type { Requester } from '../../forms/forms-context.ts';
import { findRow, rewriteRoute, TRIES } from '../../forms/opened-routes.ts';
import { nextActionOf } from '../../forms/route-resource.ts';
import { type HandOverOffer, openRoute, sealDetails, type Route } from '../../forms/route.ts';
import { addressIn, withStanding } from '../../forms/settings/copies.ts';
import { hideAll } from '../../forms/settings/hidden-values.ts';
import { withSetting } from '../../forms/settings/setting-rules.ts';
import { replaceSecrets } from '../../forms/target-states.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import { refusalSubject } from '../../inboxes/refusals.ts';
import { NOTHING_CHANGED } from '../../mail/mailer.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { randomOctets } from '../../platform/secrets/sealed-box.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import type { OwnersContext } from './decision.ts';

const LIFE = LIMITS.verificationTokenHours * 3_600_000;

/**
 * Identifies what a form does with submissions, as the next owner sees it before agreeing, and its
 * management token: a new token ends offers of the former holder.
 */
const contentOf = (keyring: Keyring, { alias, targets, settings, tokenNonce }: Route): KeyedHash =>
  keyedHash(
    keyring,
    'owner-link',
    'hand-over-content',
    JSON.stringify([alias, configsOf(targets), settings, tokenNonce]),
  );

/** When the links of an offer expire; milliseconds. */
const expiryOf = ({ at }: Pick<HandOverOffer, 'at'>): number => at + LIFE;

/** The latest offer of an active form that has not changed since. It may have expired. */
export function offerOf(keyring: Keyring, route: Route): HandOverOffer | undefined {
  const { offer, status } = route;
  const isWaiting = status === 'active' && offer?.content === contentOf(keyring, route);
  return isWaiting ? offer : undefined;
}

/** The form as the next inbox sees it: without the old one's data or a copy to itself. */
export function movedTo(route: Route, to: EmailAddress, keyring: Keyring): Route {
  const { copies: listed = [] } = route.settings;
  const others = listed.filter((copy) => addressIn(copy).toLowerCase() !== to.toLowerCase());
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
    offer: undefined,
    bounced: undefined,
    accessKeys: undefined,
    unapprovedSince: undefined,
  };
}

const UNSUPPORTED =
  'Here the mail provider confirms inboxes itself, so a form cannot move to another one. Create a form ' +
  'for the other inbox.';
const SAME_INBOX = 'The form delivers to this inbox already.';

/** The names in JSON of the side that is asked. */
export const ASKED = { owner: 'owner_asked', next: 'inbox_asked' } as const;

/** An offer for the holder of a credential. Only sessions see an address that a session gave. */
function describeOffer(offer: HandOverOffer, by: 'owner' | 'token') {
  const isOwn = by === 'owner' || offer.by === 'token';
  return {
    status: ASKED[offer.side],
    ...(isOwn && { email: offer.to }),
    since: new Date(offer.at).toISOString(),
    expires_at: new Date(expiryOf(offer)).toISOString(),
  };
}

/** Mails the side that is asked: the owner on the budget of proposals, others as strangers. */
export async function mailOffer(
  owners: OwnersContext,
  route: Route,
  offer: HandOverOffer,
  requester: Requester,
): Promise<void> {
  const { keyring, budgets, refusals, mailOwner } = owners;
  const { side, to, nonce } = offer;
  const { owner, quota } = identifyInbox(keyring, to);
  const link = decisionLink(owners, 'hand-over', {
    form: route.formId,
    side,
    inbox: owner,
    subject: refusalSubject(keyring, to),
    nonce,
    expiresAt: expiryOf(offer),
  });
  if (side === 'owner') {
    const about = { route, to, link };
    return mailOwner.andWait({ kind: 'hand_over_ask', about, requester }, NOTHING_CHANGED);
  }
  await refusals.check(to);
  const reserve = await budgets.check({ address: to, inbox: quota, owner: route.inbox.quota });
  // Written as if the form were the reader's: the mail must not name the owner's address.
  const about = { route: { ...route, address: to }, link };
  return mailOwner.andWait({ kind: 'hand_over_offer', about, requester, reserve }, NOTHING_CHANGED);
}

/** Moves the form to the inbox that agreed, unless its offer no longer waits. */
export async function moveForm(
  owners: OwnersContext,
  { form, nonce }: FactsOf<'hand-over'>,
  { requestId }: Requester,
): Promise<void> {
  const { store, keyring, mailOwner, log, now } = owners;
  for (let left = TRIES; left > 0; left -= 1) {
    const row = await findRow(store.routes, form);
    const before = openRoute(keyring, row);
    const offer = offerOf(keyring, before);
    if (offer?.nonce !== nonce) return;
    // The former owner, and who worked for them, may know the secrets of webhooks.
    const { route: renewed } = replaceSecrets(movedTo(before, offer.to, keyring), now());
    const after = hideAll(keyring, renewed);
    const { inbox, tokenNonce } = after;
    if (inbox.quota !== before.inbox.quota) await checkRoom(owners, inbox.quota);
    const moved = { ...inbox, tokenNonce, sealed: sealDetails(keyring, after) };
    if (!(await store.routes.handOver(form, row, moved))) continue;
    log.routeHandedOver({ requestId, formId: form });
    const requester = { requestId };
    mailOwner.later({ kind: 'handed_over', about: { route: before }, requester });
    mailOwner.later({ kind: 'taken_over', about: { route: after }, requester });
    return;
  }
}

/** Hands forms over. */
export class HandOver {
  readonly #owners: OwnersContext;

  constructor(owners: OwnersContext) {
    this.#owners = owners;
  }

  /**
   * Offers the form to another inbox, for its owner; for the holder of the token, asks the owner
   * first. Throws `delivery_config_unsupported` if a provider confirms inboxes, `invalid_email` for
   * the inbox that has it, `inbox_not_verified`, and `rate_limited` and `delivery_failed` of the
   * mail.
   */
  async offer(
    { row, by }: AuthorizedForm,
    to: EmailAddress,
    requester: Requester,
  ): Promise<HandOverOutcome> {
    const { keyring, settings, links, now } = this.#owners;
    if (settings.VERIFICATION_PROVIDER !== undefined) {
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
    const nonce = randomOctets(12).toString('base64url');
    const content = contentOf(keyring, route);
    const offer: HandOverOffer = { side, to, by, at: now(), nonce, content };
    await mailOffer(this.#owners, route, offer, requester);
    // From here on the links of earlier offers have ended.
    const stored = await rewriteRoute(this.#owners, formId, (current) =>
      current.inbox.owner === inbox.owner ? { ...current, offer } : undefined,
    );
    if (!stored) throw new ServiceError('route_not_found');
    return { success: true, form_id: formId, status: ASKED[side] };
  }

  /** The offer that waits. */
  read({ row, by }: AuthorizedForm): HandOverState {
    const { keyring, now } = this.#owners;
    const offer = offerOf(keyring, openRoute(keyring, row));
    const isWaiting = offer && now() < expiryOf(offer);
    return {
      success: true,
      form_id: row.formId,
      ...(isWaiting && { offer: describeOffer(offer, by) }),
    };
  }

  /** Ends the offer that waits. Repeating it succeeds. */
  async withdraw({ row: { formId } }: AuthorizedForm): Promise<HandOverState> {
    await rewriteRoute(this.#owners, formId, (route) =>
      route.offer ? { ...route, offer: undefined } : undefined,
    );
    return { success: true, form_id: formId };
  }
}

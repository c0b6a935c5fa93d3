import { LIMITS } from '../../contract/limits.ts';
import type { HandOverState } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Log } from '../../platform/log/log.ts';
import { refusalSubject } from '../../inboxes/refusals.ts';
import type { HandOverOffer } from '../../forms/hand-over-offer.ts';
import { rewriteRoute } from '../../forms/rewrite-route.ts';
import type { Requester } from '../../forms/route-verification.ts';
import { openRoute } from '../../forms/route.ts';
import { createMove } from './move-form.ts';
import { createAsk, createOffer, type OfferForm } from './offer-form.ts';
import { expiryOf, offerOf, openHandOver, type HandOverToken } from './token.ts';
import { createLook, type HandOverView } from './view.ts';

/** A form moves to another inbox when both agree; docs/copies.md. */
export interface HandOver {
  /** Checks a credential for a form, before a body is read. Throws like AuthorizeForm. */
  check(id: string, authorization: string | undefined): Promise<void>;
  offer: OfferForm;
  /** What waits. Throws like AuthorizeForm. */
  read(id: string, authorization: string | undefined): Promise<HandOverState>;
  /** Ends what waits. Repeating it succeeds. Throws like AuthorizeForm. */
  withdraw(id: string, authorization: string | undefined): Promise<HandOverState>;
  /**
   * Changes nothing. Throws `verification_token_required`, `verification_token_invalid`, and `route_not_found` where
   * the inbox has refused this offer.
   */
  look(token: unknown): Promise<HandOverView>;
  /**
   * Agrees: the owner's yes has the other inbox asked, whose yes moves the form. Repeating it succeeds. Throws
   * as `look`, `verification_token_expired`, `verification_mismatch` where it has ended, `route_not_found`, and
   * `rate_limited` and `delivery_failed` of the mail.
   */
  agree(token: unknown, requester: Requester): Promise<HandOverView>;
  /** Ends the offer, and the asked inbox wants no verification mails for a while. Throws as `look`. */
  refuse(token: unknown, requestId: string): Promise<HandOverView>;
  /** Lets such mails arrive again; an offer that was refused stays over. */
  allow(token: unknown, requestId: string): Promise<HandOverView>;
}

export type HandOverParts = Parameters<typeof createAsk>[0] &
  Parameters<typeof createMove>[0] &
  Parameters<typeof createLook>[0] & { log: Log };

const REFUSABLE = LIMITS.refusalDays * 86_400_000;

const mismatch = () =>
  new ServiceError('verification_mismatch', undefined, { variant: 'ended_hand_over' });

const ASKED = { owner: 'owner_asked', next: 'inbox_asked' } as const;

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

type Waiting = Pick<HandOver, 'check' | 'read' | 'withdraw'>;

/** What the holder of a credential does with an offer that waits. */
function createWaiting({ store, keyring, routes, now }: HandOverParts): Waiting {
  return {
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
      await rewriteRoute({ ...store, keyring }, formId, (route) =>
        route.offer ? { ...route, offer: undefined } : undefined,
      );
      return { success: true, form_id: formId };
    },
  };
}

/** Changes the offer of a link; undefined if it waits no more. */
const createChange =
  ({ store, keyring }: HandOverParts) =>
  ({ formId, nonce }: HandOverToken, decide: (offer: HandOverOffer) => HandOverOffer | undefined) =>
    rewriteRoute({ ...store, keyring }, formId, (route) =>
      route.offer?.nonce === nonce ? { ...route, offer: decide(route.offer) } : undefined,
    );

/** What an inbox does that wants no form. */
function createRefusal(parts: HandOverParts): Pick<HandOver, 'refuse' | 'allow'> {
  const { keyring, refusals, log, now } = parts;
  const look = createLook(parts);
  const change = createChange(parts);
  return {
    async refuse(text, requestId) {
      const token = openHandOver(keyring, text);
      const { side, to, expiresAt, formId, nonce } = token;
      const view = await look(token);
      if (side === 'owner' || view.state === 'done' || now() >= expiresAt + REFUSABLE) return view;
      await refusals.add(refusalSubject(keyring, to));
      await refusals.end(nonce);
      await change(token, () => undefined);
      log.routeRefused({ requestId, formId });
      return { ...view, state: 'refused' };
    },
    async allow(text, requestId) {
      const token = openHandOver(keyring, text);
      const { side, to, formId } = token;
      if (side === 'owner') return look(token);
      await refusals.lift(refusalSubject(keyring, to));
      log.refusalLifted({ requestId, formId });
      return { state: 'allowed', side, to, formId, route: undefined };
    },
  };
}

export function createHandOver(parts: HandOverParts): HandOver {
  const { keyring, now } = parts;
  const ask = createAsk(parts);
  const move = createMove(parts);
  const look = createLook(parts);
  const change = createChange(parts);

  /** The owner agrees: the other inbox is mailed, and its answer is waited for. */
  async function askNext(token: HandOverToken, view: HandOverView, requester: Requester) {
    const { route } = view;
    if (!route?.offer) throw mismatch();
    const offer = { ...route.offer, side: 'next', at: now() } as const;
    await ask(route, offer, requester);
    if (!(await change(token, () => offer))) throw mismatch();
    return { ...view, state: 'asked' } as const;
  }

  return {
    ...createWaiting(parts),
    ...createRefusal(parts),
    offer: createOffer(parts, ask),
    look: async (text) => look(openHandOver(keyring, text)),
    async agree(text, requester) {
      const token = openHandOver(keyring, text);
      const view = await look(token);
      if (view.state === 'done' || view.state === 'asked') return view;
      if (now() >= token.expiresAt) throw new ServiceError('verification_token_expired');
      if (!view.route) throw new ServiceError('route_not_found');
      if (view.state === 'ended') throw mismatch();
      if (token.side === 'owner') return askNext(token, view, requester);
      const route = await move(token, requester);
      if (route) return { ...view, state: 'done', route };
      // The same button may have been pressed twice.
      const latest = await look(token);
      if (latest.state === 'done') return latest;
      throw mismatch();
    },
  };
}

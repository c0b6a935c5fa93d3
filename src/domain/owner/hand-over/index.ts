import { LIMITS } from '../../../contract/limits.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import type { Log } from '../../../platform/log/log.ts';
import { refusalSubject } from '../../inboxes/refusals.ts';
import type { Requester } from '../../routes/route-verification.ts';
import { createMove } from './move-form.ts';
import { createAsk, createOffer, type OfferForm } from './offer-form.ts';
import { openHandOver } from './token.ts';
import { createLook, type HandOverView } from './view.ts';

/** A form moves to another inbox when both agree; docs/copies.md. */
export interface HandOver {
  /** Checks a credential for a form, before a body is read. Throws like AuthorizeForm. */
  check(id: string, authorization: string | undefined): Promise<void>;
  offer: OfferForm;
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

export type HandOverParts = Parameters<typeof createAsk>[0] &
  Parameters<typeof createMove>[0] &
  Parameters<typeof createLook>[0] & { log: Log };

const REFUSABLE = LIMITS.refusalDays * 86_400_000;

const mismatch = () =>
  new ServiceError('verification_mismatch', undefined, { variant: 'ended_hand_over' });

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

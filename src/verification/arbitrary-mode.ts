import { ServiceError } from '../contract/service-error.ts';
import type { SendMail } from '../mail/mailer.ts';
import type { SendVerification } from '../routes/create-route.ts';
import type { FindRoute } from '../routes/find-route.ts';
import type { Links } from '../routes/links.ts';
import type { Route } from '../routes/route.ts';
import { verificationExpiry } from '../routes/route-resource.ts';
import type { RouteStore } from '../routes/route-store.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { composeVerificationEmail } from './verification-email.ts';
import { openVerificationToken, sealVerificationToken } from './verification-token.ts';

/** What a genuine link stands for at the moment; `gone` when its route was deleted. */
export type VerificationState =
  { state: 'open' | 'confirmed'; route: Route; token: string } | { state: 'expired' | 'gone' };

/** Inboxes confirm by a link we email; contract, "Verification (arbitrary delivery mode only)". */
export interface ArbitraryMode {
  sendVerification: SendVerification;
  /** What the confirmation page shows. Changes nothing, whoever opens it. */
  look(token: unknown): Promise<VerificationState>;
  /** Activates the route of a valid token; repeating it succeeds. */
  confirm(token: unknown): Promise<Route>;
}

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  findRoute: FindRoute;
  sendMail: SendMail;
  links: Links;
  /** How the operator is named in mails. */
  operator: string;
  now: () => number;
}

function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'route_not_found';
}

export function createArbitraryMode(parts: Parts): ArbitraryMode {
  const { routes, keyring, findRoute, sendMail, links, operator, now } = parts;
  return {
    async sendVerification(route) {
      const { formId, inbox } = route;
      const expiresAt = verificationExpiry(route);
      const token = sealVerificationToken(keyring, { formId, owner: inbox.owner, expiresAt });
      await sendMail(composeVerificationEmail(route, token, links, operator));
    },

    async look(text) {
      const { formId, owner, expiresAt } = openVerificationToken(keyring, text);
      try {
        const route = await findRoute(formId);
        if (route.inbox.owner !== owner) return { state: 'gone' };
        if (route.status === 'active') return { state: 'confirmed', route, token: String(text) };
        if (now() >= expiresAt) return { state: 'expired' };
        return { state: 'open', route, token: String(text) };
      } catch (error) {
        if (isNotFound(error)) return { state: 'gone' };
        throw error;
      }
    },

    async confirm(text) {
      const { formId, owner, expiresAt } = openVerificationToken(keyring, text);
      if (now() >= expiresAt) throw new ServiceError('verification_token_expired');
      const route = await findRoute(formId);
      if (route.inbox.owner !== owner) throw new ServiceError('verification_mismatch');
      if (!(await routes.activate(formId))) throw new ServiceError('route_not_found');
      return { ...route, status: 'active' };
    },
  };
}

import { ServiceError } from '../../contract/service-error.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Links } from '../routes/links.ts';
import type { SettingsManager } from '../routes/manage-settings.ts';
import type { FindRoute } from '../routes/route-store.ts';
import { hasOrigins, type Route } from '../routes/route.ts';
import type { Requester } from '../routes/route-verification.ts';
import { withSetting } from '../settings/setting-changes.ts';
import type { MailOwner } from './mail-owner.ts';
import { expectSigned, signedToken, splitToken } from './owner-token.ts';

/** The form of a link that limits it to `site`, and the websites that it takes submissions of. */
interface LimitedForm {
  route: Route;
  site: string;
  /** `open`: every website; `limited`: this one alone; `other`: those in its settings. */
  state: 'open' | 'limited' | 'other';
}

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface LimitOrigin {
  /** The form of an emailed link. Changes nothing. */
  look(token: unknown): Promise<LimitedForm>;
  /**
   * Limits the form to the website, and mails the owner that it was: replies quote the link. Repeating
   * it succeeds. Throws `verification_mismatch` where it has other websites.
   */
  limit(token: unknown, requester: Requester): Promise<LimitedForm>;
}

/** `<form id>.<origin in base64url>.<keyed hash>`. Never expires: it can only narrow. */
export function originTokenOf(
  keyring: Keyring,
  route: Pick<Route, 'formId' | 'inbox'>,
  site: string,
): string {
  const parts = [route.formId, Buffer.from(site).toString('base64url')];
  return signedToken(keyring, 'origin', route, parts);
}

interface Parts {
  keyring: Keyring;
  findRoute: FindRoute;
  settings: Pick<SettingsManager, 'decide'>;
  mailOwner: MailOwner;
  links: Links;
}

/** The form limited to the website; undefined when it is limited already. */
function limitTo(route: Route, site: string): Route | undefined {
  if (hasOrigins(route)) return undefined;
  return { ...route, settings: withSetting(route.settings, 'origins', [site]) };
}

export function createLimitOrigin(parts: Parts): LimitOrigin {
  const { keyring, findRoute, settings, mailOwner, links } = parts;

  async function look(token: unknown): Promise<LimitedForm> {
    const split = splitToken(token, [3]);
    const [formId, encoded = ''] = split;
    const route = await findRoute(formId);
    expectSigned(keyring, 'origin', route, split);
    const site = Buffer.from(encoded, 'base64url').toString();
    const { origins = [] } = route.settings;
    const isThis = origins.length === 1 && origins[0] === site;
    return { route, site, state: origins.length === 0 ? 'open' : isThis ? 'limited' : 'other' };
  }

  return {
    look,
    async limit(token, requester) {
      const { route, site } = await look(token);
      const changed = await settings.decide(route.formId, requester.requestId, (now) =>
        limitTo(now, site),
      );
      if (changed) {
        const about = { route: changed, site, inboxLink: links.inbox() };
        mailOwner.later({ kind: 'limited', about, requester });
      }
      const after = await look(token);
      if (after.state === 'limited') return after;
      throw new ServiceError('verification_mismatch', undefined, { variant: 'other_origins' });
    },
  };
}

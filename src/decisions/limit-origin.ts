import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Links } from '../contract/links.ts';
import type { SettingsManager } from '../forms/manage-settings.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import { hasOrigins, type Route } from '../forms/route.ts';
import type { Requester } from '../forms/route-verification.ts';
import { withSetting } from '../forms/settings/setting-changes.ts';
import type { MailOwner } from './mail-owner.ts';
import { expectSigned, signedToken, splitToken } from './owner-token.ts';

/** The form of a link that limits it to `site`, and the websites that it takes submissions of. */
interface LimitedForm {
  route: Route;
  site: string;
  /** `open`: every website; `limited`: this one alone; `other`: those in its settings; `ended`: by use or age. */
  state: 'open' | 'limited' | 'other' | 'ended';
}

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface LimitOrigin {
  /** The form of an emailed link. Changes nothing. */
  look(token: unknown): Promise<LimitedForm>;
  /**
   * Limits the form to the website, and mails the owner that it was: replies quote the link. Repeating
   * it succeeds. Throws `verification_token_expired` where the link has ended, and `verification_mismatch` where
   * the form has other websites.
   */
  limit(token: unknown, requester: Requester): Promise<LimitedForm>;
}

/** The link works for this time; milliseconds. */
const LIFE = LIMITS.originLinkDays * 86_400_000;

/**
 * `<form id>.<origin in base64url>.<milliseconds>.<keyed hash>`. Replies quote it, so it ends: by its age, and by the
 * first use of a link of the form that is as old.
 */
export function originTokenOf(
  keyring: Keyring,
  route: Pick<Route, 'formId' | 'inbox'>,
  site: string,
  at: number,
): string {
  const parts = [route.formId, Buffer.from(site).toString('base64url'), at.toString(36)];
  return signedToken(keyring, 'origin', route, parts);
}

interface Parts {
  keyring: Keyring;
  findRoute: FindRoute;
  settings: Pick<SettingsManager, 'decide'>;
  mailOwner: MailOwner;
  links: Links;
  now: () => number;
}

/**
 * The form limited to the website; undefined when it is limited already. A change that waits is over, because
 * accepting it would take that back.
 */
function limitTo(route: Route, site: string, limitedAt: number): Route | undefined {
  if (hasOrigins(route)) return undefined;
  const settings = withSetting(route.settings, 'origins', [site]);
  return { ...route, settings, limitedAt, proposal: undefined };
}

const ended = () =>
  new ServiceError('verification_token_expired', undefined, { variant: 'ended_origin_link' });

export function createLimitOrigin(parts: Parts): LimitOrigin {
  const { keyring, findRoute, settings, mailOwner, links, now } = parts;

  async function look(token: unknown): Promise<LimitedForm> {
    const split = splitToken(token, [4]);
    const [formId, encoded = '', time = ''] = split;
    const route = await findRoute(formId);
    expectSigned(keyring, 'origin', route, split);
    const site = Buffer.from(encoded, 'base64url').toString();
    const at = Number.parseInt(time, 36);
    const { origins = [] } = route.settings;
    if (origins.length === 1 && origins[0] === site) return { route, site, state: 'limited' };
    const hasEnded = now() >= at + LIFE || at <= (route.limitedAt ?? 0);
    if (hasEnded) return { route, site, state: 'ended' };
    return { route, site, state: origins.length === 0 ? 'open' : 'other' };
  }

  return {
    look,
    async limit(token, requester) {
      const { route, site, state } = await look(token);
      if (state === 'ended') throw ended();
      const changed = await settings.decide(route.formId, requester.requestId, (current) =>
        limitTo(current, site, now()),
      );
      if (changed) {
        const about = { route: changed, site, inboxLink: links.inbox() };
        mailOwner.later({ kind: 'limited', about, requester });
      }
      const after = await look(token);
      if (after.state === 'limited') return after;
      if (after.state === 'ended') throw ended();
      throw new ServiceError('verification_mismatch', undefined, { variant: 'other_origins' });
    },
  };
}

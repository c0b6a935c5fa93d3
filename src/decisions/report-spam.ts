import type { ChallengePolicy } from '../contract/form-settings.ts';
import type { Suspicion } from '../contract/enums.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Links } from '../contract/links.ts';
import type { SettingsManager } from '../forms/manage-settings.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import { challengeOf, type Route } from '../forms/route.ts';
import type { Requester } from '../forms/route-verification.ts';
import { isStricter, withSetting } from '../forms/settings/setting-changes.ts';
import type { MailOwner } from './mail-owner.ts';
import { expectSigned, signedToken, splitToken } from './owner-token.ts';

/** The policies that the page of a link can switch to. */
type Stricter = Exclude<ChallengePolicy, 'off'>;

/** The form of a link "This was spam", and what its page offers. */
interface ReportedForm {
  route: Route;
  challenge: ChallengePolicy;
  /** What its button switches to. */
  next: Stricter;
  /** From the notice of an attack, which asks for `always` alone. */
  fromNotice: boolean;
  /** Reasons that the button makes count again. */
  relaxed: readonly Suspicion[];
  state: 'open' | 'done';
}

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface ReportSpam {
  /** The form of an emailed link. Changes nothing. */
  look(token: unknown): Promise<ReportedForm>;
  /**
   * Makes the form ask for challenges, at least as `wanted` says, and mark for every reason again. Mails
   * the owner if that changed something: replies quote the link. Repeating it succeeds.
   */
  report(token: unknown, wanted: unknown, requester: Requester): Promise<ReportedForm>;
}

/**
 * `<form id>.<keyed hash>` in the mail of a submission, `<form id>.always.<keyed hash>` in the notice of
 * an attack. Never expires: it can only narrow.
 */
export function spamTokenOf(
  keyring: Keyring,
  route: Pick<Route, 'formId' | 'inbox'>,
  next?: 'always',
): string {
  return signedToken(keyring, 'spam', route, [route.formId, ...(next ? [next] : [])]);
}

/**
 * The form with at least this policy, and nothing relaxed; undefined when that is so already. Only its owner takes
 * that back, so a change that waits since before is over: accepting it would.
 */
function tighten(route: Route, wanted: Stricter): Route | undefined {
  const isLenient = isStricter(wanted, challengeOf(route));
  if (!isLenient && !route.relaxed?.length) return undefined;
  const settings = isLenient ? withSetting(route.settings, 'challenge', wanted) : route.settings;
  const guard = isLenient ? wanted : route.guard;
  return { ...route, settings, guard, relaxed: undefined, proposal: undefined };
}

interface Parts {
  keyring: Keyring;
  findRoute: FindRoute;
  settings: Pick<SettingsManager, 'decide'>;
  mailOwner: MailOwner;
  links: Links;
  log: Log;
}

/** "This was spam", in the mail of each submission; docs/decisions/0044. */
export function createReportSpam(parts: Parts): ReportSpam {
  const { keyring, findRoute, settings, mailOwner, links, log } = parts;

  async function look(token: unknown): Promise<ReportedForm> {
    const split = splitToken(token, [2, 3]);
    const [formId, ...rest] = split;
    const route = await findRoute(formId);
    expectSigned(keyring, 'spam', route, split);
    const challenge = challengeOf(route);
    const fromNotice = rest.length > 1;
    const next = !fromNotice && challenge === 'off' ? 'suspicious' : 'always';
    const { relaxed = [] } = route;
    const isOpen = challenge !== 'always' || relaxed.length > 0;
    return { route, challenge, next, fromNotice, relaxed, state: isOpen ? 'open' : 'done' };
  }

  return {
    look,
    async report(token, wanted, requester) {
      const { route, challenge: before, fromNotice } = await look(token);
      const { formId } = route;
      const { requestId } = requester;
      const next = fromNotice || wanted === 'always' ? 'always' : 'suspicious';
      const changed = await settings.decide(formId, requestId, (now) => tighten(now, next));
      log.spamReported({ requestId, formId, changed: changed !== undefined });
      if (changed) {
        const challenge = challengeOf(changed);
        const about = { route: changed, before, challenge, inboxLink: links.inbox() };
        mailOwner.later({ kind: 'guarded', about, requester });
      }
      return { ...(await look(token)), state: 'done' };
    },
  };
}

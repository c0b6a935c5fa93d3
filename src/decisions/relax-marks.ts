import { ServiceError } from '../contract/service-error.ts';
import { SUSPICIONS, type Suspicion } from '../contract/enums.ts';
import { NOTHING_CHANGED } from '../mail/mail-outcome.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Links } from '../contract/links.ts';
import type { SettingsManager } from '../forms/manage-settings.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import type { Route } from '../forms/route.ts';
import type { Requester } from '../forms/route-verification.ts';
import type { MailOwner } from './mail-owner.ts';
import { expectSigned, signedToken, splitToken } from './owner-token.ts';

/** The form of a link "This was not spam", and the reasons for which its mail was marked. */
interface MarkedForm {
  route: Route;
  reasons: readonly Suspicion[];
  /** `relaxed`: the form marks nothing for these reasons. */
  state: 'open' | 'relaxed';
}

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface RelaxMarks {
  /** The form of an emailed link. Changes nothing. */
  look(token: unknown): Promise<MarkedForm>;
  /**
   * Lets the form mark nothing for the reasons of the link. The owner is mailed first, with the way back:
   * replies quote the link. Repeating it succeeds. Throws `rate_limited` and `delivery_failed` when that
   * mail cannot be sent; then nothing has changed.
   */
  relax(token: unknown, requester: Requester): Promise<MarkedForm>;
  /** Lets these reasons count again. */
  undo(token: unknown, requester: Requester): Promise<MarkedForm>;
}

/** `<form id>.<reasons>.<keyed hash>`, reasons with hyphens between them. Never expires. */
export function relaxTokenOf(
  keyring: Keyring,
  route: Pick<Route, 'formId' | 'inbox'>,
  reasons: readonly Suspicion[],
): string {
  return signedToken(keyring, 'not-spam', route, [route.formId, reasons.join('-')]);
}

/** The form with these reasons relaxed or not; undefined when that is so already. */
function withRelaxed(
  route: Route,
  reasons: readonly Suspicion[],
  isRelaxed: boolean,
): Route | undefined {
  const before = route.relaxed ?? [];
  const relaxed = SUSPICIONS.filter((reason) =>
    reasons.includes(reason) ? isRelaxed : before.includes(reason),
  );
  return relaxed.length === before.length ? undefined : { ...route, relaxed };
}

interface Parts {
  keyring: Keyring;
  findRoute: FindRoute;
  settings: Pick<SettingsManager, 'decide'>;
  mailOwner: MailOwner;
  links: Links;
  log: Log;
}

/** "This was not spam", in the mail of a marked submission; docs/decisions/0044. */
export function createRelaxMarks(parts: Parts): RelaxMarks {
  const { keyring, findRoute, settings, mailOwner, links, log } = parts;

  async function look(token: unknown): Promise<MarkedForm> {
    const split = splitToken(token, [3]);
    const [formId, names = ''] = split;
    const route = await findRoute(formId);
    expectSigned(keyring, 'not-spam', route, split);
    const named = names.split('-');
    const reasons = SUSPICIONS.filter((reason) => named.includes(reason));
    // A later release may have none of the reasons of an old mail.
    if (reasons.length === 0) throw new ServiceError('verification_token_invalid');
    const isRelaxed = withRelaxed(route, reasons, true) === undefined;
    return { route, reasons, state: isRelaxed ? 'relaxed' : 'open' };
  }

  async function decide(token: unknown, isRelaxed: boolean, { requestId }: Requester) {
    const { route, reasons } = await look(token);
    const { formId } = route;
    await settings.decide(formId, requestId, (now) => withRelaxed(now, reasons, isRelaxed));
    log.marksRelaxed({ requestId, formId, reasons, undone: !isRelaxed });
    return look(token);
  }

  return {
    look,
    async relax(token, requester) {
      const { route, reasons, state } = await look(token);
      if (state === 'open') {
        const about = { route, reasons, undoLink: links.notSpam(String(token)) };
        await mailOwner.andWait({ kind: 'relaxed', about, requester }, NOTHING_CHANGED);
      }
      return decide(token, true, requester);
    },
    undo: (token, requester) => decide(token, false, requester),
  };
}

import { ServiceError } from '../../contract/service-error.ts';
import type { NewFormHolds } from '../inboxes/refusals.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Asker } from '../routes/route-verification.ts';
import { isUnapproved, type Route, type UnapprovedRoute } from '../routes/route.ts';
import type { RouteStore } from '../routes/route-store.ts';
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { InboxVerification } from './inbox-verification.ts';
import type { BudgetedAsks } from './verification-budgets.ts';
import {
  ProviderFailure,
  type InboxStanding,
  type ProviderFailureKind,
  type VerificationProvider,
} from './providers/verification-provider.ts';

export interface VerifiedModeParts {
  store: { routes: RouteStore };
  provider: VerificationProvider;
  budgeted: BudgetedAsks;
  holds: NewFormHolds;
  notices: {
    /** A form waits for its owner, because they stopped another one. */
    held(route: Route, requestId: string): void;
    /** A form is active without its owner's approval. */
    newForm(route: UnapprovedRoute, requestId: string): void;
  };
  log: Log;
  now: () => number;
}

/** What the provider was last asked about an exact address. */
interface Look {
  at: number;
  underWay: boolean;
  standing: Promise<InboxStanding>;
}

/** Milliseconds in which this process asks the provider about an address at most once. */
const LOOK_INTERVAL = 5_000;

/** Milliseconds in which this process registers a lost address again at most once. */
const REGISTER_INTERVAL = 120_000;

/** Addresses remembered; beyond it pending routes keep their stored state until some are forgotten. */
const MAX_LOOKS = 10_000;

const UNREACHABLE =
  'The mail provider could not be asked to verify the inbox, so no form was created. ' +
  'Please try again later.';
const REFUSED = 'The mail provider of this deployment does not take this address.';

type Definite = Exclude<ProviderFailureKind, 'doubtful'>;

/** What a caller hears when an inbox could not be registered. */
const TO_ERROR: Record<Definite, (cause: unknown) => ServiceError> = {
  unavailable: (cause) =>
    new ServiceError('delivery_failed', undefined, { message: UNREACHABLE, cause }),
  refused: (cause) => new ServiceError('invalid_email', undefined, { message: REFUSED, cause }),
  capacity: (cause) => new ServiceError('verified_destination_capacity', undefined, { cause }),
  credentials: (cause) => new ServiceError('config_incomplete', undefined, { cause }),
};

function unavailable(): Promise<never> {
  return Promise.reject(new ServiceError('verification_unavailable'));
}

/** Registers the address of a pending route that the provider does not know, now and then. */
function createRegisterAgain(now: () => number, askInbox: InboxVerification['askInbox']) {
  /** When addresses were registered again, oldest first. */
  const registered = new Map<KeyedHash, number>();
  return async (route: Route, asker: Asker): Promise<Route> => {
    const { owner } = route.inbox;
    for (const [old, at] of registered) {
      if (now() - at < REGISTER_INTERVAL) break;
      registered.delete(old);
    }
    if (registered.has(owner) || registered.size >= MAX_LOOKS) return route;
    registered.set(owner, now());
    try {
      // As one never mailed, so that what another node has registered meanwhile is not mailed twice.
      return await askInbox({ ...route, verificationSentAt: undefined }, asker);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'config_incomplete') throw error;
      return route;
    }
  };
}

/** The provider mails and verifies inboxes; contract, "Verification", and docs/decisions/0012. */
export function createVerifiedMode(parts: VerifiedModeParts): InboxVerification {
  const { provider, budgeted, holds, notices, log, now } = parts;
  const { routes } = parts.store;
  /** Oldest first; shared by all routes of an address. */
  const looks = new Map<KeyedHash, Look>();

  function forgetOld(): void {
    for (const [owner, { at, underWay }] of looks) {
      if (underWay || now() - at < LOOK_INTERVAL) break;
      looks.delete(owner);
    }
  }

  /** Asks, and lets everybody who comes meanwhile and in the next seconds have the same answer. */
  async function ask<T extends InboxStanding>(
    { formId, inbox: { owner } }: Route,
    requestId: string,
    call: () => Promise<T>,
  ): Promise<T> {
    const facts = { requestId, formId, provider: provider.name };
    const standing = call();
    const look: Look = { at: now(), underWay: true, standing };
    looks.delete(owner);
    if (looks.size < MAX_LOOKS) looks.set(owner, look);
    try {
      const answer = await standing;
      log.providerAnswered({ ...facts, standing: answer });
      return answer;
    } catch (error) {
      if (error instanceof ProviderFailure) {
        const { kind, reason } = error;
        log.providerFailed({ ...facts, kind, reason });
      }
      throw error;
    } finally {
      look.underWay = false;
    }
  }

  async function lookUp(route: Route, requestId: string): Promise<InboxStanding> {
    const last = looks.get(route.inbox.owner);
    if (last && (last.underWay || now() - last.at < LOOK_INTERVAL)) return last.standing;
    forgetOld();
    if (looks.size >= MAX_LOOKS) return 'pending';
    return ask(route, requestId, () => provider.status(route.address));
  }

  /** The owner stopped a form lately: this one waits for the link that they are mailed. */
  async function holdBack(route: Route, requestId: string): Promise<Route> {
    const at = now();
    const held: Route = { ...route, withdrawnAt: at };
    await routes.hold(route.formId, at);
    notices.held(held, requestId);
    return held;
  }

  /**
   * An inbox that was verified before the provider was first asked for a route has agreed to another
   * one: its owner has yet to approve this one.
   */
  async function activate(route: Route, requestId: string): Promise<Route> {
    const { formId, verificationSentAt, createdAt } = route;
    const unapprovedSince = verificationSentAt === undefined ? createdAt : undefined;
    if (unapprovedSince !== undefined && (await holds.isSet(route.inbox.owner))) {
      return holdBack(route, requestId);
    }
    // A route that was deleted meanwhile stays what it was.
    if (!(await routes.activate(formId, undefined, unapprovedSince))) return route;
    log.routeConfirmed({ requestId, formId });
    const active: Route = { ...route, status: 'active', withdrawnAt: undefined, unapprovedSince };
    if (isUnapproved(active)) notices.newForm(active, requestId);
    return active;
  }

  async function register(route: Route, requestId: string): Promise<Route> {
    try {
      if (route.withdrawnAt !== undefined) await routes.readmit(route.formId);
      const again = route.verificationSentAt !== undefined;
      const call = () => provider.register(route.address, again);
      const standing = await ask(route, requestId, call);
      const asked: Route = { ...route, verificationSentAt: now() };
      await routes.markVerificationSent(route.formId, now());
      return standing === 'verified' ? await activate(route, requestId) : asked;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.kind === 'doubtful') return route;
      throw TO_ERROR[error.kind](error);
    }
  }

  const askInbox: InboxVerification['askInbox'] = (route, asker) =>
    budgeted.forStranger(route, asker, () => register(route, asker.requestId));

  const registerAgain = createRegisterAgain(now, askInbox);

  return {
    askInbox,

    askInboxForOwner: (route, requestId) =>
      budgeted.forOwner(route, () => register(route, requestId)),

    async refresh(route, requestId, caller) {
      if (route.status === 'active' || route.withdrawnAt !== undefined) return route;
      try {
        const standing = await lookUp(route, requestId);
        if (standing === 'verified') return await activate(route, requestId);
        const lost = standing === 'unknown' && caller !== undefined;
        return lost ? await registerAgain(route, { caller, requestId }) : route;
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        if (error.kind === 'credentials') throw TO_ERROR.credentials(error);
        return route;
      }
    },

    expiresAt: () => undefined,
    confirmationToken: () => undefined,
    look: unavailable,
    confirm: unavailable,
  };
}

import { ServiceError } from '../../contract/service-error.ts';
import type { Asker, Requester } from '../../forms/forms-context.ts';
import { isUnapproved, type Route } from '../../forms/route.ts';
import type { Context } from '../../platform/context.ts';
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { NewFormHolds, Refusals } from '../../inboxes/refusals.ts';
import type { OwnerMails } from '../decisions/owner-mails.ts';
import { DEFAULT_LANGUAGE } from '../../catalogs/languages.ts';
import { BudgetedVerification, type InboxVerification } from './inbox-verification.ts';
import {
  ProviderFailure,
  type InboxStanding,
  type ProviderFailureKind,
  type VerificationProvider,
} from './providers/verification-provider.ts';

/** The last call to the provider about an exact address. */
interface Look {
  at: number;
  underWay: boolean;
  standing: Promise<InboxStanding>;
}

/** This process asks the provider about an address at most once in so many milliseconds. */
const LOOK_INTERVAL = 5_000;

/** This process registers a lost address again at most once in so many milliseconds. */
const REGISTER_INTERVAL = 120_000;

/** Addresses remembered; beyond this, pending routes keep their stored status. */
const MAX_LOOKS = 10_000;

const UNREACHABLE =
  'The mail provider could not be asked to verify the inbox, so no form was created. ' +
  'Please try again later.';
const REFUSED = 'The mail provider of this deployment does not take this address.';

type Definite = Exclude<ProviderFailureKind, 'doubtful'>;

/** The message of the answer when an inbox could not be registered. */
const TO_ERROR: Record<Definite, (cause: unknown) => ServiceError> = {
  unavailable: (cause) =>
    new ServiceError('delivery_failed', undefined, { message: UNREACHABLE, cause }),
  refused: (cause) => new ServiceError('invalid_email', undefined, { message: REFUSED, cause }),
  capacity: (cause) => new ServiceError('verified_destination_capacity', undefined, { cause }),
  credentials: (cause) => new ServiceError('config_incomplete', undefined, { cause }),
};

/** Removes the entries that begin a map, oldest first, while they are old. */
function forgetOld<V>(entries: Map<KeyedHash, V>, isOld: (value: V) => boolean): void {
  for (const [key, value] of entries) {
    if (!isOld(value)) break;
    entries.delete(key);
  }
}

/** Asks the provider; repeated questions about an address get the same answer for some seconds. */
class ProviderLookups {
  readonly #context: Pick<Context, 'log' | 'now'>;
  readonly #provider: VerificationProvider;
  /** Oldest first; shared by all routes of an address. */
  readonly #looks = new Map<KeyedHash, Look>();

  constructor(context: Pick<Context, 'log' | 'now'>, provider: VerificationProvider) {
    this.#context = context;
    this.#provider = provider;
  }

  /** The standing of the route's address; undefined when nothing more can be remembered. */
  async lookUp(route: Route, requestId: string): Promise<InboxStanding | undefined> {
    const { now } = this.#context;
    const last = this.#looks.get(route.inbox.owner);
    if (last && (last.underWay || now() - last.at < LOOK_INTERVAL)) return last.standing;
    forgetOld(this.#looks, ({ at, underWay }) => !underWay && now() - at >= LOOK_INTERVAL);
    if (this.#looks.size >= MAX_LOOKS) return undefined;
    return this.ask(route, requestId, () => this.#provider.status(route.address));
  }

  async ask<T extends InboxStanding>(
    { formId, inbox: { owner } }: Route,
    requestId: string,
    call: () => Promise<T>,
  ): Promise<T> {
    const { log, now } = this.#context;
    const facts = { requestId, formId, provider: this.#provider.name };
    const standing = call();
    const look: Look = { at: now(), underWay: true, standing };
    this.#looks.delete(owner);
    if (this.#looks.size < MAX_LOOKS) this.#looks.set(owner, look);
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
}

/** The provider mails and verifies inboxes; contract, "Verification", and docs/decisions/0012. */
export class VerifiedMode extends BudgetedVerification implements InboxVerification {
  readonly #provider: VerificationProvider;
  readonly #notices: OwnerMails['notices'];
  readonly #lookups: ProviderLookups;
  /** When lost addresses were registered again, oldest first. */
  readonly #registeredAgain = new Map<KeyedHash, number>();

  constructor(
    context: Context,
    refusals: Refusals,
    holds: NewFormHolds,
    { notices }: Pick<OwnerMails, 'notices'>,
    provider: VerificationProvider,
  ) {
    super(context, refusals, holds);
    this.#provider = provider;
    this.#notices = notices;
    this.#lookups = new ProviderLookups(context, provider);
  }

  async startForOwner(route: Route, requester: Requester): Promise<Route> {
    if (route.stoppedAt !== undefined) await this.holds.lift(route.inbox.owner);
    return this.askInboxForOwner(route, requester);
  }

  async refresh(route: Route, requestId: string, caller?: string): Promise<Route> {
    if (route.status === 'active' || route.stoppedAt !== undefined) return route;
    // Anybody can poll a route, so what that sends to its owner is not in the asker's language.
    const requester = { requestId, language: DEFAULT_LANGUAGE };
    try {
      const standing = await this.#lookups.lookUp(route, requestId);
      if (standing === 'verified') return await this.#activate(route, requester);
      const lost = standing === 'unknown' && caller !== undefined;
      return lost ? await this.#registerAgain(route, { ...requester, caller }) : route;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.kind === 'credentials') throw TO_ERROR.credentials(error);
      return route;
    }
  }

  expiresAt(): undefined {
    return undefined;
  }

  confirmationToken(): undefined {
    return undefined;
  }

  expectLinks(): never {
    throw new ServiceError('verification_unavailable');
  }

  protected async ask(route: Route, requester: Requester): Promise<Route> {
    const { store, now } = this.context;
    try {
      if (route.stoppedAt !== undefined) await store.routes.readmit(route.formId);
      const again = route.verificationSentAt !== undefined;
      const call = () => this.#provider.register(route.address, again);
      const standing = await this.#lookups.ask(route, requester.requestId, call);
      const asked: Route = { ...route, verificationSentAt: now() };
      await store.routes.markVerificationSent(route.formId, now());
      return standing === 'verified' ? await this.#activate(route, requester) : asked;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.kind === 'doubtful') return route;
      throw TO_ERROR[error.kind](error);
    }
  }

  /** Registers the address of a pending route that the provider has lost, now and then. */
  async #registerAgain(route: Route, asker: Asker): Promise<Route> {
    const { now } = this.context;
    const { owner } = route.inbox;
    const registered = this.#registeredAgain;
    forgetOld(registered, (at) => now() - at >= REGISTER_INTERVAL);
    if (registered.has(owner) || registered.size >= MAX_LOOKS) return route;
    registered.set(owner, now());
    try {
      // As if never mailed: an address that another node has registered must not be mailed twice.
      return await this.askInbox({ ...route, verificationSentAt: undefined }, asker);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'config_incomplete') throw error;
      return route;
    }
  }

  /**
   * An inbox that was verified before this route was registered has agreed to another one: its
   * owner has yet to approve this one.
   */
  async #activate(route: Route, requester: Requester): Promise<Route> {
    const { store, log } = this.context;
    const { formId, verificationSentAt, createdAt } = route;
    const unapprovedSince = verificationSentAt === undefined ? createdAt : undefined;
    if (unapprovedSince !== undefined && (await this.holds.isSet(route.inbox.owner))) {
      return this.#holdBack(route, requester);
    }
    // A route that was deleted meanwhile stays deleted.
    if (!(await store.routes.activate(formId, undefined, unapprovedSince))) return route;
    log.routeConfirmed({ requestId: requester.requestId, formId });
    const active: Route = { ...route, status: 'active', stoppedAt: undefined, unapprovedSince };
    if (isUnapproved(active)) this.#notices.newForm(active, requester);
    return active;
  }

  /** The owner stopped another form recently: this one waits for the link that they get by mail. */
  async #holdBack(route: Route, requester: Requester): Promise<Route> {
    const { store, now } = this.context;
    const stoppedAt = now();
    const held: Route = { ...route, stoppedAt };
    await store.routes.hold(route.formId, stoppedAt);
    this.#notices.held(held, requester);
    return held;
  }
}

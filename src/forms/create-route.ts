import type { Context } from '../platform/context.ts';
import type { Asker, FormsRooms } from './forms-context.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../contract/service-error.ts';
import { identify, needsConsent } from './targets/channels.ts';
import { modeOf } from './targets/delivery-mode.ts';
import { settingsNeedConsent } from './settings/setting-changes.ts';
import { NO_SETTINGS } from './settings/setting-rules.ts';
import { creationHit } from '../inboxes/rate-limit.ts';
import { identifyInbox, type InboxIdentity } from '../inboxes/inbox-identity.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { settleTargets } from './target-states.ts';
import { parseCreateRequest, settingsIn, type CreateRequest } from './create-request.ts';
import { operatorLimits } from './settings/operator-limits.ts';
import { newFormId, isUnapproved, openRoute, sealRoute, type Route } from './route.ts';
import type { RouteRow } from '../platform/stores/route-table.ts';
import { newTokenNonce } from './form-credentials.ts';
import { secretsOfCreation, type CreatorView } from './route-resource.ts';

/** A replay checks this often, each time after `every` milliseconds, what another node does. */
const LOOKS = { times: 40, every: 250 };

/** A replay sends the mail again when the first request died before it could; milliseconds. */
const ABANDONED_AFTER = 60_000;

type Idempotency = NonNullable<Route['idempotency']>;

/** A create request and who sent it. */
interface Wanted {
  request: CreateRequest;
  inbox: InboxIdentity;
  idempotency: Idempotency | undefined;
  creator: Asker;
}

interface CreatedRoute {
  route: Route;
  replayed: boolean;
}

/** Another request stored a route with this Idempotency-Key first. */
class KeyTaken extends Error {}

function idempotencyOf(
  keyring: Keyring,
  request: CreateRequest,
  inbox: InboxIdentity,
): Idempotency | undefined {
  const { alias, targets, settings, idempotencyKey } = request;
  if (idempotencyKey === undefined) return undefined;
  return {
    key: keyedHash(keyring, 'idempotency-key', inbox.owner, idempotencyKey),
    request: keyedHash(
      keyring,
      'creation-request',
      inbox.owner,
      alias,
      modeOf(targets),
      identify(targets),
      // A form without settings has the hash that it had before there were any.
      ...(settings === NO_SETTINGS ? [] : [JSON.stringify(settings)]),
    ),
  };
}

function newRoute(
  { request, inbox, idempotency, creator }: Wanted,
  active: boolean,
  at: number,
): Route {
  const { alias, address, targets, settings } = request;
  const route: Route = {
    formId: newFormId(),
    alias,
    address,
    status: active ? 'active' : 'pending_verification',
    targets,
    inbox,
    createdAt: at,
    verificationSentAt: undefined,
    ...(active && { unapprovedSince: at }),
    tokenNonce: newTokenNonce(),
    settings,
    language: creator.language,
    idempotency,
  };
  return settleTargets(route, at);
}

/** Only a deletion makes room, so no moment is better than another; seconds. */
const ROOM_LATER = 3_600;

/** Throws `rate_limited` when the inbox has as many forms as it may. */
export async function checkRoom(
  { store, settings }: Pick<Context, 'store' | 'settings'>,
  quota: KeyedHash,
): Promise<void> {
  const most = settings.FORMS_PER_INBOX;
  if (most === 0 || (await store.routes.countByQuota(quota)) < most) return;
  const message =
    `This inbox has ${most} forms, which is as many as it may have. Its owner makes room by ` +
    'deleting forms, at /inbox.';
  throw new ServiceError('rate_limited', { retry_after_seconds: ROOM_LATER }, { message });
}

/** Creates a form, or answers a repeated request with the form that it made. */
export class RouteCreator {
  readonly #context: Context;
  readonly #rooms: FormsRooms;
  /** The newest request of each idempotency key that is under way. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(context: Context, rooms: FormsRooms) {
    this.#context = context;
    this.#rooms = rooms;
  }

  /** The request in a body, and in the Idempotency-Key header. Throws like `parseCreateRequest`. */
  async read(
    { body, text }: { body: unknown; text: string },
    idempotencyKey: string | undefined,
    { caller }: Asker,
  ): Promise<CreateRequest> {
    const keyFault = await this.#rooms.encryption.faultIn(settingsIn(body), caller);
    const limits = operatorLimits(this.#context);
    return parseCreateRequest(body, idempotencyKey, { text, keyFault, limits });
  }

  /** Throws `rate_limited`, `idempotency_key_conflict`, and the errors of asking the inbox. */
  async create(
    request: CreateRequest,
    creator: Asker,
  ): Promise<{ route: Route; creator: CreatorView }> {
    const { keyring, settings, log } = this.#context;
    const limit = settings.CREATE_RATE_PER_MINUTE;
    const inbox = identifyInbox(keyring, request.address);
    await this.#rooms.limiter.take(creationHit(creator.caller, limit), {
      key: `create inbox ${inbox.quota}`,
      limit,
    });
    const { route, replayed } = await this.#inTurn({
      request,
      inbox,
      idempotency: idempotencyOf(keyring, request, inbox),
      creator,
    });
    const { formId, status } = route;
    log.routeCreated({ requestId: creator.requestId, formId, status, replayed });
    return { route, creator: { secrets: secretsOfCreation(keyring, route), replayed } };
  }

  /** Requests with one key take turns: a replay must not answer with a route that is removed. */
  async #inTurn(wanted: Wanted): Promise<CreatedRoute> {
    const key = wanted.idempotency?.key;
    if (key === undefined) return this.#replayOrCreate(wanted);
    const before = this.#underWay.get(key)?.catch(() => undefined);
    const turn = Promise.resolve(before).then(() => this.#replayOrCreate(wanted));
    this.#underWay.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#underWay.get(key) === turn) this.#underWay.delete(key);
    }
  }

  /** Removes the row again if the inbox was certainly not asked. */
  async #replayOrCreate(wanted: Wanted): Promise<CreatedRoute> {
    const replay = await this.#replay(wanted);
    if (replay) return replay;
    const { store, keyring, settings, now } = this.#context;
    const route = newRoute(wanted, await this.#hasConsent(wanted), now());
    let stored = false;
    const storeRoute = async () => {
      stored = await store.routes.insert(sealRoute(keyring, route), settings.FORMS_PER_INBOX);
      if (stored) return;
      await checkRoom(this.#context, wanted.inbox.quota);
      throw new KeyTaken();
    };
    try {
      return { route: await this.#begin(route, wanted.creator, storeRoute), replayed: false };
    } catch (error) {
      if (stored) {
        await store.routes.remove(route.formId);
        throw error;
      }
      // This is a replay, unless the winner was removed because its inbox could not be asked.
      if (error instanceof KeyTaken && wanted.idempotency) return this.#replayOrCreate(wanted);
      // So it does if the winner's mail was the last of a budget.
      const winner = error instanceof ServiceError && (await this.#replay(wanted));
      if (winner) return winner;
      throw error;
    }
  }

  /** True if the owner of the inbox has agreed to another form, and stopped none since. */
  async #hasConsent({ request, inbox }: Wanted): Promise<boolean> {
    const { store } = this.#context;
    // A destination elsewhere is news to the owner of a confirmed inbox: a mail discloses it first.
    if (needsConsent(request.targets) || settingsNeedConsent(request.settings)) return false;
    return (
      (await store.routes.isConfirmedInbox(inbox.owner)) &&
      !(await this.#rooms.holds.isSet(inbox.owner))
    );
  }

  async #begin(route: Route, creator: Asker, storeRoute: () => Promise<void>): Promise<Route> {
    const { verification, notices } = this.#rooms;
    if (route.status !== 'active') return verification.askInbox(route, creator, storeRoute);
    await storeRoute();
    if (isUnapproved(route)) notices.newForm(route, creator);
    return route;
  }

  async #replay({ idempotency, creator }: Wanted): Promise<CreatedRoute | undefined> {
    const { keyring } = this.#context;
    const { verification } = this.#rooms;
    const row = idempotency && (await this.#findSettled(idempotency.key));
    if (!row) return undefined;
    if (!row.requestHash || !secretsEqual(row.requestHash, idempotency.request)) {
      throw new ServiceError('idempotency_key_conflict');
    }
    const found = openRoute(keyring, row);
    const route = this.#needsAsking(found)
      ? await verification.askInbox(found, creator)
      : await verification.refresh(found, creator.requestId, creator.caller);
    return { route, replayed: true };
  }

  /** The route of a key, once the node that created it has asked the inbox or given up. */
  async #findSettled(key: KeyedHash): Promise<RouteRow | undefined> {
    const { store, now } = this.#context;
    for (let look = 0; ; look += 1) {
      const row = await store.routes.findByIdempotencyKey(key);
      const settled = row?.status !== 'pending_verification' || row.verificationSentAt !== null;
      const abandoned = row && now() - row.createdAt > ABANDONED_AFTER;
      if (!store.shared || settled || abandoned || look === LOOKS.times) return row;
      await wait(LOOKS.every);
    }
  }

  /** True for a pending form without a link to confirm: nothing was sent, or it has expired. */
  #needsAsking(route: Route): boolean {
    const now = this.#context.now();
    const { status, stoppedAt, verificationSentAt, createdAt } = route;
    if (status !== 'pending_verification' || stoppedAt !== undefined) return false;
    if (verificationSentAt === undefined) return now - createdAt > ABANDONED_AFTER;
    return now >= (this.#rooms.verification.expiresAt(route) ?? Infinity);
  }
}

import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../contract/service-error.ts';
import type { RateLimiter } from '../inboxes/rate-limit.ts';
import type { NewFormHolds } from '../inboxes/refusals.ts';
import { identifyInbox, type InboxIdentity } from '../inboxes/inbox-identity.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { AnnounceRoute, Asker } from './announce-route.ts';
import type { CreateRequest } from './create-request.ts';
import {
  newFormId,
  isUnapproved,
  newWebhook,
  openRoute,
  sealRoute,
  type Route,
  type RouteRow,
  type UnapprovedRoute,
} from './route.ts';
import { managementTokenOf } from './management-token.ts';
import type { RouteVerification } from './route-verification.ts';
import type { CreatorView } from './route-resource.ts';
import type { RouteStore } from './route-store.ts';

interface Created {
  route: Route;
  creator: CreatorView;
}

export type CreateRoute = (request: CreateRequest, creator: Asker) => Promise<Created>;

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  limiter: RateLimiter;
  ratePerMinute: number;
  announce: AnnounceRoute;
  verification: RouteVerification;
  holds: NewFormHolds;
  /** Tells the owner of a confirmed inbox about a form that is active at once. */
  tellOwner: (route: UnapprovedRoute, requestId: string) => void;
  /** Whether other nodes create routes in the same store. */
  shared: boolean;
  now: () => number;
}

/** How often, and after how many milliseconds each, a replay looks for what another node does. */
const LOOKS = { times: 40, every: 250 };

/** A replay sends the mail again when the first request died before it could; milliseconds. */
const ABANDONED_AFTER = 60_000;

type Idempotency = NonNullable<Route['idempotency']>;

/** Contract, "Create a route". */
export function createCreateRoute(parts: Parts): CreateRoute {
  const { routes, keyring, limiter, ratePerMinute, announce, verification, shared, now } = parts;
  const { holds, tellOwner } = parts;
  const underWay = new Map<string, Promise<unknown>>();

  function toIdempotency(request: CreateRequest, inbox: InboxIdentity): Idempotency | undefined {
    const { alias, mode, webhookUrl = '', idempotencyKey } = request;
    if (idempotencyKey === undefined) return undefined;
    return {
      key: keyedHash(keyring, 'idempotency-key', inbox.owner, idempotencyKey),
      request: keyedHash(keyring, 'creation-request', inbox.owner, alias, mode, webhookUrl),
    };
  }

  function toCreated(route: Route, replayed: boolean): Created {
    return { route, creator: { managementToken: managementTokenOf(keyring, route), replayed } };
  }

  /** The route of a key, once the node that created it knows whether it stays. */
  async function findSettled(key: KeyedHash): Promise<RouteRow | undefined> {
    for (let look = 0; ; look += 1) {
      const row = await routes.findByIdempotencyKey(key);
      const settled = row?.status !== 'pending_verification' || row.verificationSentAt !== null;
      const abandoned = row && now() - row.createdAt > ABANDONED_AFTER;
      if (!shared || settled || abandoned || look === LOOKS.times) return row;
      await wait(LOOKS.every);
    }
  }

  async function replay(idempotency: Idempotency, creator: Asker): Promise<Created | undefined> {
    const row = await findSettled(idempotency.key);
    if (!row) return undefined;
    if (!row.requestHash || !secretsEqual(row.requestHash, idempotency.request)) {
      throw new ServiceError('idempotency_key_conflict');
    }
    const route = openRoute(keyring, row);
    const waits = route.status === 'pending_verification' && route.withdrawnAt === undefined;
    const again = waits && needsAnnouncing(route);
    const current = again
      ? await announce.forStranger(route, creator)
      : await verification.refresh(route, creator.requestId, creator.caller);
    return toCreated(current, true);
  }

  /** Whether the inbox has nothing to confirm with: nothing was sent, or its link has expired. */
  function needsAnnouncing(route: Route): boolean {
    const { verificationSentAt, createdAt } = route;
    if (verificationSentAt === undefined) return now() - createdAt > ABANDONED_AFTER;
    return now() >= (verification.expiresAt(route) ?? Infinity);
  }

  /** The row exists before the inbox is asked, and goes again when it surely was not. */
  async function announceOrRemove(route: Route, creator: Asker): Promise<Route> {
    try {
      return await announce.forStranger(route, creator);
    } catch (error) {
      await routes.remove(route.formId);
      throw error;
    }
  }

  async function create(
    request: CreateRequest,
    inbox: InboxIdentity,
    idempotency: Idempotency | undefined,
    creator: Asker,
  ): Promise<Created> {
    const existing = idempotency && (await replay(idempotency, creator));
    if (existing) return existing;
    // A webhook's URL is news to the owner of a confirmed inbox: a mail discloses it first.
    const confirmed =
      request.webhookUrl === undefined &&
      (await routes.hasActiveRoute(inbox.owner)) &&
      !(await holds.isSet(inbox.owner));
    const createdAt = now();
    const route: Route = {
      formId: newFormId(),
      alias: request.alias,
      address: request.address,
      status: confirmed ? 'active' : 'pending_verification',
      mode: request.mode,
      ...(request.webhookUrl !== undefined && { webhook: newWebhook(request.webhookUrl) }),
      inbox,
      createdAt,
      verificationSentAt: undefined,
      ...(confirmed && { unapprovedSince: createdAt }),
      tokenNonce: randomBytes(12).toString('base64url'),
      idempotency,
    };
    if (!(await routes.insert(sealRoute(keyring, route)))) {
      if (!idempotency) throw new Error('a route with this form id exists');
      // The winner is a replay, unless it went again because its inbox could not be asked.
      return create(request, inbox, idempotency, creator);
    }
    if (isUnapproved(route)) tellOwner(route, creator.requestId);
    return toCreated(confirmed ? route : await announceOrRemove(route, creator), false);
  }

  return async (request, creator) => {
    const inbox = identifyInbox(keyring, request.address);
    await limiter.take(
      { key: `create client ${creator.caller}`, limit: ratePerMinute },
      { key: `create inbox ${inbox.quota}`, limit: ratePerMinute },
    );
    const idempotency = toIdempotency(request, inbox);
    if (!idempotency) return create(request, inbox, undefined, creator);
    // Requests with one key take turns, so that a replay never answers with a route soon removed.
    const before = underWay.get(idempotency.key)?.catch(() => undefined);
    const turn = Promise.resolve(before).then(() => create(request, inbox, idempotency, creator));
    underWay.set(idempotency.key, turn);
    try {
      return await turn;
    } finally {
      if (underWay.get(idempotency.key) === turn) underWay.delete(idempotency.key);
    }
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FormId } from '../../contract/form-id.ts';
import type { DeliveryMode, RouteStatus } from '../../contract/enums.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';

/** A route as stored: no address, alias or token in it can be read without the keyring. */
export interface RouteRow {
  formId: FormId;
  sealed: Sealed;
  status: RouteStatus;
  mode: DeliveryMode;
  owner: KeyedHash;
  quota: KeyedHash;
  createdAt: number;
  verificationSentAt: number | null;
  tokenNonce: string;
  idempotencyKey: KeyedHash | null;
  requestHash: KeyedHash | null;
  /** When the operator suspended the route; milliseconds. */
  suspendedAt: number | null;
  /** When the owner of the inbox stopped the route, which withdraws the confirmation; milliseconds. */
  stoppedAt: number | null;
  /** Since when it is active without its owner's approval; milliseconds. Null once it is approved. */
  unapprovedSince: number | null;
}

/** A place in the list of an owner's routes, which never changes while the route exists. */
export type ListPlace = Pick<RouteRow, 'createdAt'> & { formId: FormId | '' };

/** Before the first one. */
export const LIST_START: ListPlace = { createdAt: 0, formId: '' };

/** Port: where routes are kept. Every write is one statement, durable when its promise resolves. */
export interface RouteStore {
  /**
   * False when the form id or the idempotency key is taken, or its quota identity has `most` routes (0 is no
   * bound); then nothing was written. Nodes that insert at the same moment may pass the bound together.
   */
  insert(row: RouteRow, most?: number): Promise<boolean>;
  /** How many routes a quota identity has, in whatever state. */
  countByQuota(quota: KeyedHash): Promise<number>;
  /** A route, unless the operator has suspended it. */
  find(formId: FormId): Promise<RouteRow | undefined>;
  /** A route, suspended or not. */
  findEvenSuspended(formId: FormId): Promise<RouteRow | undefined>;
  findByIdempotencyKey(key: KeyedHash): Promise<RouteRow | undefined>;
  /** Whether this exact address has confirmed a route that still exists. */
  hasActiveRoute(owner: KeyedHash): Promise<boolean>;
  /** Up to `most` routes of this exact address after `place`, oldest first, without suspended ones. */
  listByOwner(owner: KeyedHash, place: ListPlace, most: number): Promise<RouteRow[]>;
  /** Up to `count` routes in the order of their ids, from the first id after `formId`; suspended ones too. */
  listAfter(formId: FormId | '', count: number): Promise<RouteRow[]>;
  markVerificationSent(formId: FormId, at: number): Promise<void>;
  /**
   * Activates a route that its owner stopped at `stoppedAt` (milliseconds), or never when
   * undefined. It is approved, unless `unapprovedSince` is given. False when it no longer exists, or
   * was stopped at another time.
   */
  activate(
    formId: FormId,
    stoppedAt: number | undefined,
    unapprovedSince?: number,
  ): Promise<boolean>;
  /** The owner approves. False when the route is not active, or not unapproved since then. */
  approve(formId: FormId, unapprovedSince: number): Promise<boolean>;
  /** The owner stops the route: it is pending again. False when the route was not active. */
  stop(formId: FormId, at: number): Promise<boolean>;
  /** Keeps a pending route from being activated by the provider, as if its owner had stopped it at `at`. */
  hold(formId: FormId, at: number): Promise<void>;
  /** Lets the provider confirm a route that its owner stopped. */
  readmit(formId: FormId): Promise<void>;
  /** Takes a route offline without deleting it; its idempotency key is free again. */
  suspend(formId: FormId, at: number): Promise<boolean>;
  /** Undoes `suspend`; a route that is not suspended stays as it is. */
  resume(formId: FormId): Promise<void>;
  /** Replaces what a row keeps sealed; false when that is no longer `before`. */
  reseal(formId: FormId, before: Sealed, after: Sealed): Promise<boolean>;
  /**
   * Makes another management token the route's. False when its sealed part or its owner is no longer `before`, or
   * it is suspended.
   */
  renewToken(
    formId: FormId,
    before: Pick<RouteRow, 'sealed' | 'owner'>,
    after: Pick<RouteRow, 'sealed' | 'tokenNonce'>,
  ): Promise<boolean>;
  /**
   * Moves an active route to another inbox, with another management token; it is approved then. False when its
   * sealed part or its owner is no longer `before`.
   */
  handOver(
    formId: FormId,
    before: Pick<RouteRow, 'sealed' | 'owner'>,
    after: Pick<RouteRow, 'sealed' | 'owner' | 'quota' | 'tokenNonce'>,
  ): Promise<boolean>;
  /** Deletes for good, freed pages overwritten; one that does not exist stays gone. */
  remove(formId: FormId): Promise<void>;
  /** Deletes like `remove`, unless its inbox has ever confirmed the route; then false. */
  removeUnconfirmed(formId: FormId): Promise<boolean>;
  /** Removes what has been pending since before `createdAt`, or stopped since then. */
  removeUnverifiedBefore(createdAt: number): Promise<void>;
}

/** Rows read by one statement. */
const BATCH = 500;

/**
 * Every route in the order of the ids, in batches, suspended ones too. Between two of them others have their turn:
 * SQLite answers at once, so that a walk through many routes would stop the event loop.
 */
export async function* walkRoutes(routes: RouteStore): AsyncGenerator<RouteRow[]> {
  let last: FormId | '' = '';
  for (;;) {
    const rows = await routes.listAfter(last, BATCH);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.formId ?? '';
    await nextTurn();
  }
}

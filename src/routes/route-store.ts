import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { FormId } from './form-id.ts';
import type { RouteRow } from './route.ts';

/** Port: where routes are kept. Every write is one statement, durable when its promise resolves. */
export interface RouteStore {
  /** False when the form id or the idempotency key is taken; then nothing was written. */
  insert(row: RouteRow): Promise<boolean>;
  find(formId: FormId): Promise<RouteRow | undefined>;
  findByIdempotencyKey(key: KeyedHash): Promise<RouteRow | undefined>;
  /** Whether this exact address has confirmed a route that still exists. */
  hasActiveRoute(owner: KeyedHash): Promise<boolean>;
  /** Every route of this exact address. */
  listByOwner(owner: KeyedHash): Promise<RouteRow[]>;
  markVerificationSent(formId: FormId, at: number): Promise<void>;
  /** False when the route no longer exists. */
  activate(formId: FormId): Promise<boolean>;
  /** Deletes for good, freed pages overwritten; false when the route did not exist. */
  remove(formId: FormId): Promise<boolean>;
  removeUnverifiedBefore(createdAt: number): Promise<void>;
}

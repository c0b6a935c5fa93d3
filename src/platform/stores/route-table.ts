import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeliveryMode, RouteStatus } from '../../contract/enums.ts';
import type { FormId } from '../../contract/names.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';
import {
  changed,
  column,
  columnsOf,
  count,
  find,
  query,
  scrubbed,
  some,
  sweep,
  type Bound,
  type Call,
  type Driver,
  write,
  type Value,
} from './statement.ts';

const COLUMNS = {
  formId: column<FormId>(),
  sealed: column<Sealed>(),
  status: column<RouteStatus>(),
  mode: column<DeliveryMode>(),
  owner: column<KeyedHash>(),
  quota: column<KeyedHash>(),
  createdAt: column<number>(),
  verificationSentAt: column<number | null>(),
  tokenNonce: column<string>(),
  idempotencyKey: column<KeyedHash | null>(),
  requestHash: column<KeyedHash | null>(),
  /** When the operator suspended the route; milliseconds. */
  suspendedAt: column<number | null>(),
  /** When the owner stopped the route, which withdraws the confirmation; milliseconds. */
  stoppedAt: column<number | null>(),
  /** Since when it is active without the owner's approval; milliseconds. Null once approved. */
  unapprovedSince: column<number | null>(),
};

/** A route as stored: no address, alias or token in it can be read without the keyring. */
export type RouteRow = typeof COLUMNS;

export const ROUTE = columnsOf(COLUMNS);

/** A place in the list of an owner's routes, which never changes while the route exists. */
export type ListPlace = Pick<RouteRow, 'createdAt'> & { formId: FormId | '' };

/** Before the first one. */
export const LIST_START: ListPlace = { createdAt: 0, formId: '' };

const QUOTA = ROUTE.placeOf('quota');
const MOST = `CAST($${ROUTE.count + 1} AS BIGINT)`;

const insert = changed<Value[]>(
  `INSERT INTO routes (${ROUTE.names}) SELECT ${ROUTE.places}
   WHERE ${MOST} = 0 OR (SELECT count(*) FROM routes WHERE quota = ${QUOTA}) < ${MOST}
   ON CONFLICT DO NOTHING RETURNING form_id`,
);

const findEvenSuspended = find<[FormId], RouteRow>(
  `SELECT ${ROUTE.selected} FROM routes WHERE form_id = $1`,
);

/**
 * A change that the row shows by its last value, in `field`: a driver repeats one whose answer was
 * lost, and the second execution changes nothing.
 */
const recognised =
  <Values extends [FormId, ...Value[]]>(
    field: keyof RouteRow,
    change: Call<Values, boolean>,
  ): Call<Values, boolean> =>
  async (driver, ...values) =>
    (await change(driver, ...values)) ||
    (await findEvenSuspended(driver, values[0]))?.[field] === values.at(-1);

const listByOwner = query<
  [owner: KeyedHash, createdAt: number, after: FormId | '', most: number],
  RouteRow
>(
  `SELECT ${ROUTE.selected} FROM routes
   WHERE owner = $1 AND suspended_at IS NULL AND (created_at, form_id) > ($2, $3)
   ORDER BY created_at, form_id LIMIT $4`,
);

const activate = changed<[FormId, stoppedAt: number, unapprovedSince: number | null]>(
  `UPDATE routes SET status = 'active', stopped_at = NULL, unapproved_since = $3
   WHERE form_id = $1 AND suspended_at IS NULL
     AND (status = 'active' OR coalesce(stopped_at, 0) = $2)
   RETURNING form_id`,
);

type Before = Pick<RouteRow, 'sealed' | 'owner'>;

/** The route, its sealed part and owner before, and its sealed part, owner and token after. */
type Renewal<Owner extends KeyedHash[]> = [FormId, Sealed, KeyedHash, Sealed, ...Owner, string];

const renewToken = recognised(
  'tokenNonce',
  changed<Renewal<[]>>(`UPDATE routes SET sealed = $4, token_nonce = $5
   WHERE form_id = $1 AND sealed = $2 AND owner = $3 AND suspended_at IS NULL RETURNING form_id`),
);

const handOver = recognised(
  'tokenNonce',
  changed<Renewal<[newOwner: KeyedHash, newQuota: KeyedHash]>>(`UPDATE routes
   SET sealed = $4, owner = $5, quota = $6, token_nonce = $7, unapproved_since = NULL
   WHERE form_id = $1 AND sealed = $2 AND owner = $3 AND status = 'active' AND suspended_at IS NULL
   RETURNING form_id`),
);

/** The calls about routes. Every write is one statement, durable when its promise resolves. */
export const ROUTES = {
  /**
   * False, and nothing written, if form id or idempotency key is taken, or the quota identity has
   * `most` routes (0: no bound). Nodes that insert at the same moment may exceed it together.
   */
  insert: async (driver: Driver, row: RouteRow, most = 0): Promise<boolean> =>
    (await insert(driver, ...ROUTE.valuesOf(row), most)) ||
    // A driver repeats an insert whose answer was lost: the row found may be this one.
    (await findEvenSuspended(driver, row.formId))?.sealed === row.sealed,
  /** How many routes a quota identity has, in whatever state. */
  countByQuota: count<[quota: KeyedHash]>(
    `SELECT CAST(count(*) AS BIGINT) AS "n" FROM routes WHERE quota = $1`,
  ),
  /** A route, unless the operator has suspended it. */
  find: find<[FormId], RouteRow>(
    `SELECT ${ROUTE.selected} FROM routes WHERE form_id = $1 AND suspended_at IS NULL`,
  ),
  /** A route, suspended or not. */
  findEvenSuspended,
  findByIdempotencyKey: find<[KeyedHash], RouteRow>(
    `SELECT ${ROUTE.selected} FROM routes WHERE idempotency_key = $1`,
  ),
  /** True if this exact address has confirmed a form: it has had an active one since. */
  isConfirmedInbox: some(
    query<[owner: KeyedHash]>(
      `SELECT 1 FROM routes WHERE owner = $1 AND status = 'active' AND suspended_at IS NULL LIMIT 1`,
    ),
  ),
  /** Up to `most` routes of this exact address after `place`, oldest first, no suspended ones. */
  listByOwner: (driver: Driver, owner: KeyedHash, after: ListPlace, most: number) =>
    listByOwner(driver, owner, after.createdAt, after.formId, most),
  /** Up to `most` routes in the order of their ids after `formId`, also suspended ones. */
  listAfter: query<[formId: FormId | '', most: number], RouteRow>(
    `SELECT ${ROUTE.selected} FROM routes WHERE form_id > $1 ORDER BY form_id LIMIT $2`,
  ),
  markVerificationSent: write<[FormId, at: number]>(
    `UPDATE routes SET verification_sent_at = $2 WHERE form_id = $1`,
  ),
  /**
   * Activates a route that its owner stopped at `stoppedAt` (milliseconds), or never when
   * undefined. It is approved, unless `unapprovedSince` is given. False when it no longer exists,
   * or was stopped at another time.
   */
  activate: (driver: Driver, formId: FormId, stoppedAt?: number, unapprovedSince?: number) =>
    activate(driver, formId, stoppedAt ?? 0, unapprovedSince ?? null),
  /** The owner approves. False when the route is not active, or not unapproved since then. */
  approve: changed<[FormId, unapprovedSince: number]>(
    `UPDATE routes SET unapproved_since = NULL
     WHERE form_id = $1 AND unapproved_since = $2 AND status = 'active' AND suspended_at IS NULL
     RETURNING form_id`,
  ),
  /** The owner stops the route: it is pending again. False when the route was not active. */
  stop: recognised(
    'stoppedAt',
    changed<[FormId, at: number]>(`UPDATE routes
     SET status = 'pending_verification', stopped_at = $2, verification_sent_at = $2
     WHERE form_id = $1 AND status = 'active' RETURNING form_id`),
  ),
  /** Holds a pending route, as if its owner had stopped it at `at`: no provider activates it. */
  hold: write<[FormId, at: number]>(
    `UPDATE routes SET stopped_at = $2 WHERE form_id = $1 AND status = 'pending_verification'`,
  ),
  /** Lets the provider confirm a route that its owner stopped. */
  readmit: write<[FormId]>(`UPDATE routes SET stopped_at = NULL WHERE form_id = $1`),
  /** Takes a route offline without deleting it; its idempotency key is free again. */
  suspend: recognised(
    'suspendedAt',
    changed<
      [FormId, at: number]
    >(`UPDATE routes SET suspended_at = $2, idempotency_key = NULL, request_hash = NULL
     WHERE form_id = $1 AND suspended_at IS NULL RETURNING form_id`),
  ),
  /** Undoes `suspend`; a route that is not suspended stays as it is. */
  resume: write<[FormId]>(`UPDATE routes SET suspended_at = NULL WHERE form_id = $1`),
  /** Replaces the sealed part of a row; false when that is no longer `before`. */
  reseal: changed<[FormId, before: Sealed, after: Sealed]>(
    `UPDATE routes SET sealed = $3 WHERE form_id = $1 AND sealed = $2 RETURNING form_id`,
  ),
  /** Replaces the management token. False when the route is suspended or no longer as `before`. */
  renewToken: (
    driver: Driver,
    formId: FormId,
    { sealed, owner }: Before,
    to: Pick<RouteRow, 'sealed' | 'tokenNonce'>,
  ) => renewToken(driver, formId, sealed, owner, to.sealed, to.tokenNonce),
  /**
   * Moves an active route to another inbox, with another management token; it is approved then.
   * False when the route is no longer as `before`.
   */
  handOver: (
    driver: Driver,
    formId: FormId,
    { sealed, owner }: Before,
    to: Pick<RouteRow, 'sealed' | 'tokenNonce' | 'owner' | 'quota'>,
  ) => handOver(driver, formId, sealed, owner, to.sealed, to.owner, to.quota, to.tokenNonce),
  /** Deletes for good, freed pages overwritten; one that does not exist stays gone. */
  remove: scrubbed(write<[FormId]>(`DELETE FROM routes WHERE form_id = $1`)),
  /** Deletes like `remove`, unless its inbox has ever confirmed the route; then false. */
  removeUnconfirmed: scrubbed(
    changed<[FormId]>(
      `DELETE FROM routes
       WHERE form_id = $1 AND status = 'pending_verification' AND stopped_at IS NULL
       RETURNING form_id`,
    ),
  ),
  /** Removes what has been pending since before `createdAt`, or stopped since then. */
  removeUnverifiedBefore: scrubbed(
    sweep(
      'routes',
      'form_id',
      `status = 'pending_verification' AND created_at < $1
         AND (stopped_at IS NULL OR stopped_at < $1)`,
    ),
  ),
};

export type RouteStore = Bound<typeof ROUTES>;

/** Rows read by one statement. */
const BATCH = 500;

/**
 * Every route in batches, in the order of the ids, also suspended ones. Other work has its turn
 * between two batches: SQLite answers at once, and a long walk would stop the event loop.
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

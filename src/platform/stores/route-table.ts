import type { RouteRow, RouteStore } from './route-store.ts';
import type { FormId } from '../../contract/form-id.ts';
import { INSERT_ROUTE, ROUTE } from './route-columns.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';
import {
  change,
  query,
  sweepBefore,
  type Driver,
  type Statement,
  type Value,
} from './statement.ts';

export const COUNT_BY_QUOTA = query<[quota: KeyedHash], { forms: number }>(
  `SELECT CAST(count(*) AS BIGINT) AS "forms" FROM routes WHERE quota = $1`,
);

/** One of the active routes, whichever the engine finds first. */
export const FIND_SOME_ACTIVE_ROUTE = query<[], { formId: FormId }>(`
  SELECT form_id AS "formId" FROM routes WHERE status = 'active' AND suspended_at IS NULL LIMIT 1`);

export const LIST_BY_OWNER = query<
  [owner: KeyedHash, createdAt: number, formId: FormId | '', most: number],
  RouteRow
>(
  `SELECT ${ROUTE.selected} FROM routes
   WHERE owner = $1 AND suspended_at IS NULL AND (created_at, form_id) > ($2, $3)
   ORDER BY created_at, form_id LIMIT $4`,
);

const SQL = {
  find: query<[FormId], RouteRow>(
    `SELECT ${ROUTE.selected} FROM routes WHERE form_id = $1 AND suspended_at IS NULL`,
  ),
  findEvenSuspended: query<[FormId], RouteRow>(
    `SELECT ${ROUTE.selected} FROM routes WHERE form_id = $1`,
  ),
  findByIdempotencyKey: query<[KeyedHash], RouteRow>(
    `SELECT ${ROUTE.selected} FROM routes WHERE idempotency_key = $1`,
  ),
  findActive: query<[owner: KeyedHash], object>(`
    SELECT form_id FROM routes WHERE owner = $1 AND status = 'active' AND suspended_at IS NULL
    LIMIT 1`),
  listAfter: query<[formId: FormId | '', most: number], RouteRow>(
    `SELECT ${ROUTE.selected} FROM routes WHERE form_id > $1 ORDER BY form_id LIMIT $2`,
  ),
  markVerificationSent: change<[FormId, at: number]>(
    `UPDATE routes SET verification_sent_at = $2 WHERE form_id = $1`,
    { repeatable: true },
  ),
  activate: change<[FormId, stoppedAt: number, unapprovedSince: number | null]>(
    `UPDATE routes SET status = 'active', stopped_at = NULL, unapproved_since = $3
     WHERE form_id = $1 AND suspended_at IS NULL
       AND (status = 'active' OR coalesce(stopped_at, 0) = $2)
     RETURNING form_id`,
    { repeatable: true },
  ),
  approve: change<[FormId, unapprovedSince: number]>(
    `UPDATE routes SET unapproved_since = NULL
     WHERE form_id = $1 AND unapproved_since = $2 AND status = 'active' AND suspended_at IS NULL
     RETURNING form_id`,
    { repeatable: true },
  ),
  stop: change<[FormId, at: number]>(
    `UPDATE routes
     SET status = 'pending_verification', stopped_at = $2, verification_sent_at = $2
     WHERE form_id = $1 AND status = 'active' RETURNING form_id`,
    { repeatable: true },
  ),
  hold: change<[FormId, at: number]>(
    `UPDATE routes SET stopped_at = $2 WHERE form_id = $1 AND status = 'pending_verification'`,
    { repeatable: true },
  ),
  readmit: change<[FormId]>(`UPDATE routes SET stopped_at = NULL WHERE form_id = $1`, {
    repeatable: true,
  }),
  suspend: change<[FormId, at: number]>(
    `UPDATE routes SET suspended_at = $2, idempotency_key = NULL, request_hash = NULL
     WHERE form_id = $1 AND suspended_at IS NULL RETURNING form_id`,
    { repeatable: true },
  ),
  resume: change<[FormId]>(
    `UPDATE routes SET suspended_at = NULL WHERE form_id = $1 AND suspended_at IS NOT NULL
     RETURNING form_id`,
    { repeatable: true },
  ),
  reseal: change<[FormId, before: Sealed, after: Sealed]>(
    `UPDATE routes SET sealed = $3 WHERE form_id = $1 AND sealed = $2 RETURNING form_id`,
    { repeatable: true },
  ),
  renewToken: change<[FormId, sealed: Sealed, owner: KeyedHash, newSealed: Sealed, nonce: string]>(
    `UPDATE routes SET sealed = $4, token_nonce = $5
     WHERE form_id = $1 AND sealed = $2 AND owner = $3 AND suspended_at IS NULL RETURNING form_id`,
    { repeatable: true },
  ),
  handOver: change<
    [
      FormId,
      sealed: Sealed,
      owner: KeyedHash,
      newSealed: Sealed,
      newOwner: KeyedHash,
      newQuota: KeyedHash,
      nonce: string,
    ]
  >(
    `UPDATE routes
     SET sealed = $4, owner = $5, quota = $6, token_nonce = $7, unapproved_since = NULL
     WHERE form_id = $1 AND sealed = $2 AND owner = $3 AND status = 'active' AND suspended_at IS NULL
     RETURNING form_id`,
    { repeatable: true },
  ),
  remove: change<[FormId]>(`DELETE FROM routes WHERE form_id = $1 RETURNING form_id`, {
    repeatable: true,
  }),
  removeUnconfirmed: change<[FormId]>(
    `DELETE FROM routes
     WHERE form_id = $1 AND status = 'pending_verification' AND stopped_at IS NULL
     RETURNING form_id`,
    { repeatable: true },
  ),
  removeUnverified: change<[createdBefore: number, most: number]>(
    `DELETE FROM routes WHERE form_id IN (
       SELECT form_id FROM routes WHERE status = 'pending_verification' AND created_at < $1
         AND (stopped_at IS NULL OR stopped_at < $1)
       LIMIT $2
     ) RETURNING form_id`,
    { repeatable: true },
  ),
};

async function findOne<Key extends Value>(
  driver: Driver,
  statement: Statement<[Key], RouteRow>,
  key: Key,
): Promise<RouteRow | undefined> {
  const [row] = await driver.run(statement, key);
  return row;
}

/** Whether a change found the route that it is about. */
async function changed<Values extends readonly Value[]>(
  driver: Driver,
  statement: Statement<Values, object>,
  ...values: Values
): Promise<boolean> {
  return (await driver.run(statement, ...values)).length === 1;
}

/** A driver repeats a change whose answer was lost: the new token shows that it was made. */
const hasToken = async (driver: Driver, formId: FormId, tokenNonce: string): Promise<boolean> =>
  (await findOne(driver, SQL.findEvenSuspended, formId))?.tokenNonce === tokenNonce;

async function renewToken(
  driver: Driver,
  ...[formId, before, { sealed, tokenNonce }]: Parameters<RouteStore['renewToken']>
): Promise<boolean> {
  const values = [before.sealed, before.owner, sealed, tokenNonce] as const;
  const isDone = await changed(driver, SQL.renewToken, formId, ...values);
  return isDone || hasToken(driver, formId, tokenNonce);
}

async function handOver(
  driver: Driver,
  ...[formId, before, { sealed, owner, quota, tokenNonce }]: Parameters<RouteStore['handOver']>
): Promise<boolean> {
  const from = [before.sealed, before.owner] as const;
  const to = [sealed, owner, quota, tokenNonce] as const;
  const isDone = await changed(driver, SQL.handOver, formId, ...from, ...to);
  return isDone || hasToken(driver, formId, tokenNonce);
}

/** The routes of a store on any engine. */
export function createRoutes(driver: Driver): RouteStore {
  return {
    async insert(row, most = 0) {
      if (await changed(driver, INSERT_ROUTE, ...ROUTE.valuesOf(row), most)) return true;
      // A driver repeats an insert whose answer was lost: the row found may be this one.
      return (await findOne(driver, SQL.find, row.formId))?.sealed === row.sealed;
    },
    find: (formId) => findOne(driver, SQL.find, formId),
    findEvenSuspended: (formId) => findOne(driver, SQL.findEvenSuspended, formId),
    findByIdempotencyKey: (key) => findOne(driver, SQL.findByIdempotencyKey, key),
    async countByQuota(quota) {
      const [row] = await driver.run(COUNT_BY_QUOTA, quota);
      return row?.forms ?? 0;
    },
    hasActiveRoute: async (owner) => (await driver.run(SQL.findActive, owner)).length > 0,
    listByOwner: (owner, { createdAt, formId }, most) =>
      driver.run(LIST_BY_OWNER, owner, createdAt, formId, most),
    listAfter: (formId, count) => driver.run(SQL.listAfter, formId, count),
    async markVerificationSent(formId, at) {
      await driver.run(SQL.markVerificationSent, formId, at);
    },
    activate: (formId, stoppedAt, unapprovedSince) =>
      changed(driver, SQL.activate, formId, stoppedAt ?? 0, unapprovedSince ?? null),
    approve: (formId, unapprovedSince) => changed(driver, SQL.approve, formId, unapprovedSince),
    async stop(formId, at) {
      if (await changed(driver, SQL.stop, formId, at)) return true;
      // A driver repeats a change whose answer was lost: the change's own time shows that it was made.
      return (await findOne(driver, SQL.findEvenSuspended, formId))?.stoppedAt === at;
    },
    async hold(formId, at) {
      await driver.run(SQL.hold, formId, at);
    },
    async readmit(formId) {
      await driver.run(SQL.readmit, formId);
    },
    async suspend(formId, at) {
      if (await changed(driver, SQL.suspend, formId, at)) return true;
      return (await findOne(driver, SQL.findEvenSuspended, formId))?.suspendedAt === at;
    },
    async resume(formId) {
      await driver.run(SQL.resume, formId);
    },
    reseal: (formId, before, after) => changed(driver, SQL.reseal, formId, before, after),
    renewToken: (...parts) => renewToken(driver, ...parts),
    handOver: (...parts) => handOver(driver, ...parts),
    async remove(formId) {
      await driver.run(SQL.remove, formId);
      driver.scrub();
    },
    async removeUnconfirmed(formId) {
      const removed = await changed(driver, SQL.removeUnconfirmed, formId);
      driver.scrub();
      return removed;
    },
    async removeUnverifiedBefore(createdAt) {
      await sweepBefore(driver, SQL.removeUnverified, createdAt);
      driver.scrub();
    },
  };
}

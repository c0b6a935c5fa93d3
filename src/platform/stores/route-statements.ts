import type { DeliveryMode, RouteStatus } from '../../contract/words.ts';
import type { FormId, RouteRow } from '../../domain/routes/route.ts';
import type { RouteStore } from '../../domain/routes/route-store.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';
import type { Driver, Sweep } from './driver.ts';
import type { Parameter, RouteRecord, StatementName } from './statements.ts';

function toRouteRow(record: RouteRecord): RouteRow {
  return {
    formId: record.form_id as FormId,
    sealed: record.sealed as Sealed,
    status: record.status as RouteStatus,
    mode: record.mode as DeliveryMode,
    owner: record.owner as KeyedHash,
    quota: record.quota as KeyedHash,
    createdAt: record.created_at,
    verificationSentAt: record.verification_sent_at,
    tokenNonce: record.token_nonce,
    idempotencyKey: record.idempotency_key as KeyedHash | null,
    requestHash: record.request_hash as KeyedHash | null,
    stoppedAt: record.stopped_at,
    withdrawnAt: record.withdrawn_at,
    unapprovedSince: record.unapproved_since,
  };
}

/** The routes of a store on any engine. */
export function createRoutes(driver: Driver, sweep: Sweep): RouteStore {
  const changed = async (statement: StatementName, ...parameters: Parameter[]) =>
    (await driver.write(statement, ...parameters)).length === 1;
  const findMany = async (statement: StatementName, ...parameters: Parameter[]) => {
    const records = await driver.read(statement, ...parameters);
    return records.map((record) => toRouteRow(record as RouteRecord));
  };
  const findOne = async (statement: StatementName, parameter: string) => {
    const [record] = await driver.read(statement, parameter);
    return record && toRouteRow(record as RouteRecord);
  };
  return {
    async insert(row) {
      const inserted = await changed(
        'insertRoute',
        row.formId,
        row.sealed,
        row.status,
        row.mode,
        row.owner,
        row.quota,
        row.createdAt,
        row.verificationSentAt,
        row.tokenNonce,
        row.idempotencyKey,
        row.requestHash,
        row.unapprovedSince,
      );
      // A driver repeats an insert whose answer was lost: what is there may be this very row.
      return inserted || (await findOne('findRoute', row.formId))?.sealed === row.sealed;
    },
    find: (formId) => findOne('findRoute', formId),
    findEvenStopped: (formId) => findOne('findRouteEvenStopped', formId),
    findByIdempotencyKey: (key) => findOne('findRouteByIdempotencyKey', key),
    hasActiveRoute: async (owner) => (await driver.read('findActiveRoute', owner)).length > 0,
    listByOwner: (owner) => findMany('listRoutesByOwner', owner),
    listAfter: (formId, count) => findMany('listRoutesAfter', formId, count),
    async markVerificationSent(formId, at) {
      await driver.write('markVerificationSent', formId, at);
    },
    activate: (formId, withdrawnAt, unapprovedSince) =>
      changed('activateRoute', formId, withdrawnAt ?? 0, unapprovedSince ?? null),
    approve: (formId, unapprovedSince) => changed('approveRoute', formId, unapprovedSince),
    async withdraw(formId, at) {
      if (await changed('withdrawRoute', formId, at)) return true;
      // A driver repeats a change whose answer was lost: its own mark shows that it was made.
      return (await findOne('findRouteEvenStopped', formId))?.withdrawnAt === at;
    },
    async hold(formId, at) {
      await driver.write('holdRoute', formId, at);
    },
    async readmit(formId) {
      await driver.write('readmitRoute', formId);
    },
    async stop(formId, at) {
      if (await changed('stopRoute', formId, at)) return true;
      return (await findOne('findRouteEvenStopped', formId))?.stoppedAt === at;
    },
    async resume(formId) {
      await driver.write('resumeRoute', formId);
    },
    reseal: (formId, before, after) => changed('resealRoute', formId, before, after),
    async remove(formId) {
      await driver.write('removeRoute', formId);
      driver.scrub();
    },
    async removeUnconfirmed(formId) {
      const removed = await changed('removeUnconfirmedRoute', formId);
      driver.scrub();
      return removed;
    },
    async removeUnverifiedBefore(createdAt) {
      await sweep('removeUnverifiedRoutes', createdAt);
      driver.scrub();
    },
  };
}

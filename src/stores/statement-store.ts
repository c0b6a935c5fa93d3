import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';
import type { FormId } from '../routes/form-id.ts';
import type { DeliveryMode, RouteRow, RouteStatus } from '../routes/route.ts';
import type { Parameter, RouteRecord, StatementName } from './statements.ts';
import type { Store } from './store.ts';

/** What a driver does with the statements; both promises reject when the engine fails. */
export interface Driver {
  read(statement: StatementName, ...parameters: Parameter[]): Promise<object[]>;
  /** Durable when it resolves; answers the rows of RETURNING. */
  write(statement: StatementName, ...parameters: Parameter[]): Promise<object[]>;
  /** Overwrites what deletes have freed, where the engine leaves that to us. */
  scrub(): void;
  close(): Promise<void>;
}

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
  };
}

/** The store on any engine: maps its methods to the statements and rows to the rooms' types. */
export function createStatementStore(driver: Driver): Store {
  const findOne = async (statement: StatementName, parameter: string) => {
    const [record] = await driver.read(statement, parameter);
    return record && toRouteRow(record as RouteRecord);
  };
  return {
    routes: {
      async insert(row) {
        const inserted = await driver.write(
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
        );
        return inserted.length === 1;
      },
      find: (formId) => findOne('findRoute', formId),
      findByIdempotencyKey: (key) => findOne('findRouteByIdempotencyKey', key),
      hasActiveRoute: async (owner) => (await driver.read('findActiveRoute', owner)).length > 0,
      async listByOwner(owner) {
        const records = await driver.read('listRoutesByOwner', owner);
        return records.map((record) => toRouteRow(record as RouteRecord));
      },
      async markVerificationSent(formId, at) {
        await driver.write('markVerificationSent', formId, at);
      },
      activate: async (formId) => (await driver.write('activateRoute', formId)).length === 1,
      async remove(formId) {
        const removed = await driver.write('removeRoute', formId);
        driver.scrub();
        return removed.length === 1;
      },
      async removeUnverifiedBefore(createdAt) {
        await driver.write('removeUnverifiedRoutes', createdAt);
        driver.scrub();
      },
    },
    counters: {
      async take(subject, endsAt, limit) {
        const [row] = await driver.write('take', subject, endsAt, limit);
        return row && (row as { used: number }).used;
      },
      async giveBack(subject, endsAt) {
        await driver.write('giveBack', subject, endsAt);
      },
      async removeEndedBefore(second) {
        await driver.write('removeEndedCounters', second);
      },
    },
    async listKeyChecks() {
      const rows = (await driver.read('listKeyChecks')) as { name: string; value: string }[];
      return new Map(rows.map(({ name, value }) => [name, value]));
    },
    async addKeyCheck(name, check) {
      await driver.write('addKeyCheck', name, check);
    },
    close: () => driver.close(),
  };
}

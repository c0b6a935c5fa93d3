import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';
import type { FormId } from '../routes/form-id.ts';
import type { DeliveryMode, RouteRow, RouteStatus } from '../routes/route.ts';
import type { Driver } from './driver.ts';
import { createOutcomes } from './statement-outcomes.ts';
import type { Parameter, RouteRecord, StatementName } from './statements.ts';
import type { Store } from './store.ts';

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
  };
}

interface RateRecord {
  subject: string;
  used: number;
}

/** Rows that one statement of the sweeper removes, so that no statement runs for long. */
const SWEEP_ROWS = 1_000;

/** The store on any engine: maps its methods to the statements and rows to the rooms' types. */
export function createStatementStore(driver: Driver): Store {
  const changed = async (statement: StatementName, ...parameters: Parameter[]) =>
    (await driver.write(statement, ...parameters)).length === 1;
  const sweep = async (statement: StatementName, before: number): Promise<number> => {
    for (let count = 0; ;) {
      const removed = await driver.write(statement, before, SWEEP_ROWS);
      count += removed.length;
      if (removed.length < SWEEP_ROWS) return count;
    }
  };
  const findMany = async (statement: StatementName, ...parameters: Parameter[]) => {
    const records = await driver.read(statement, ...parameters);
    return records.map((record) => toRouteRow(record as RouteRecord));
  };
  const findOne = async (statement: StatementName, parameter: string) => {
    const [record] = await driver.read(statement, parameter);
    return record && toRouteRow(record as RouteRecord);
  };
  return {
    routes: {
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
      activate: (formId) => changed('activateRoute', formId),
      withdraw: (formId, at) => changed('withdrawRoute', formId, at),
      async readmit(formId) {
        await driver.write('readmitRoute', formId);
      },
      stop: (formId, at) => changed('stopRoute', formId, at),
      resume: (formId) => changed('resumeRoute', formId),
      reseal: (formId, before, after) => changed('resealRoute', formId, before, after),
      async remove(formId) {
        const removed = await changed('removeRoute', formId);
        driver.scrub();
        return removed;
      },
      async removePending(formId) {
        const removed = await changed('removePendingRoute', formId);
        driver.scrub();
        return removed;
      },
      async removeUnverifiedBefore(createdAt) {
        await sweep('removeUnverifiedRoutes', createdAt);
        driver.scrub();
      },
    },
    counters: {
      async take(subject, endsAt, limit) {
        const [row] = await driver.write('take', subject, endsAt, limit);
        return row && (row as { used: number }).used;
      },
      async read(subject, endsAt) {
        const [row] = await driver.read('readCounter', subject, endsAt);
        return row ? (row as { used: number }).used : 0;
      },
      async giveBack(subject, endsAt) {
        await driver.write('giveBack', subject, endsAt);
      },
      async removeEndedBefore(second) {
        await sweep('removeEndedCounters', second);
      },
    },
    rates: {
      async take([first, second], endsAt) {
        const rows = await (second
          ? driver.write('takeRates', first, second, endsAt)
          : driver.write('takeRate', first, endsAt));
        const counts = new Map((rows as RateRecord[]).map(({ subject, used }) => [subject, used]));
        return (second ? [first, second] : [first]).map((subject) => counts.get(subject) ?? 0);
      },
      async removeEndedBefore(second) {
        await sweep('removeEndedRates', second);
      },
    },
    refusals: {
      async add(subject, endsAt) {
        await driver.write('addRefusal', subject, endsAt);
      },
      async endOf(subject) {
        const [row] = await driver.read('findRefusal', subject);
        return row && (row as { ends_at: number }).ends_at;
      },
      async removeEndedBefore(second) {
        await sweep('removeEndedRefusals', second);
      },
    },
    outcomes: createOutcomes(driver, sweep),
    async listKeyChecks() {
      const rows = (await driver.read('listKeyChecks')) as { name: string; value: string }[];
      return new Map(rows.map(({ name, value }) => [name, value]));
    },
    async addKeyCheck(name, check) {
      await driver.write('addKeyCheck', name, check);
    },
    async removeKeyCheck(name) {
      await driver.write('removeKeyCheck', name);
    },
    async ping() {
      await driver.read('ping');
    },
    ...(driver.connections && { connections: driver.connections }),
    close: () => driver.close(),
  };
}

import { BUCKET_SECONDS, SPANS } from '../../domain/inboxes/counter-store.ts';

/** Named one by one: a column that a later version adds must not change a prepared answer. */
const ROUTE = `form_id, sealed, status, mode, owner, quota, created_at, verification_sent_at,
  token_nonce, idempotency_key, request_hash, stopped_at, withdrawn_at, unapproved_since`;

const OUTCOME = `request, claim, claimed_at, sealed`;

const BUCKET_END = 'CAST($2 AS BIGINT)';

/**
 * The buckets that share a span with the one that ends at $2, and the next one, which a node whose
 * clock is ahead may have begun. Named one by one: SQLite finds counters by their end first.
 */
const neighbours = (seconds: number) =>
  Array.from(
    { length: seconds / BUCKET_SECONDS },
    (_, index) => `${BUCKET_END} - ${(index + 1) * BUCKET_SECONDS}`,
  )
    .concat(`${BUCKET_END} + ${BUCKET_SECONDS}`)
    .join(', ');

/** What the neighbours hold. It is settled but at their edges; the bucket itself is a locked row. */
const usedAround = (seconds: number) => `(
      SELECT coalesce(sum(near.used), 0) FROM counters AS near
      WHERE near.subject = $1 AND near.ends_at IN (${neighbours(seconds)}))`;

/**
 * Every SQL statement, once, valid on SQLite and PostgreSQL alike: text and integer columns,
 * `$n` parameters. Correctness rests on single statements, not on transactions.
 */
export const STATEMENTS = {
  insertRoute: `
    INSERT INTO routes (form_id, sealed, status, mode, owner, quota, created_at,
      verification_sent_at, token_nonce, idempotency_key, request_hash, unapproved_since)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    ON CONFLICT DO NOTHING RETURNING form_id`,
  findRoute: `SELECT ${ROUTE} FROM routes WHERE form_id = $1 AND stopped_at IS NULL`,
  findRouteEvenStopped: `SELECT ${ROUTE} FROM routes WHERE form_id = $1`,
  findRouteByIdempotencyKey: `SELECT ${ROUTE} FROM routes WHERE idempotency_key = $1`,
  findActiveRoute: `
    SELECT form_id FROM routes WHERE owner = $1 AND status = 'active' AND stopped_at IS NULL
    LIMIT 1`,
  findSomeActiveRoute: `
    SELECT form_id FROM routes WHERE status = 'active' AND stopped_at IS NULL LIMIT 1`,
  listRoutesByOwner: `SELECT ${ROUTE} FROM routes WHERE owner = $1 AND stopped_at IS NULL`,
  listRoutesAfter: `SELECT ${ROUTE} FROM routes WHERE form_id > $1 ORDER BY form_id LIMIT $2`,
  markVerificationSent: `UPDATE routes SET verification_sent_at = $2 WHERE form_id = $1`,
  removeUnconfirmedRoute: `
    DELETE FROM routes
    WHERE form_id = $1 AND status = 'pending_verification' AND withdrawn_at IS NULL
    RETURNING form_id`,
  activateRoute: `
    UPDATE routes SET status = 'active', withdrawn_at = NULL, unapproved_since = $3
    WHERE form_id = $1 AND stopped_at IS NULL
      AND (status = 'active' OR coalesce(withdrawn_at, 0) = $2)
    RETURNING form_id`,
  approveRoute: `
    UPDATE routes SET unapproved_since = NULL
    WHERE form_id = $1 AND unapproved_since = $2 AND status = 'active' AND stopped_at IS NULL
    RETURNING form_id`,
  withdrawRoute: `
    UPDATE routes SET status = 'pending_verification', withdrawn_at = $2, verification_sent_at = $2
    WHERE form_id = $1 AND status = 'active' RETURNING form_id`,
  holdRoute: `
    UPDATE routes SET withdrawn_at = $2 WHERE form_id = $1 AND status = 'pending_verification'`,
  readmitRoute: `UPDATE routes SET withdrawn_at = NULL WHERE form_id = $1`,
  stopRoute: `
    UPDATE routes SET stopped_at = $2, idempotency_key = NULL, request_hash = NULL
    WHERE form_id = $1 AND stopped_at IS NULL RETURNING form_id`,
  resumeRoute: `
    UPDATE routes SET stopped_at = NULL WHERE form_id = $1 AND stopped_at IS NOT NULL
    RETURNING form_id`,
  resealRoute: `
    UPDATE routes SET sealed = $3 WHERE form_id = $1 AND sealed = $2 RETURNING form_id`,
  removeRoute: `DELETE FROM routes WHERE form_id = $1 RETURNING form_id`,
  removeUnverifiedRoutes: `
    DELETE FROM routes WHERE form_id IN (
      SELECT form_id FROM routes WHERE status = 'pending_verification' AND created_at < $1
        AND (withdrawn_at IS NULL OR withdrawn_at < $1)
      LIMIT $2
    ) RETURNING form_id`,
  take: `
    INSERT INTO counters (subject, ends_at, used) VALUES ($1, $2, 1)
    ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1
    WHERE counters.used < $3 RETURNING used`,
  takeInSpans: `
    INSERT INTO counters (subject, ends_at, used)
    SELECT $1, ${BUCKET_END}, 1
    WHERE ${usedAround(SPANS.hour)} < $3 AND ${usedAround(SPANS.day)} < $4
    ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1
    WHERE counters.used + ${usedAround(SPANS.hour)} < $3
      AND counters.used + ${usedAround(SPANS.day)} < $4
    RETURNING used`,
  readBuckets: `
    SELECT ends_at, used FROM counters
    WHERE subject = $1 AND used > 0 AND ends_at IN (${BUCKET_END}, ${neighbours(SPANS.day)})
    ORDER BY ends_at DESC`,
  readCounter: `SELECT used FROM counters WHERE subject = $1 AND ends_at = $2`,
  giveBack: `
    UPDATE counters SET used = used - 1 WHERE subject = $1 AND ends_at = $2 AND used > 0`,
  removeEndedCounters: `
    DELETE FROM counters WHERE (subject, ends_at) IN (
      SELECT subject, ends_at FROM counters WHERE ends_at < $1 LIMIT $2
    ) RETURNING subject`,
  takeRate: `
    INSERT INTO rates (subject, ends_at, used) VALUES ($1, $2, 1)
    ON CONFLICT (subject, ends_at) DO UPDATE SET used = rates.used + 1 RETURNING subject, used`,
  takeRates: `
    INSERT INTO rates (subject, ends_at, used) VALUES ($1, $3, 1), ($2, $3, 1)
    ON CONFLICT (subject, ends_at) DO UPDATE SET used = rates.used + 1 RETURNING subject, used`,
  removeEndedRates: `
    DELETE FROM rates WHERE (subject, ends_at) IN (
      SELECT subject, ends_at FROM rates WHERE ends_at < $1 LIMIT $2
    ) RETURNING subject`,
  addRefusal: `
    INSERT INTO refusals (subject, ends_at) VALUES ($1, $2)
    ON CONFLICT (subject) DO UPDATE SET ends_at = excluded.ends_at
    WHERE refusals.ends_at < excluded.ends_at`,
  removeRefusal: `DELETE FROM refusals WHERE subject = $1`,
  findRefusal: `SELECT max(ends_at) AS ends_at FROM refusals WHERE subject IN ($1, $2)`,
  removeEndedRefusals: `
    DELETE FROM refusals WHERE subject IN (
      SELECT subject FROM refusals WHERE ends_at < $1 LIMIT $2
    ) RETURNING subject`,
  claimOutcome: `
    INSERT INTO outcomes (subject, request, claim, claimed_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING ${OUTCOME}`,
  findOutcome: `SELECT ${OUTCOME} FROM outcomes WHERE subject = $1`,
  takeOverOutcome: `
    UPDATE outcomes SET request = $3, claim = $4, claimed_at = $5, sealed = NULL
    WHERE subject = $1 AND claim = $2 AND (sealed IS NULL OR claimed_at <= $6)
    RETURNING ${OUTCOME}`,
  settleOutcome: `UPDATE outcomes SET sealed = $3 WHERE subject = $1 AND claim = $2`,
  releaseOutcome: `DELETE FROM outcomes WHERE subject = $1 AND claim = $2`,
  removeOldOutcomes: `
    DELETE FROM outcomes WHERE subject IN (
      SELECT subject FROM outcomes WHERE claimed_at < $1 LIMIT $2
    ) RETURNING subject`,
  listKeyChecks: `SELECT name, value FROM key_checks`,
  addKeyCheck: `INSERT INTO key_checks (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
  removeKeyCheck: `DELETE FROM key_checks WHERE name = $1`,
  ping: `SELECT 1 AS one`,
} as const;

export type StatementName = keyof typeof STATEMENTS;

export type Parameter = string | number | null;

/** A row of `routes`, as both engines return it. */
export interface RouteRecord {
  form_id: string;
  sealed: string;
  status: string;
  mode: string;
  owner: string;
  quota: string;
  created_at: number;
  verification_sent_at: number | null;
  token_nonce: string;
  idempotency_key: string | null;
  request_hash: string | null;
  stopped_at: number | null;
  withdrawn_at: number | null;
  unapproved_since: number | null;
}

/** A row of `outcomes`, as both engines return it. */
export interface OutcomeRecord {
  request: string;
  claim: string;
  claimed_at: number;
  sealed: string | null;
}

/**
 * Every SQL statement, once, valid on SQLite and PostgreSQL alike: text and integer columns,
 * `$n` parameters. Correctness rests on single statements, not on transactions.
 */
export const STATEMENTS = {
  insertRoute: `
    INSERT INTO routes (form_id, sealed, status, mode, owner, quota, created_at,
      verification_sent_at, token_nonce, idempotency_key, request_hash)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT DO NOTHING RETURNING form_id`,
  findRoute: `SELECT * FROM routes WHERE form_id = $1`,
  findRouteByIdempotencyKey: `SELECT * FROM routes WHERE idempotency_key = $1`,
  findActiveRoute: `SELECT form_id FROM routes WHERE owner = $1 AND status = 'active' LIMIT 1`,
  listRoutesByOwner: `SELECT * FROM routes WHERE owner = $1`,
  markVerificationSent: `UPDATE routes SET verification_sent_at = $2 WHERE form_id = $1`,
  activateRoute: `UPDATE routes SET status = 'active' WHERE form_id = $1 RETURNING form_id`,
  removeRoute: `DELETE FROM routes WHERE form_id = $1 RETURNING form_id`,
  removeUnverifiedRoutes: `
    DELETE FROM routes WHERE status = 'pending_verification' AND created_at < $1`,
  take: `
    INSERT INTO counters (subject, ends_at, used) VALUES ($1, $2, 1)
    ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1
    WHERE counters.used < $3 RETURNING used`,
  giveBack: `
    UPDATE counters SET used = used - 1 WHERE subject = $1 AND ends_at = $2 AND used > 0`,
  removeEndedCounters: `DELETE FROM counters WHERE ends_at < $1`,
  listKeyChecks: `SELECT name, value FROM key_checks`,
  addKeyCheck: `INSERT INTO key_checks (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
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
}

import type { RouteRow } from './route-store.ts';
import { change, columnsOf, type Value } from './statement.ts';

export const ROUTE = columnsOf<RouteRow>({
  formId: 'form_id',
  sealed: 'sealed',
  status: 'status',
  mode: 'mode',
  owner: 'owner',
  quota: 'quota',
  createdAt: 'created_at',
  verificationSentAt: 'verification_sent_at',
  tokenNonce: 'token_nonce',
  idempotencyKey: 'idempotency_key',
  requestHash: 'request_hash',
  suspendedAt: 'suspended_at',
  stoppedAt: 'stopped_at',
  unapprovedSince: 'unapproved_since',
});

const QUOTA = ROUTE.placeOf('quota');
const MOST = `CAST($${ROUTE.count + 1} AS BIGINT)`;

export const INSERT_ROUTE = change<Value[]>(
  `INSERT INTO routes (${ROUTE.names}) SELECT ${ROUTE.places}
   WHERE ${MOST} = 0 OR (SELECT count(*) FROM routes WHERE quota = ${QUOTA}) < ${MOST}
   ON CONFLICT DO NOTHING RETURNING form_id`,
  { repeatable: true },
);

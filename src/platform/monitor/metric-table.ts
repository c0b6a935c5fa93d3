import { ERROR_CODES } from '../../contract/error-codes.ts';
import { OPERATION_IDS, operationOf } from '../../contract/operations.ts';
import { CHANNEL_NAMES } from '../../contract/channels.ts';
import { SUSPICIONS } from '../../contract/enums.ts';
import type { BudgetName } from '../../inboxes/verification/verification-budgets.ts';
import { EVENTS, OTHER_REQUESTS } from '../log/events.ts';
import type { FailureKind } from '../../contract/delivery-failure.ts';
import type { TrapKind } from '../../submissions/posted/submission.ts';
import type {
  InboxStanding,
  ProviderFailureKind,
  ProviderName,
} from '../../inboxes/verification/providers/verification-provider.ts';
import { STORE_CALLS } from './watch-store.ts';

/** Every value that a label may have; any other is counted as `other`. */
interface Label {
  values: readonly string[];
  /** Replaces the list of values in docs/operating.md where it is long. */
  doc?: string;
}

export interface MetricRow {
  type: 'counter' | 'gauge' | 'histogram';
  /** One sentence, for the metric's HELP line and docs/operating.md. */
  help: string;
  labels: Readonly<Record<string, Label>>;
  /** Upper bounds in seconds. */
  buckets?: readonly number[];
  /** Every series starts at 0, so that its first event shows as an increase. */
  fromZero?: true;
}

/** The members of a union, from a record of all of them: a missing one does not compile. */
const namesOf = <Name extends string>(names: Record<Name, true>) => Object.keys(names);

const CODES = Object.keys(ERROR_CODES);

const STATUSES = [
  ...OPERATION_IDS.flatMap((id) => Object.keys(operationOf(id).answers)),
  ...Object.values(ERROR_CODES).map(({ status }) => String(status)),
  // Preflights, unreadable requests, MCP notifications and refusals.
  '202',
  '204',
  '403',
];

const operation: Label = {
  values: [...OPERATION_IDS, ...OTHER_REQUESTS],
  doc: `the operation's id, or one of ${OTHER_REQUESTS.map((name) => `\`${name}\``).join(', ')}`,
};
const status: Label = { values: [...new Set(STATUSES)].toSorted(), doc: 'HTTP status' };
const code: Label = { values: CODES, doc: 'error code' };
const submissionOutcome: Label = {
  values: [
    'delivered',
    'replayed',
    'trapped',
    'dry_run',
    'aborted',
    ...operationOf('submitForm').errors,
  ],
  doc: '`delivered`, `replayed` (a retry with its `Idempotency-Key`), `trapped`, `dry_run`, `aborted` (the client went away) or the error code',
};
const trapKind: Label = { values: namesOf<TrapKind>({ bot: true, autofill: true }) };
const suspicion: Label = { values: SUSPICIONS };
const channel: Label = { values: CHANNEL_NAMES };
const mailOutcome = namesOf<FailureKind>({ refused: true, doubtful: true, overloaded: true });
const deliveryOutcome: Label = { values: ['delivered', ...mailOutcome, 'dropped', 'fault'] };
const copyOutcome: Label = { values: ['delivered', ...mailOutcome, 'fault'] };
const COPY_MAILS = EVENTS.copyMailed.fields.mail.values;
const COPY_ANSWERS = EVENTS.copyAnswered.fields.answer.values;
const verificationOutcome: Label = { values: ['accepted', ...mailOutcome] };
const budget: Label = {
  values: namesOf<BudgetName>({
    inbox: true,
    domain: true,
    network: true,
    owner: true,
    deployment: true,
  }),
};
const provider: Label = { values: namesOf<ProviderName>({ cloudflare: true, ses: true }) };
const providerOutcome: Label = {
  values: namesOf<InboxStanding | ProviderFailureKind>({
    unknown: true,
    pending: true,
    verified: true,
    unavailable: true,
    doubtful: true,
    refused: true,
    capacity: true,
    credentials: true,
  }),
};
const routeEvent: Label = {
  values: [
    'created',
    'replayed',
    'confirmed',
    'approved',
    'changed',
    'deleted',
    'stopped',
    'reported',
    'handed_over',
    'healed',
    'refused',
  ],
};
const call: Label = { values: STORE_CALLS, doc: 'part and method of the store' };
const fault: Label = {
  values: [
    'request',
    'answer',
    'silence',
    'allowance_not_released',
    'solution_not_given_back',
    'autofill_not_counted',
    'outcome_not_kept',
    'counts_not_written',
    'sweep',
  ],
};

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const STORE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 3, 10];

/** Every metric of the service, once: its series and docs/operating.md come from this table. */
export const METRICS = {
  letterslot_requests_total: {
    type: 'counter',
    help: 'Answered requests.',
    labels: { operation, status },
  },
  letterslot_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the head of a request to the end of its answer.',
    labels: { operation },
    buckets: REQUEST_BUCKETS,
  },
  letterslot_requests_refused_total: {
    type: 'counter',
    help: 'Requests answered with an error of the contract, such as rate_limited.',
    labels: { operation, code },
  },
  letterslot_connections_cut_total: {
    type: 'counter',
    help: 'Connections cut because the client left answers unread for too long, or left too many unread.',
    labels: { reason: { values: EVENTS.connectionCut.fields.reason.values } },
    fromZero: true,
  },
  letterslot_submissions_total: {
    type: 'counter',
    help: 'Submissions by outcome.',
    labels: { outcome: submissionOutcome },
    fromZero: true,
  },
  letterslot_trapped_submissions_total: {
    type: 'counter',
    help: 'Submissions dropped by a spam trap; `autofill` where a browser seems to have filled it for a person.',
    labels: { kind: trapKind },
    fromZero: true,
  },
  letterslot_suspicious_submissions_total: {
    type: 'counter',
    help: 'Submissions delivered with a marked subject, once for every reason.',
    labels: { reason: suspicion },
    fromZero: true,
  },
  letterslot_deliveries_total: {
    type: 'counter',
    help: 'Deliveries by channel: doubtful ones may have arrived, overloaded and dropped ones were never tried.',
    labels: { channel, outcome: deliveryOutcome },
    fromZero: true,
  },
  letterslot_delivery_duration_seconds: {
    type: 'histogram',
    help: 'Time of deliveries that were tried, whatever their outcome; for a webhook in the background including its wait.',
    labels: { channel },
    buckets: REQUEST_BUCKETS,
    fromZero: true,
  },
  letterslot_background_webhooks: {
    type: 'gauge',
    help: 'Webhook calls in the background, of at most 256.',
    labels: { state: { values: ['running', 'waiting'] } },
  },
  letterslot_webhook_pauses_total: {
    type: 'counter',
    help: 'Pauses in the calls to receivers that fail every time; a failed trial call begins another pause.',
    labels: { event: { values: ['begun', 'ended'] } },
    fromZero: true,
  },
  letterslot_rspamd_failures_total: {
    type: 'counter',
    help: 'Submissions that Rspamd gave no verdict on, and that went on without one.',
    labels: {},
    fromZero: true,
  },
  letterslot_file_scan_failures_total: {
    type: 'counter',
    help: 'Files that ClamAV gave no verdict on; their submissions were refused.',
    labels: {},
    fromZero: true,
  },
  letterslot_smtp_sessions: {
    type: 'gauge',
    help: 'Sessions to the mail server, busy ones of at most SMTP_CONNECTIONS.',
    labels: { state: { values: ['busy', 'idle'] } },
  },
  letterslot_smtp_messages_waiting: {
    type: 'gauge',
    help: 'Mails that wait for a session, at most 200.',
    labels: {},
  },
  letterslot_verification_mails_total: {
    type: 'counter',
    help: 'Verification mails sent by this service, by the answer of the mail server.',
    labels: { outcome: verificationOutcome },
    fromZero: true,
  },
  letterslot_verification_mails_held_back_total: {
    type: 'counter',
    help: 'Verification mails that were asked for but not sent, because a budget is used up.',
    labels: { budget },
    fromZero: true,
  },
  letterslot_copies_total: {
    type: 'counter',
    help: 'Copies of submissions, by the answer of the mail server; `refused` where a month is used up, too.',
    labels: { outcome: copyOutcome },
    fromZero: true,
  },
  letterslot_copy_events_total: {
    type: 'counter',
    help: 'Mails that ask inboxes about copies, and what they answered.',
    labels: {
      event: { values: [...COPY_MAILS, 'not_mailed', ...COPY_ANSWERS] },
    },
    fromZero: true,
  },
  letterslot_provider_calls_total: {
    type: 'counter',
    help: 'Calls to the mail provider about an inbox, by the state of the inbox or the failure.',
    labels: { provider, outcome: providerOutcome },
    fromZero: true,
  },
  letterslot_route_events_total: {
    type: 'counter',
    help: 'Events of routes; confirmed counts repeats too; approved, stopped and refused are steps of the owner; changed means its settings; reported means stopped as spam.',
    labels: { event: routeEvent },
    fromZero: true,
  },
  letterslot_bounces_total: {
    type: 'counter',
    help: 'Reports of mail that came back or was called spam, by what they say of the inbox.',
    labels: { verdict: { values: ['gone', 'full', 'complaint', 'ignored'] } },
    fromZero: true,
  },
  letterslot_auto_replies_total: {
    type: 'counter',
    help: 'Automatic replies to visitors: sent, or why not.',
    labels: {
      outcome: { values: ['sent', ...EVENTS.answerSkipped.fields.reason.values] },
    },
    fromZero: true,
  },
  letterslot_attacks_total: {
    type: 'counter',
    help: 'Attacks on forms that this process has noticed, and that ended.',
    labels: { event: { values: ['begun', 'ended'] } },
    fromZero: true,
  },
  letterslot_spam_reports_total: {
    type: 'counter',
    help: 'What readers of mails said by their links: `spam`, `not_spam`, or the latter taken back.',
    labels: { report: { values: ['spam', 'not_spam', 'undone'] } },
    fromZero: true,
  },
  letterslot_owner_mails_total: {
    type: 'counter',
    help: 'Notices to owners: about another form that is active at once, and about the use of their monthly allowance.',
    labels: {
      notice: { values: EVENTS.ownerNotified.fields.notice.values },
      outcome: { values: ['sent', 'not_sent'] },
    },
    fromZero: true,
  },
  letterslot_store_call_duration_seconds: {
    type: 'histogram',
    help: 'Time of calls to the store.',
    labels: { call },
    buckets: STORE_BUCKETS,
  },
  letterslot_store_failures_total: {
    type: 'counter',
    help: 'Calls to the store that failed.',
    labels: { call },
    fromZero: true,
  },
  letterslot_store_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL.',
    labels: { state: { values: ['busy', 'idle'] } },
  },
  letterslot_store_calls_waiting: {
    type: 'gauge',
    help: 'Calls that wait for a connection to PostgreSQL.',
    labels: {},
  },
  letterslot_faults_total: {
    type: 'counter',
    help: 'Faults of the service; each one is also a log line at level error.',
    labels: { fault },
    fromZero: true,
  },
} as const satisfies Record<string, MetricRow>;

export type MetricName = keyof typeof METRICS;

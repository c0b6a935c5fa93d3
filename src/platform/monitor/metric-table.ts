import type { FailureKind } from '../../contract/service-error.ts';
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { OPERATION_IDS, operationOf } from '../../contract/operations.ts';
import { EVENTS, OTHER_REQUESTS, type EventName, type EventRow } from '../log/events.ts';
import { STORE_CALLS } from '../stores/store.ts';

/** Every value that a label may have; any other is counted as `other`. */
interface Label {
  values: readonly string[];
  /** Replaces the list of values in docs/reference/metrics.md if it is long. */
  doc?: string | undefined;
}

/** The value of a field of an event, one of `values`: by default all that the field can have. */
interface FieldValue<F extends string> {
  field: F;
  values?: readonly string[] | undefined;
}

/** How an event changes a metric. */
export interface Feed<F extends string = string, L extends string = string> {
  labels: Readonly<Record<L, string | FieldValue<F>>>;
  /** The field with the number to add, else 1; a histogram observes the milliseconds in `ms`. */
  amount?: F;
  /** A field that is a list, each item of which counts once. */
  each?: F;
  /** Only if these fields have these values. */
  when?: { readonly [Name in F]?: string | boolean };
  /** Not if these fields have these values. */
  unless?: { readonly [Name in F]?: string | boolean };
}

type FieldOf<E extends EventName> = keyof (typeof EVENTS)[E]['fields'] & string;

/** The feeds of a metric, by event. */
type Feeds<L extends string> = Readonly<{
  [E in EventName]?: Feed<FieldOf<E>, L> | readonly Feed<FieldOf<E>, L>[];
}>;

export interface MetricRow {
  type: 'counter' | 'gauge' | 'histogram';
  /** One sentence, for the metric's HELP line and docs/reference/metrics.md. */
  help: string;
  labels: Readonly<Record<string, Label>>;
  feeds: readonly { event: EventName; feed: Feed }[];
  /** Upper bounds in seconds. */
  buckets?: readonly number[];
  /** Every series starts at 0, so that its first event shows as an increase. */
  fromZero: boolean;
}

interface Options<L extends string> {
  /** For labels whose list of values is long. */
  docs?: Partial<Record<L, string>>;
  fromZero?: boolean;
}

const from = <const F extends string>(name: F, values?: readonly string[]): FieldValue<F> => ({
  field: name,
  values,
});

const count = <F extends string, L extends string, G extends string = never>(
  labels: Feed<F, L>['labels'],
  options?: Omit<Feed<G>, 'labels'>,
) => ({ labels, ...options }) as Feed<F | G, L>;

/** The values of each label: the texts of its feeds, and what their fields can have. */
function labelsOf(feeds: MetricRow['feeds'], docs: Options<string>['docs'] = {}) {
  const values: Record<string, Set<string>> = {};
  for (const { event, feed } of feeds) {
    const { fields }: EventRow = EVENTS[event];
    for (const [label, source] of Object.entries(feed.labels)) {
      const known =
        typeof source === 'string' ? [source] : (source.values ?? fields[source.field]?.values);
      if (!known) throw new Error(`the values of label ${label} are not listed`);
      values[label] = new Set([...(values[label] ?? []), ...known]);
    }
  }
  const labels = Object.entries(values).map(
    ([label, known]) => [label, { values: [...known], doc: docs[label] }] as const,
  );
  return Object.fromEntries(labels);
}

function fedRow<L extends string>(help: string, fedBy: Feeds<L>, options: Options<L>) {
  const { docs, fromZero = true } = options;
  const rows = Object.entries(fedBy) as [EventName, Feed | readonly Feed[]][];
  const feeds = rows.flatMap(([event, given]) => [given].flat().map((feed) => ({ event, feed })));
  return { help, feeds, labels: labelsOf(feeds, docs), fromZero };
}

const counter = <L extends string>(help: string, fedBy: Feeds<L>, options: Options<L> = {}) => ({
  type: 'counter' as const,
  ...fedRow(help, fedBy, options),
});

const histogram = <L extends string>(
  help: string,
  buckets: readonly number[],
  fedBy: Feeds<L>,
  options: Options<L> = {},
) => ({ type: 'histogram' as const, buckets, ...fedRow(help, fedBy, options) });

/** Read on every scrape; `states` are the values of its only label. */
const gauge = (help: string, states?: readonly string[]) => ({
  type: 'gauge' as const,
  help,
  labels: states ? { state: { values: states } } : {},
  feeds: [],
  fromZero: false,
});

/** A gauge that is always 1: what it says is in its labels, which are read on every scrape. */
const info = (help: string, labels: Readonly<Record<string, string>>) => ({
  ...gauge(help),
  labels: Object.fromEntries(
    Object.entries(labels).map(([label, doc]) => [label, { values: [], doc }]),
  ),
});

const CODES = Object.values(ERROR_CODES).map(({ status }) => String(status));
const ANSWERS = OPERATION_IDS.flatMap((id) => Object.keys(operationOf(id).answers));
// The others: preflights, unreadable requests, MCP notifications and refusals.
const STATUSES = [...new Set([...ANSWERS, ...CODES, '202', '204', '403'])].toSorted();

const MAIL_FAILURES: readonly FailureKind[] = ['refused', 'doubtful', 'overloaded'];

/** The operation whose requests are submissions. */
const ofSubmission = { when: { operation: 'submitForm' } } as const;

const REQUEST = {
  operation: `the operation's id, or one of ${OTHER_REQUESTS.map((name) => `\`${name}\``).join(', ')}`,
};
const CALL = { call: 'part and method of the store' };

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const STORE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 3, 10];

/** Every metric. Series, their feeds and docs/reference/metrics.md come from this table. */
export const METRICS = {
  letterslot_build_info: info('Always 1; its labels say what runs.', {
    version: 'the release, like `1.0.0`',
    commit: '`SOURCE_COMMIT`, or `unknown`',
  }),
  letterslot_requests_total: counter(
    'Answered requests.',
    {
      requestAnswered: count({ operation: from('operation'), status: from('status', STATUSES) }),
      requestUnreadable: count({ operation: 'none', status: from('status', STATUSES) }),
    },
    { docs: { ...REQUEST, status: 'HTTP status' }, fromZero: false },
  ),
  letterslot_request_duration_seconds: histogram(
    'Time from the head of a request to the end of its answer.',
    REQUEST_BUCKETS,
    { requestAnswered: count({ operation: from('operation') }) },
    { docs: REQUEST, fromZero: false },
  ),
  letterslot_requests_refused_total: counter(
    'Requests answered with an error of the contract, such as rate_limited.',
    { requestRefused: count({ operation: from('operation'), code: from('code') }) },
    { docs: { ...REQUEST, code: 'error code' }, fromZero: false },
  ),
  letterslot_connections_cut_total: counter(
    'Connections cut because the client left answers unread for too long, or left too many unread.',
    { connectionCut: count({ reason: from('reason') }) },
  ),
  letterslot_submissions_total: counter(
    'Submissions by outcome.',
    {
      submissionDelivered: count({ outcome: 'delivered' }, { when: { awaited: true } }),
      submissionReplayed: count({ outcome: 'replayed' }),
      submissionTrapped: count({ outcome: 'trapped' }),
      submissionRehearsed: count({ outcome: 'dry_run' }),
      requestAborted: count({ outcome: 'aborted' }, ofSubmission),
      requestRefused: count(
        { outcome: from('code', operationOf('submitForm').errors) },
        ofSubmission,
      ),
      requestFailed: count({ outcome: 'internal_error' }, ofSubmission),
    },
    {
      docs: {
        outcome:
          '`delivered`, `replayed` (a retry with its `Idempotency-Key`), `trapped`, `dry_run`, `aborted` (the client went away) or the error code',
      },
    },
  ),
  letterslot_trapped_submissions_total: counter('Submissions dropped by a spam trap.', {
    submissionTrapped: count({}),
  }),
  letterslot_suspicious_submissions_total: counter(
    'Submissions delivered with a marked subject, once for every reason.',
    { submissionMarked: count({ reason: from('suspicions') }, { each: 'suspicions' }) },
  ),
  letterslot_deliveries_total: counter(
    'Deliveries by channel: doubtful ones may have arrived, overloaded and dropped ones were never tried.',
    {
      submissionDelivered: count({ channel: from('channel'), outcome: 'delivered' }),
      deliveryFailed: count({ channel: from('channel'), outcome: from('kind') }),
      deliveryDropped: count({ channel: from('channel'), outcome: 'dropped' }, { amount: 'count' }),
    },
  ),
  letterslot_delivery_duration_seconds: histogram(
    'Time of deliveries that were tried, whatever their outcome; for a webhook in the background including its wait.',
    REQUEST_BUCKETS,
    {
      submissionDelivered: count({ channel: from('channel') }),
      deliveryFailed: count({ channel: from('channel') }, { unless: { kind: 'overloaded' } }),
    },
  ),
  letterslot_background_webhooks: gauge('Webhook calls in the background, of at most 256.', [
    'running',
    'waiting',
  ]),
  letterslot_webhook_pauses_total: counter(
    'Pauses in the calls to receivers that fail every time; a failed trial call begins another pause.',
    { webhooksPaused: count({ event: 'begun' }), webhooksResumed: count({ event: 'ended' }) },
  ),
  letterslot_rspamd_failures_total: counter(
    'Submissions that Rspamd gave no verdict on, and that went on without one.',
    { rspamdFailed: count({}) },
  ),
  letterslot_file_scan_failures_total: counter(
    'Files that ClamAV gave no verdict on; their submissions were refused.',
    { scanFailed: count({}) },
  ),
  letterslot_smtp_sessions: gauge(
    'Sessions to the mail server, busy ones of at most SMTP_CONNECTIONS.',
    ['busy', 'idle'],
  ),
  letterslot_smtp_messages_waiting: gauge('Mails that wait for a session, at most 200.'),
  letterslot_marked_smtp_sessions: gauge('Sessions to MARKED_SMTP_URL, if that is set.', [
    'busy',
    'idle',
  ]),
  letterslot_marked_smtp_messages_waiting: gauge(
    'Marked mails that wait for a session there, at most 200.',
  ),
  letterslot_mail_server_outages_total: counter(
    'Times that a mail server began to take no mail or was silent, and that it answered again.',
    { mailServerUnusable: count({ event: 'begun' }), mailServerUsable: count({ event: 'ended' }) },
  ),
  letterslot_verification_mails_total: counter(
    'Verification mails sent by this service, by the answer of the mail server.',
    {
      verificationMailed: count({ outcome: 'accepted' }),
      verificationNotMailed: count({ outcome: from('kind', MAIL_FAILURES) }),
    },
  ),
  letterslot_verification_mails_held_back_total: counter(
    'Verification mails that were asked for but not sent, because a budget is used up.',
    { mailBudgetSpent: count({ budget: from('budget') }) },
  ),
  letterslot_copies_total: counter(
    'Copies of submissions, by the answer of the mail server; `refused` where a month is used up, too.',
    {
      copyDelivered: count({ outcome: 'delivered' }),
      copyNotDelivered: count({ outcome: from('kind') }),
    },
  ),
  letterslot_copy_events_total: counter(
    'Mails that ask inboxes about copies, and what they answered.',
    {
      copyMailed: count({ event: from('mail') }),
      copyNotMailed: count({ event: 'not_mailed' }),
      copyAnswered: count({ event: from('answer') }),
    },
  ),
  letterslot_provider_calls_total: counter(
    'Calls to the mail provider about an inbox, by the state of the inbox or the failure.',
    {
      providerAnswered: count({ provider: from('provider'), outcome: from('standing') }),
      providerFailed: count({ provider: from('provider'), outcome: from('kind') }),
    },
  ),
  letterslot_route_events_total: counter(
    'Events of forms; confirmed counts repeats too; approved, stopped and refused are steps of the owner; changed means its settings; reported means stopped as spam.',
    {
      routeCreated: [
        count({ event: 'created' }, { when: { replayed: false } }),
        count({ event: 'replayed' }, { when: { replayed: true } }),
      ],
      routeConfirmed: count({ event: 'confirmed' }),
      routeApproved: count({ event: 'approved' }),
      settingsChanged: count({ event: 'changed' }),
      routeDeleted: count({ event: 'deleted' }),
      routeStopped: [
        count({ event: 'stopped' }),
        count({ event: 'reported' }, { when: { spam: true } }),
      ],
      routeHandedOver: count({ event: 'handed_over' }),
      inboxHealed: count({ event: 'healed' }),
      routeRefused: count({ event: 'refused' }),
    },
  ),
  letterslot_bounces_total: counter(
    'Reports of mail that came back or was called spam, by what they say of the inbox.',
    {
      bounceNoted: count({ verdict: from('verdict') }),
      bounceIgnored: count({ verdict: 'ignored' }),
    },
  ),
  letterslot_auto_replies_total: counter('Automatic replies to visitors: sent, or why not.', {
    answerSent: count({ outcome: 'sent' }),
    answerSkipped: count({ outcome: from('reason') }),
    answerFailed: count({ outcome: 'fault' }),
  }),
  letterslot_attacks_total: counter(
    'Attacks on forms that this process has noticed, and that ended.',
    { attackNoticed: count({ event: 'begun' }), attackEnded: count({ event: 'ended' }) },
  ),
  letterslot_spam_reports_total: counter(
    'What readers of mails said by their links: `spam`, `not_spam`, or the latter taken back.',
    {
      spamReported: count({ report: 'spam' }),
      marksRelaxed: [
        count({ report: 'not_spam' }, { when: { undone: false } }),
        count({ report: 'undone' }, { when: { undone: true } }),
      ],
    },
  ),
  letterslot_owner_mails_total: counter(
    'Notices to owners: about another form that is active at once, and about the use of their monthly allowance.',
    {
      ownerNotified: count({ notice: from('notice'), outcome: 'sent' }),
      ownerNotNotified: count({ notice: from('notice'), outcome: 'not_sent' }),
    },
  ),
  letterslot_store_call_duration_seconds: histogram(
    'Time of calls to the store.',
    STORE_BUCKETS,
    { storeAnswered: count({ call: from('call', STORE_CALLS) }) },
    { docs: CALL, fromZero: false },
  ),
  letterslot_store_failures_total: counter(
    'Calls to the store that failed.',
    { storeAnswered: count({ call: from('call', STORE_CALLS) }, { when: { failed: true } }) },
    { docs: CALL },
  ),
  letterslot_store_connections: gauge('Connections to PostgreSQL.', ['busy', 'idle']),
  letterslot_store_calls_waiting: gauge('Calls that wait for a connection to PostgreSQL.'),
  letterslot_faults_total: counter(
    'Faults of the service; each one is also a log line at level error.',
    {
      requestFailed: count({ fault: 'request' }),
      answerFailed: count({ fault: 'answer' }),
      silencesNotLooked: count({ fault: 'silence' }),
      allowanceNotReleased: count({ fault: 'allowance_not_released' }),
      solutionNotGivenBack: count({ fault: 'solution_not_given_back' }),
      outcomeNotKept: count({ fault: 'outcome_not_kept' }),
      countsNotWritten: count({ fault: 'counts_not_written' }),
      sweepFailed: count({ fault: 'sweep' }),
    },
  ),
} as const satisfies Record<string, MetricRow>;

type MetricName = keyof typeof METRICS;

type NamesOf<Type extends MetricRow['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Values of a gauge by its only label, a value without labels, or labels of series that are 1. */
export type Reading =
  Readonly<Record<string, number>> | Record<string, string>[] | number | undefined;

/** Read on every scrape. */
export type Gauges = Record<NamesOf<'gauge'>, () => Reading>;

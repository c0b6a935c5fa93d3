import { CHANNEL_NAMES } from '../../contract/channels.ts';

/** Names, in log and metrics, of requests that no operation of the contract answers. */
export const OTHER_REQUESTS = [
  'mcp',
  'preview',
  'start',
  'inbox',
  'assets',
  // A form's address opened in a browser, /favicon.ico, /robots.txt.
  'door',
  'metrics',
  'ready',
  'preflight',
  // A path or method that nothing answers.
  'none',
] as const;

export type OtherRequest = (typeof OTHER_REQUESTS)[number];

export type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** A field of a line: an id, a class or a number. Never a value, an address, a token or a URL's query. */
export interface Field<T> {
  /** For docs/operating.md. */
  doc: string;
  optional?: true;
  /** Carries the type only; never set. */
  readonly of?: T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** The value of a metric's label: this text, or the value of the field. */
type LabelSource<F extends string> = string | { field: F };

/** How an event changes a metric. */
export interface Feed<F extends string = string> {
  /** Name of the counter or histogram. */
  metric: string;
  labels: Readonly<Record<string, LabelSource<F>>>;
  /** The field with the number to add to a counter (otherwise 1), or a histogram's milliseconds. */
  amount?: F;
  /** A field that is a list, each item of which counts once. */
  each?: F;
  /** Only where these fields have these values. */
  when?: Readonly<Partial<Record<F, string | boolean>>>;
  /** Not where these fields have these values. */
  unless?: Readonly<Partial<Record<F, string | boolean>>>;
}

/** One kind of line; its name is the row's in snake_case, its method in `Log` the row's as it is. */
export interface EventRow<F extends Fields = Fields> {
  level: Level;
  /** One sentence for docs/operating.md. */
  doc: string;
  fields: F;
  /** Written at `debug` where these fields have these values. */
  debugWhere?: Readonly<Partial<Record<keyof F & string, string>>>;
  /** At most 60 lines a minute with equal values of these fields; the rest is written at `debug`. */
  limitedBy?: readonly (keyof F & string)[];
  metrics?: readonly Feed<keyof F & string>[];
}

const field =
  <T>() =>
  (doc: string): Field<T> => ({ doc });

const text = field<string>();
const number = field<number>();
const flag = field<boolean>();
const texts = field<readonly string[]>();

/** One of a few texts, which are also the values of a label. */
const oneOf = <const V extends string>(...values: readonly V[]) => ({
  ...field<V>()(values.map((value) => `\`${value}\``).join(', ')),
  values,
});

const optional = <T>(of: Field<T>): Field<T | undefined> & { optional: true } => ({
  ...of,
  optional: true,
});

const from = <const F extends string>(name: F) => ({ field: name });

const event = <const F extends Fields, const R extends Omit<EventRow<F>, 'fields'>>(
  row: R & { fields: F },
) => row;

const requestId = text('id of the request, the `X-Request-Id` of its answer');
const formId = text('id of the form');
const operation = text(
  `id of the operation, or one of ${OTHER_REQUESTS.map((name) => `\`${name}\``).join(', ')}`,
);
const channel = text(CHANNEL_NAMES.map((name) => `\`${name}\``).join(', '));
const ms = number('milliseconds');
const reason = text('error code of the system, a library or this service; no words of a server');
const replyCode = optional(number('code of the mail server’s reply'));
const error = field<unknown>()(
  'name, code, advice and stack positions of the error and its causes; not their messages',
);
const mailFailure = text('`refused`, `doubtful` (it may have arrived), `overloaded` or `fault`');
const provider = text('`cloudflare` or `ses`');
const notice = oneOf(
  'new_form',
  'held_form',
  'quota',
  'stopped',
  'ask_stop',
  'restart',
  'proposal',
  'hand_over_ask',
  'hand_over_offer',
  'handed_over',
  'taken_over',
  'limited',
  'guarded',
  'relaxed',
  'target_off',
  'attack',
  'silence',
  'inbox',
);
const noAnswer = oneOf(
  'off',
  'unsolved',
  'test',
  'marked',
  'no_address',
  'machine',
  'own_address',
  'stopped',
  'budget',
  'refused',
  'fault',
);
const changedBy = oneOf('token', 'owner');

const route = { requestId, formId };
const delivery = { ...route, channel, awaited: flag('whether the visitor waits for it'), ms };

const SUBMISSIONS = 'letterslot_submissions_total';
const DELIVERIES = 'letterslot_deliveries_total';
const DELIVERY_TIME = 'letterslot_delivery_duration_seconds';
const REQUESTS = 'letterslot_requests_total';
const FAULTS = 'letterslot_faults_total';
const VERIFICATION_MAILS = 'letterslot_verification_mails_total';
const PROVIDER_CALLS = 'letterslot_provider_calls_total';
const ROUTE_EVENTS = 'letterslot_route_events_total';
const OWNER_MAILS = 'letterslot_owner_mails_total';
const COPIES = 'letterslot_copies_total';
const COPY_EVENTS = 'letterslot_copy_events_total';
const SPAM_REPORTS = 'letterslot_spam_reports_total';
const ANSWERS = 'letterslot_auto_replies_total';
const ATTACKS = 'letterslot_attacks_total';
const BOUNCES = 'letterslot_bounces_total';
const PAUSES = 'letterslot_webhook_pauses_total';

/** The operation whose requests are submissions. */
const SUBMIT = 'submitForm';

/** Every event, once: the log, the metrics and docs/operating.md come from this table. */
export const EVENTS = {
  webhooksMayReachPrivateAddresses: event({
    level: 'warn',
    doc: 'Started with `WEBHOOK_ALLOW_PRIVATE=true`.',
    fields: {},
  }),
  metricsListening: event({
    level: 'info',
    doc: 'The listener of `METRICS_PORT` is open.',
    fields: { host: text('address'), port: number('TCP port') },
  }),
  stopping: event({
    level: 'info',
    doc: 'A stop begins.',
    fields: {
      signal: text('signal, or `parent_gone` when the npm that started the service ended'),
    },
  }),
  stopped: event({ level: 'info', doc: 'Everything under way is finished.', fields: {} }),
  workerStarted: event({
    level: 'info',
    doc: 'A worker process listens.',
    fields: { pid: optional(number('process id')) },
  }),
  workerReplaced: event({
    level: 'warn',
    doc: 'A worker process died; another one starts after `pauseMs`.',
    fields: {
      pid: optional(number('process id')),
      exitCode: field<number | null>()('exit code, or null'),
      signal: field<string | null>()('signal that ended it, or null'),
      pauseMs: number('milliseconds'),
    },
  }),
  submissionDelivered: event({
    level: 'info',
    doc: 'A channel delivered a submission.',
    fields: delivery,
    metrics: [
      { metric: DELIVERIES, labels: { channel: from('channel'), outcome: 'delivered' } },
      { metric: DELIVERY_TIME, labels: { channel: from('channel') }, amount: 'ms' },
      { metric: SUBMISSIONS, labels: { outcome: 'delivered' }, when: { awaited: true } },
    ],
  }),
  submissionTrapped: event({
    level: 'info',
    doc: 'A filled spam trap: answered as usual, not delivered.',
    fields: {
      ...route,
      test: flag('whether it was a dry run'),
      kind: text('`bot`, or `autofill` where a browser seems to have filled it for a person'),
    },
    limitedBy: [],
    metrics: [
      { metric: SUBMISSIONS, labels: { outcome: 'trapped' } },
      { metric: 'letterslot_trapped_submissions_total', labels: { kind: from('kind') } },
    ],
  }),
  autofillNotCounted: event({
    level: 'error',
    doc: 'The store failed while it counted a trap filled by autofill.',
    fields: { ...route, error },
    metrics: [{ metric: FAULTS, labels: { fault: 'autofill_not_counted' } }],
  }),
  submissionRehearsed: event({
    level: 'info',
    doc: 'A dry run passed every check; nothing was sent.',
    fields: route,
    limitedBy: [],
    metrics: [{ metric: SUBMISSIONS, labels: { outcome: 'dry_run' } }],
  }),
  submissionMarked: event({
    level: 'info',
    doc: 'Delivered with a marked subject.',
    fields: { ...route, suspicions: texts('why it is marked') },
    limitedBy: [],
    metrics: [
      {
        metric: 'letterslot_suspicious_submissions_total',
        labels: { reason: from('suspicions') },
        each: 'suspicions',
      },
    ],
  }),
  deliveryDropped: event({
    level: 'warn',
    doc: 'A queue was full, or the service stopped: never tried. At a stop without request and form.',
    fields: {
      requestId: optional(requestId),
      formId: optional(formId),
      channel,
      count: number('how many'),
    },
    limitedBy: ['channel'],
    metrics: [
      {
        metric: DELIVERIES,
        labels: { channel: from('channel'), outcome: 'dropped' },
        amount: 'count',
      },
    ],
  }),
  targetSwitchedOff: event({
    level: 'warn',
    doc: 'A target answered that it no longer exists; nothing is sent there until the settings list it again.',
    fields: { ...route, channel, status: number('HTTP status of its answer') },
  }),
  targetNotSwitchedOff: event({
    level: 'error',
    doc: 'A target that no longer exists could not be switched off; the next delivery tries again.',
    fields: { ...route, error },
  }),
  deliveryFailed: event({
    level: 'warn',
    doc: 'A channel did not deliver a submission.',
    fields: { ...delivery, kind: mailFailure, reason, replyCode },
    limitedBy: ['channel', 'kind'],
    metrics: [
      { metric: DELIVERIES, labels: { channel: from('channel'), outcome: from('kind') } },
      {
        metric: DELIVERY_TIME,
        labels: { channel: from('channel') },
        amount: 'ms',
        // Never tried, so it has no duration.
        unless: { kind: 'overloaded' },
      },
    ],
  }),
  mailServerUnusable: event({
    level: 'warn',
    doc: 'The start or `/ready` finds that the mail server takes no mail; once until it does again.',
    fields: { kind: mailFailure, reason, replyCode },
  }),
  fileInfected: event({
    level: 'info',
    doc: 'ClamAV found a file of a submission infected, which was refused.',
    fields: { requestId, formId },
    limitedBy: ['formId'],
  }),
  scanFailed: event({
    level: 'warn',
    doc: 'ClamAV gave no verdict on a file; the submission was refused.',
    fields: { requestId, formId, reason },
    limitedBy: ['reason'],
    metrics: [{ metric: 'letterslot_file_scan_failures_total', labels: {} }],
  }),
  rspamdFailed: event({
    level: 'warn',
    doc: 'Rspamd gave no verdict on a submission, which went on without one.',
    fields: { requestId, reason },
    limitedBy: ['reason'],
    metrics: [{ metric: 'letterslot_rspamd_failures_total', labels: {} }],
  }),
  webhooksPaused: event({
    level: 'warn',
    doc: 'The form’s receiver fails every time: it is not called for so many seconds.',
    fields: { formId, seconds: number('seconds of the pause') },
    metrics: [{ metric: PAUSES, labels: { event: 'begun' } }],
  }),
  webhooksResumed: event({
    level: 'info',
    doc: 'The first call after a pause was answered.',
    fields: { formId },
    metrics: [{ metric: PAUSES, labels: { event: 'ended' } }],
  }),
  allowanceNotReleased: event({
    level: 'error',
    doc: 'The store failed while it gave back the unit of a delivery that failed.',
    fields: { ...route, error },
    metrics: [{ metric: FAULTS, labels: { fault: 'allowance_not_released' } }],
  }),
  solutionNotGivenBack: event({
    level: 'error',
    doc: 'The store failed while it gave back the solution of a challenge; its visitor needs another one.',
    fields: { ...route, error },
    metrics: [{ metric: FAULTS, labels: { fault: 'solution_not_given_back' } }],
  }),
  submissionReplayed: event({
    level: 'info',
    doc: 'Answered like the first request with its `Idempotency-Key`; not delivered again.',
    fields: route,
    metrics: [{ metric: SUBMISSIONS, labels: { outcome: 'replayed' } }],
  }),
  outcomeNotKept: event({
    level: 'error',
    doc: 'The store failed to keep an outcome: a retry with the same `Idempotency-Key` waits a minute and delivers again.',
    fields: { ...route, error },
    metrics: [{ metric: FAULTS, labels: { fault: 'outcome_not_kept' } }],
  }),
  countsNotWritten: event({
    level: 'error',
    doc: 'The store failed while counts were written. They are written later, unless its answer was lost: then what a few seconds counted may be missing.',
    fields: { error },
    metrics: [{ metric: FAULTS, labels: { fault: 'counts_not_written' } }],
  }),
  verificationMailed: event({
    level: 'info',
    doc: 'A verification mail was accepted by the mail server.',
    fields: route,
    metrics: [{ metric: VERIFICATION_MAILS, labels: { outcome: 'accepted' } }],
  }),
  verificationNotMailed: event({
    level: 'warn',
    doc: 'A verification mail was not accepted.',
    fields: { ...route, kind: mailFailure, reason, replyCode },
    metrics: [{ metric: VERIFICATION_MAILS, labels: { outcome: from('kind') } }],
  }),
  mailBudgetSpent: event({
    level: 'info',
    doc: 'A verification mail was not sent: this budget is used up.',
    fields: { ...route, budget: text('`inbox`, `domain`, `network`, `owner` or `deployment`') },
    limitedBy: ['budget'],
    metrics: [
      {
        metric: 'letterslot_verification_mails_held_back_total',
        labels: { budget: from('budget') },
      },
    ],
  }),
  copyMailed: event({
    level: 'info',
    doc: 'An inbox was asked whether it wants copies, or whether to end them.',
    fields: { ...route, mail: oneOf('ask', 'stop') },
    metrics: [{ metric: COPY_EVENTS, labels: { event: from('mail') } }],
  }),
  copyNotMailed: event({
    level: 'warn',
    doc: 'Such a mail was not sent.',
    fields: {
      ...route,
      reason: text('an error code, a kind of mail failure or `fault`'),
      error: optional(error),
    },
    metrics: [{ metric: COPY_EVENTS, labels: { event: 'not_mailed' } }],
  }),
  copyAnswered: event({
    level: 'info',
    doc: 'An inbox decided about copies; `confirmed` a stop taken back, too.',
    fields: { ...route, answer: oneOf('confirmed', 'stopped', 'refused', 'allowed') },
    metrics: [{ metric: COPY_EVENTS, labels: { event: from('answer') } }],
  }),
  copyDelivered: event({
    level: 'info',
    doc: 'The mail server took the copy of a submission.',
    fields: { ...route, ms },
    metrics: [{ metric: COPIES, labels: { outcome: 'delivered' } }],
  }),
  copyNotDelivered: event({
    level: 'warn',
    doc: 'It did not, or the month of the inbox is used up.',
    fields: { ...route, ms, kind: mailFailure, reason, replyCode },
    limitedBy: ['kind'],
    metrics: [{ metric: COPIES, labels: { outcome: from('kind') } }],
  }),
  providerAnswered: event({
    level: 'debug',
    doc: 'The mail provider said how an inbox stands.',
    fields: { ...route, provider, standing: text('`unknown`, `pending` or `verified`') },
    metrics: [
      {
        metric: PROVIDER_CALLS,
        labels: { provider: from('provider'), outcome: from('standing') },
      },
    ],
  }),
  providerFailed: event({
    level: 'warn',
    doc: 'A call to the mail provider failed.',
    fields: {
      ...route,
      provider,
      kind: text(
        '`unavailable`, `doubtful`, `refused`; `credentials` and `capacity` need the operator',
      ),
      reason,
    },
    metrics: [
      { metric: PROVIDER_CALLS, labels: { provider: from('provider'), outcome: from('kind') } },
    ],
  }),
  routeCreated: event({
    level: 'info',
    doc: 'A form was created, or its creation answered again.',
    fields: {
      ...route,
      status: text('status of the form'),
      replayed: flag('whether its `Idempotency-Key` was known'),
    },
    metrics: [
      { metric: ROUTE_EVENTS, labels: { event: 'created' }, unless: { replayed: true } },
      { metric: ROUTE_EVENTS, labels: { event: 'replayed' }, when: { replayed: true } },
    ],
  }),
  routeConfirmed: event({
    level: 'info',
    doc: 'The inbox confirmed a form, perhaps not for the first time.',
    fields: route,
    metrics: [{ metric: ROUTE_EVENTS, labels: { event: 'confirmed' } }],
  }),
  routeDeleted: event({
    level: 'info',
    doc: 'A form was deleted, with its token or by the owner of its inbox.',
    fields: route,
    metrics: [{ metric: ROUTE_EVENTS, labels: { event: 'deleted' } }],
  }),
  routeStopped: event({
    level: 'info',
    doc: 'The owner of the inbox withdrew the confirmation.',
    fields: { ...route, spam: flag('whether the owner also reported the form as spam') },
    metrics: [
      { metric: ROUTE_EVENTS, labels: { event: 'stopped' } },
      { metric: ROUTE_EVENTS, labels: { event: 'reported' }, when: { spam: true } },
    ],
  }),
  routeApproved: event({
    level: 'info',
    doc: 'The owner of the inbox lets a form that was active at once use the whole month’s allowance.',
    fields: route,
    metrics: [{ metric: ROUTE_EVENTS, labels: { event: 'approved' } }],
  }),
  settingsChanged: event({
    level: 'info',
    doc: 'The settings of a form have changed, or a change of them waits for the owner of its inbox.',
    fields: { ...route, by: changedBy },
    metrics: [{ metric: ROUTE_EVENTS, labels: { event: 'changed' } }],
  }),
  bounceNoted: event({
    level: 'warn',
    doc: 'Mail to an inbox came back, or its owner called it spam: the form is answered 503, unless it was only counted.',
    fields: {
      ...route,
      verdict: text('`gone`, `full` (counted by day) or `complaint`'),
      marked: flag('whether it stops the form'),
    },
    limitedBy: ['verdict'],
    metrics: [{ metric: BOUNCES, labels: { verdict: from('verdict') } }],
  }),
  bounceIgnored: event({
    level: 'info',
    doc: 'A report about a mail changed nothing: it is known, older than the last confirmation, or about the message.',
    fields: { requestId, verdict: text('`gone`, `full`, `complaint` or `message`') },
    limitedBy: [],
    metrics: [{ metric: BOUNCES, labels: { verdict: 'ignored' } }],
  }),
  inboxHealed: event({
    level: 'info',
    doc: 'The owner of an inbox showed that it gets mail: a form that bounced delivers again.',
    fields: route,
    metrics: [{ metric: ROUTE_EVENTS, labels: { event: 'healed' } }],
  }),
  attackNoticed: event({
    level: 'warn',
    doc: 'More comes to a form than people send: where it asks suspicious senders for solutions, it asks all.',
    fields: route,
    limitedBy: [],
    metrics: [{ metric: ATTACKS, labels: { event: 'begun' } }],
  }),
  attackEnded: event({
    level: 'info',
    doc: 'A form was calm for a while after an attack.',
    fields: { formId },
    limitedBy: [],
    metrics: [{ metric: ATTACKS, labels: { event: 'ended' } }],
  }),
  spamReported: event({
    level: 'info',
    doc: 'Somebody with a mail of the form said that it was spam: the form asks for challenges.',
    fields: { ...route, changed: flag('whether it did not do so before') },
    limitedBy: [],
    metrics: [{ metric: SPAM_REPORTS, labels: { report: 'spam' } }],
  }),
  marksRelaxed: event({
    level: 'info',
    doc: 'Somebody with a marked mail of the form said that it was no spam, or took that back.',
    fields: {
      ...route,
      reasons: texts('why it was marked'),
      undone: flag('whether it was taken back'),
    },
    limitedBy: [],
    metrics: [
      { metric: SPAM_REPORTS, labels: { report: 'not_spam' }, when: { undone: false } },
      { metric: SPAM_REPORTS, labels: { report: 'undone' }, when: { undone: true } },
    ],
  }),
  routeHandedOver: event({
    level: 'info',
    doc: 'A form moved to another inbox: both have agreed.',
    fields: route,
    metrics: [{ metric: ROUTE_EVENTS, labels: { event: 'handed_over' } }],
  }),
  routeRefused: event({
    level: 'info',
    doc: 'The owner of the inbox did not ask for the form: removed, and no such mails for a while.',
    fields: route,
    metrics: [{ metric: ROUTE_EVENTS, labels: { event: 'refused' } }],
  }),
  refusalLifted: event({
    level: 'info',
    doc: 'The owner of the inbox took the refusal back: such mails arrive again.',
    fields: route,
  }),
  managementTokenRenewed: event({
    level: 'info',
    doc: 'The owner of the inbox replaced the management token of a form.',
    fields: route,
  }),
  sessionBegun: event({
    level: 'info',
    doc: 'The link in a mail to an inbox was exchanged for a session.',
    fields: { requestId },
  }),
  sessionEnded: event({
    level: 'info',
    doc: 'The owner of an inbox ended a session, or all of the inbox.',
    fields: { requestId, everywhere: flag('whether all sessions of the inbox ended') },
  }),
  inboxLinkDropped: event({
    level: 'warn',
    doc: 'The queue of mails to owners was full: nobody was sent a link to their inbox.',
    fields: { requestId },
    limitedBy: [],
  }),
  silencesLooked: event({
    level: 'info',
    doc: 'Once a day, one process has looked for forms that usually deliver and fell silent.',
    fields: { count: number('forms whose silence is due for a notice, or had one') },
  }),
  silencesNotLooked: event({
    level: 'error',
    doc: 'That failed; it is tried again within an hour.',
    fields: { error },
    metrics: [{ metric: FAULTS, labels: { fault: 'silence' } }],
  }),
  answerSent: event({
    level: 'info',
    doc: 'The mail server took an automatic reply.',
    fields: route,
    metrics: [{ metric: ANSWERS, labels: { outcome: 'sent' } }],
  }),
  answerSkipped: event({
    level: 'info',
    doc:
      'A form with automatic replies sent none: `off` is `AUTO_REPLIES`, `machine` is an address that no person reads, `own_address` one of ' +
      'this service, `budget` includes that the address had its answer today.',
    fields: { ...route, reason: noAnswer },
    limitedBy: ['reason'],
    metrics: [{ metric: ANSWERS, labels: { outcome: from('reason') } }],
  }),
  answerFailed: event({
    level: 'error',
    doc: 'An automatic reply was not sent by a fault of this service.',
    fields: { ...route, error },
    metrics: [
      { metric: ANSWERS, labels: { outcome: 'fault' } },
      { metric: FAULTS, labels: { fault: 'answer' } },
    ],
  }),
  answersStopped: event({
    level: 'info',
    doc: 'Somebody with an automatic reply said that their address wants no more of them.',
    fields: { requestId },
    limitedBy: [],
  }),
  answersAllowed: event({
    level: 'info',
    doc: 'Such an address gets automatic replies again.',
    fields: { requestId },
    limitedBy: [],
  }),
  ownerNotified: event({
    level: 'info',
    doc: 'A mail to an owner was accepted by the mail server.',
    fields: { ...route, notice },
    metrics: [{ metric: OWNER_MAILS, labels: { notice: from('notice'), outcome: 'sent' } }],
  }),
  ownerNotNotified: event({
    level: 'warn',
    doc: 'A mail to an owner was not accepted.',
    fields: {
      ...route,
      notice,
      reason: text('an error code, a kind of mail failure, `dropped` or `fault`'),
      error: optional(error),
    },
    metrics: [{ metric: OWNER_MAILS, labels: { notice: from('notice'), outcome: 'not_sent' } }],
  }),
  ownerNoticesDropped: event({
    level: 'warn',
    doc: 'A stop dropped mails to owners that waited.',
    fields: { count: number('how many') },
  }),
  requestAnswered: event({
    level: 'debug',
    doc: 'An answer ended.',
    fields: { requestId, operation, status: number('HTTP status'), ms },
    metrics: [
      { metric: REQUESTS, labels: { operation: from('operation'), status: from('status') } },
      {
        metric: 'letterslot_request_duration_seconds',
        labels: { operation: from('operation') },
        amount: 'ms',
      },
    ],
  }),
  requestRefused: event({
    level: 'info',
    doc: 'Answered with an error of the contract.',
    fields: {
      requestId,
      operation,
      code: text('error code of the contract'),
      formId: optional(text('id that the request names, if it is well-formed')),
    },
    debugWhere: { operation: 'none' },
    limitedBy: ['operation', 'code'],
    metrics: [
      {
        metric: 'letterslot_requests_refused_total',
        labels: { operation: from('operation'), code: from('code') },
      },
      { metric: SUBMISSIONS, labels: { outcome: from('code') }, when: { operation: SUBMIT } },
    ],
  }),
  requestAborted: event({
    level: 'debug',
    doc: 'The client went away before its request was complete.',
    fields: { requestId, operation },
    metrics: [{ metric: SUBMISSIONS, labels: { outcome: 'aborted' }, when: { operation: SUBMIT } }],
  }),
  requestUnreadable: event({
    level: 'debug',
    doc: 'What came was not HTTP, or not in time.',
    fields: { requestId, status: number('HTTP status') },
    metrics: [{ metric: REQUESTS, labels: { operation: 'none', status: from('status') } }],
  }),
  connectionCut: event({
    level: 'debug',
    doc: 'A client left answers unread: for too long, or more of them than there was room for.',
    fields: { reason: oneOf('slow', 'room') },
    metrics: [{ metric: 'letterslot_connections_cut_total', labels: { reason: from('reason') } }],
  }),
  requestFailed: event({
    level: 'error',
    doc: 'A fault of the service: answered 500 `internal_error`, or a damaged form left out of a list.',
    fields: { requestId, operation, error },
    metrics: [
      { metric: FAULTS, labels: { fault: 'request' } },
      { metric: SUBMISSIONS, labels: { outcome: 'internal_error' }, when: { operation: SUBMIT } },
    ],
  }),
  storeAnswered: event({
    level: 'trace',
    doc: 'A call to the store ended; only where metrics are on.',
    fields: {
      call: text('part and method of the store'),
      ms,
      failed: flag('whether it failed'),
    },
    metrics: [
      {
        metric: 'letterslot_store_call_duration_seconds',
        labels: { call: from('call') },
        amount: 'ms',
      },
      {
        metric: 'letterslot_store_failures_total',
        labels: { call: from('call') },
        when: { failed: true },
      },
    ],
  }),
  keysChanged: event({
    level: 'info',
    doc: 'The key file has changed, and its keys are in use.',
    fields: {
      sealing: text('id of the key that seals'),
      keys: texts('ids of all sealing keys'),
    },
  }),
  keyFileRefused: event({
    level: 'error',
    doc: 'The key file has changed and cannot be used; the previous keys stay in use.',
    fields: { reason: text('what is wrong with it') },
  }),
  sealingKeyUsed: event({
    level: 'warn',
    doc:
      'Each time that this process has encrypted another 268,435,456 values with one sealing key, a sixteenth of ' +
      'what is safe: rotate it.',
    fields: {
      sealing: text('id of the key that seals'),
      seals: number('values that this process has encrypted with it since its start'),
    },
  }),
  sweepFailed: event({
    level: 'error',
    doc: 'The store failed while old rows were removed; tried again later.',
    fields: { error },
    metrics: [{ metric: FAULTS, labels: { fault: 'sweep' } }],
  }),
  logLinesDropped: event({
    level: 'warn',
    doc: 'Nobody read standard output in time: lines were dropped.',
    fields: { writes: number('writes that were dropped, of one or more lines each') },
  }),
  crashed: event({
    level: 'fatal',
    doc: 'A fault that nothing caught: the process ends with exit code 1.',
    fields: { error },
  }),
} as const satisfies Record<string, EventRow>;

export type EventName = keyof typeof EVENTS;

/** What the line of an event is called: `submissionDelivered` is `submission_delivered`. */
export const lineNameOf = (name: EventName): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

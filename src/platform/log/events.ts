import { CHANNEL_NAMES } from '../../contract/channels.ts';
import { SUSPICIONS } from '../../contract/enums.ts';
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { OPERATION_IDS } from '../../contract/operations.ts';

/** Names, in log and metrics, of requests that no operation of the contract answers. */
export const OTHER_REQUESTS = [
  'mcp',
  'preview',
  'start',
  'inbox',
  'assets',
  'docs',
  // A form's address opened in a browser, /favicon.ico, /robots.txt.
  'door',
  'metrics',
  'ready',
  'preflight',
  // A path or method that nothing answers.
  'none',
] as const;

export type OtherRequest = (typeof OTHER_REQUESTS)[number];

/** Mails to owners, by the names of their rows in LETTERS. */
const OWNER_MAILS = [
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
] as const;

export type OwnerMailName = (typeof OWNER_MAILS)[number];

export type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/** A field of a line: an id, a class or a number; no value, address, token or query of a URL. */
export interface Field<T> {
  /** For docs/reference/log.md. */
  doc: string;
  optional?: true;
  /** Every value that the field can have; then it may be the label of a metric. */
  values?: readonly string[];
  /** Carries the type only; never set. */
  readonly of?: T;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

/** A kind of line. Its name is the row's in snake_case, its method in `Log` the row's name. */
export interface EventRow<F extends Fields = Fields> {
  level: Level;
  /** One sentence for docs/reference/log.md. */
  doc: string;
  fields: F;
  /** Written at `debug` if these fields have these values. */
  debugWhere?: Readonly<Partial<Record<keyof F & string, string>>>;
  /** At most 60 lines a minute with equal values of these fields; others are written at `debug`. */
  limitedBy?: readonly (keyof F & string)[];
}

const at =
  (level: Level) =>
  <F extends Fields>(
    doc: string,
    fields: F,
    limits: Pick<EventRow<F>, 'debugWhere' | 'limitedBy'> = {},
  ): EventRow<F> => ({ level, doc, fields, ...limits });

const debug = at('debug');
const info = at('info');
const warn = at('warn');
const fault = at('error');

const field =
  <T>() =>
  (doc: string): Field<T> => ({ doc });

const text = field<string>();
const number = field<number>();
const flag = field<boolean>();
const texts = field<readonly string[]>();

const spell = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

/** A field with one of a few values. */
const oneOf = <const Values extends readonly string[]>(
  values: Values,
  doc = spell(values),
): Field<Values[number]> & { values: Values } => ({ doc, values });

/** A field with these values, whose type does not say so. */
const listed = (values: readonly string[], doc = spell(values)) => ({ ...text(doc), values });

const optional = <T>(of: Field<T>): Field<T | undefined> & { optional: true } => ({
  ...of,
  optional: true,
});

const requestId = text('id of the request, the `X-Request-Id` of its answer');
const formId = text('id of the form');
const operation = listed(
  [...OPERATION_IDS, ...OTHER_REQUESTS],
  `id of the operation, or one of ${spell(OTHER_REQUESTS)}`,
);
const channel = listed(CHANNEL_NAMES);
const ms = number('milliseconds');
const reason = text('error code of the system, a library or this service; no words of a server');
const replyCode = optional(number('code of the mail server’s reply'));
const marked = optional(flag('whether it is that of `MARKED_SMTP_URL`'));
const error = field<unknown>()(
  'name, code, advice and stack positions of the error and its causes; not their messages',
);
const mailFailure = oneOf(
  ['refused', 'doubtful', 'overloaded', 'fault'],
  '`refused`, `doubtful` (it may have arrived), `overloaded` or `fault`',
);
const provider = oneOf(['cloudflare', 'ses'], '`cloudflare` or `ses`');
const notice = oneOf(OWNER_MAILS);
const noAnswer = oneOf([
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
]);
const changedBy = oneOf(['token', 'owner']);

const route = { requestId, formId };
const delivery = { ...route, channel, awaited: flag('whether the visitor waits for it'), ms };

/** Every event. The log and docs/reference/log.md come from it, and metrics count its rows. */
export const EVENTS = {
  started: info('The service listens; on a terminal sentences say so in place of this line.', {
    version: text('release'),
    commit: text('`SOURCE_COMMIT`, or `unknown`'),
    node: text('version of Node.js'),
    engine: oneOf(['sqlite', 'postgres']),
    mail: oneOf(
      ['smtp', 'https', 'preview'],
      '`smtp`, `https`, or `preview` for the mailbox in the process',
    ),
    host: text('address'),
    port: number('TCP port'),
    url: text('base of the URLs that the service gives out'),
    settings: field<Readonly<Record<string, string>>>()(
      'those that differ from their defaults; `set` for secrets and for what has an `@` in it',
    ),
  }),
  webhooksMayReachPrivateAddresses: warn('Started with `WEBHOOK_ALLOW_PRIVATE=true`.', {}),
  metricsListening: info('The listener of `METRICS_PORT` is open.', {
    host: text('address'),
    port: number('TCP port'),
  }),
  stopping: info('A stop begins.', {
    signal: text('signal, or `parent_gone` when the npm that started the service ended'),
  }),
  stopped: info('Everything under way is finished.', {}),
  submissionDelivered: info('A channel delivered a submission.', delivery),
  submissionTrapped: info(
    'A filled spam trap: answered as usual, not delivered.',
    {
      ...route,
      test: flag('whether it was a dry run'),
    },
    { limitedBy: [] },
  ),
  submissionRehearsed: info('A dry run passed every check; nothing was sent.', route, {
    limitedBy: [],
  }),
  submissionMarked: info(
    'Delivered with a marked subject.',
    {
      ...route,
      suspicions: { ...texts('why it is marked'), values: SUSPICIONS },
    },
    { limitedBy: [] },
  ),
  deliveryDropped: warn(
    'A queue was full, or the service stopped: never tried. At a stop without request and form.',
    {
      requestId: optional(requestId),
      formId: optional(formId),
      channel,
      count: number('how many'),
    },
    { limitedBy: ['channel'] },
  ),
  targetSwitchedOff: warn(
    'A target answered that it no longer exists; nothing is sent there until the settings list it again.',
    { ...route, channel, status: number('HTTP status of its answer') },
  ),
  targetNotSwitchedOff: fault(
    'A target that no longer exists could not be switched off; the next delivery tries again.',
    { ...route, error },
  ),
  deliveryFailed: warn(
    'A channel did not deliver a submission.',
    { ...delivery, kind: mailFailure, reason, replyCode },
    { limitedBy: ['channel', 'kind'] },
  ),
  mailServerUnusable: warn(
    'The start, `/ready` or a submission finds that the mail server takes no mail or is silent; once until it does again.',
    { kind: mailFailure, reason, replyCode, marked },
  ),
  mailServerUsable: info('The mail server answers again after `mail_server_unusable`.', { marked }),
  mailCredentialsRefused: warn(
    'The token server or the mail provider refuses these settings; once a minute.',
    {
      settings: texts('their names'),
      by: oneOf(['token', 'mail'], '`token` for the token server, `mail` for who takes the mail'),
      replyCode,
    },
  ),
  refreshTokenRotated: warn(
    'The token server replaced the refresh token. The new one is in memory alone: renew `MAIL_OAUTH_REFRESH_TOKEN`.',
    {},
  ),
  fileInfected: info(
    'ClamAV found a file of a submission infected, which was refused.',
    { requestId, formId },
    { limitedBy: ['formId'] },
  ),
  scanFailed: warn(
    'ClamAV gave no verdict on a file; the submission was refused.',
    { requestId, formId, reason },
    { limitedBy: ['reason'] },
  ),
  rspamdFailed: warn(
    'Rspamd gave no verdict on a submission, which went on without one.',
    { requestId, reason },
    { limitedBy: ['reason'] },
  ),
  webhooksPaused: warn(
    'The form’s receiver fails every time: it is not called for so many seconds.',
    { formId, seconds: number('seconds of the pause') },
  ),
  webhooksResumed: info('The first call after a pause was answered.', { formId }),
  allowanceNotReleased: fault(
    'The store failed while it gave back the unit of a delivery that failed.',
    { ...route, error },
  ),
  solutionNotGivenBack: fault(
    'The store failed while it gave back the solution of a challenge; its visitor needs another one.',
    { ...route, error },
  ),
  submissionReplayed: info(
    'Answered like the first request with its `Idempotency-Key`; not delivered again.',
    route,
  ),
  outcomeNotKept: fault(
    'The store failed to keep an outcome: a retry with the same `Idempotency-Key` waits a minute and delivers again.',
    { ...route, error },
  ),
  countsNotWritten: fault(
    'The store failed while counts were written. They are written later, unless its answer was lost: then what a few seconds counted may be missing.',
    { error },
  ),
  verificationMailed: info('A verification mail was accepted by the mail server.', route),
  verificationNotMailed: warn('A verification mail was not accepted.', {
    ...route,
    kind: mailFailure,
    reason,
    replyCode,
  }),
  mailBudgetSpent: info(
    'A verification mail was not sent: this budget is used up.',
    {
      ...route,
      budget: oneOf(
        ['inbox', 'domain', 'network', 'owner', 'deployment'],
        '`inbox`, `domain`, `network`, `owner` or `deployment`',
      ),
    },
    { limitedBy: ['budget'] },
  ),
  copyMailed: info('An inbox was asked whether it wants copies, or whether to end them.', {
    ...route,
    mail: oneOf(['ask', 'stop']),
  }),
  copyNotMailed: warn('Such a mail was not sent.', {
    ...route,
    reason: text('an error code, a kind of mail failure or `fault`'),
    error: optional(error),
  }),
  copyAnswered: info('An inbox decided about copies; `confirmed` a stop taken back, too.', {
    ...route,
    answer: oneOf(['confirmed', 'stopped', 'refused', 'allowed']),
  }),
  copyDelivered: info('The mail server took the copy of a submission.', { ...route, ms }),
  copyNotDelivered: warn(
    'It did not, or the month of the inbox is used up.',
    { ...route, ms, kind: mailFailure, reason, replyCode },
    { limitedBy: ['kind'] },
  ),
  providerAnswered: debug('The mail provider said how an inbox stands.', {
    ...route,
    provider,
    standing: oneOf(['unknown', 'pending', 'verified'], '`unknown`, `pending` or `verified`'),
  }),
  providerFailed: warn('A call to the mail provider failed.', {
    ...route,
    provider,
    kind: oneOf(
      ['unavailable', 'doubtful', 'refused', 'capacity', 'credentials'],
      '`unavailable`, `doubtful`, `refused`; `credentials` and `capacity` need the operator',
    ),
    reason,
  }),
  routeCreated: info('A form was created, or its creation answered again.', {
    ...route,
    status: text('status of the form'),
    replayed: flag('whether its `Idempotency-Key` was known'),
  }),
  routeConfirmed: info('The inbox confirmed a form, perhaps not for the first time.', route),
  routeDeleted: info('A form was deleted, with its token or by the owner of its inbox.', route),
  routeStopped: info('The owner of the inbox withdrew the confirmation.', {
    ...route,
    spam: flag('whether the owner also reported the form as spam'),
  }),
  routeApproved: info(
    'The owner of the inbox lets a form that was active at once use the whole month’s allowance.',
    route,
  ),
  settingsChanged: info(
    'The settings of a form have changed, or a change of them waits for the owner of its inbox.',
    { ...route, by: changedBy },
  ),
  accessKeyMade: info('An access key of a form was made.', route),
  accessKeyEnded: info('An access key of a form was ended.', route),
  bounceNoted: warn(
    'Mail to an inbox came back, or its owner called it spam: the form is answered 503, unless it was only counted.',
    {
      ...route,
      verdict: listed(
        ['gone', 'full', 'complaint'],
        '`gone`, `full` (counted by day) or `complaint`',
      ),
      marked: flag('whether it stops the form'),
    },
    { limitedBy: ['verdict'] },
  ),
  bounceIgnored: info(
    'A report about a mail changed nothing: it is known, older than the last confirmation, or about the message.',
    { requestId, verdict: text('`gone`, `full`, `complaint` or `message`') },
    { limitedBy: [] },
  ),
  inboxHealed: info(
    'The owner of an inbox showed that it gets mail: a form that bounced delivers again.',
    route,
  ),
  attackNoticed: warn(
    'More comes to a form than people send: where it asks suspicious senders for solutions, it asks all.',
    route,
    { limitedBy: [] },
  ),
  attackEnded: info('A form was calm for a while after an attack.', { formId }, { limitedBy: [] }),
  spamReported: info(
    'Somebody with a mail of the form said that it was spam: the form asks for challenges.',
    { ...route, changed: flag('whether it did not do so before') },
    { limitedBy: [] },
  ),
  marksRelaxed: info(
    'Somebody with a marked mail of the form said that it was no spam, or took that back.',
    {
      ...route,
      reasons: texts('why it was marked'),
      undone: flag('whether it was taken back'),
    },
    { limitedBy: [] },
  ),
  routeHandedOver: info('A form moved to another inbox: both have agreed.', route),
  routeRefused: info(
    'The owner of the inbox did not ask for the form: removed, and no such mails for a while.',
    route,
  ),
  refusalLifted: info(
    'The owner of the inbox took the refusal back: such mails arrive again.',
    route,
  ),
  managementTokenRenewed: info(
    'The owner of the inbox replaced the management token of a form.',
    route,
  ),
  sessionBegun: info('The link in a mail to an inbox was exchanged for a session.', {
    requestId,
  }),
  sessionEnded: info('The owner of an inbox ended a session, or all of the inbox.', {
    requestId,
    everywhere: flag('whether all sessions of the inbox ended'),
  }),
  inboxLinkDropped: warn(
    'The queue of mails to owners was full: nobody was sent a link to their inbox.',
    { requestId },
    { limitedBy: [] },
  ),
  silencesLooked: info(
    'Once a day, one process has looked for forms that usually deliver and fell silent.',
    { count: number('forms whose silence is due for a notice, or had one') },
  ),
  silencesNotLooked: fault('That failed; it is tried again within an hour.', { error }),
  answerSent: info('The mail server took an automatic reply.', route),
  answerSkipped: info(
    'A form with automatic replies sent none: `off` is `AUTO_REPLIES`, `machine` is an address that no person reads, `own_address` one of ' +
      'this service, `budget` includes that the address had its answer today.',
    { ...route, reason: noAnswer },
    { limitedBy: ['reason'] },
  ),
  answerFailed: fault('An automatic reply was not sent by a fault of this service.', {
    ...route,
    error,
  }),
  answersStopped: info(
    'Somebody with an automatic reply said that their address wants no more of them.',
    { requestId },
    { limitedBy: [] },
  ),
  answersAllowed: info(
    'Such an address gets automatic replies again.',
    { requestId },
    { limitedBy: [] },
  ),
  ownerNotified: info('A mail to an owner was accepted by the mail server.', {
    ...route,
    notice,
  }),
  ownerNotNotified: warn('A mail to an owner was not accepted.', {
    ...route,
    notice,
    reason: text('an error code, a kind of mail failure, `dropped` or `fault`'),
    error: optional(error),
  }),
  ownerNoticesDropped: warn('A stop dropped mails to owners that waited.', {
    count: number('how many'),
  }),
  requestAnswered: debug('An answer ended.', {
    requestId,
    operation,
    status: number('HTTP status'),
    ms,
  }),
  requestRefused: info(
    'Answered with an error of the contract.',
    {
      requestId,
      operation,
      code: listed(Object.keys(ERROR_CODES), 'error code of the contract'),
      formId: optional(text('id that the request names, if it is well-formed')),
    },
    { debugWhere: { operation: 'none' }, limitedBy: ['operation', 'code'] },
  ),
  requestAborted: debug('The client went away before its request was complete.', {
    requestId,
    operation,
  }),
  requestUnreadable: debug('What came was not HTTP, or not in time.', {
    requestId,
    status: number('HTTP status'),
  }),
  connectionCut: debug(
    'A client left answers unread: for too long, or more of them than there was room for.',
    { reason: oneOf(['slow', 'room']) },
  ),
  requestFailed: fault(
    'A fault of the service: answered 500 `internal_error`, or a damaged form left out of a list.',
    { requestId, operation, error },
  ),
  storeAnswered: at('trace')('A call to the store ended; only where metrics are on.', {
    call: text('part and method of the store'),
    ms,
    failed: flag('whether it failed'),
  }),
  keysChanged: info('The key file has changed, and its keys are in use.', {
    sealing: text('id of the key that seals'),
    keys: texts('ids of all sealing keys'),
  }),
  keyFileRefused: fault(
    'The key file has changed and cannot be used; the previous keys stay in use.',
    { reason: text('what is wrong with it') },
  ),
  sealingKeyUsed: warn(
    'Each time that this process has encrypted another 268,435,456 values with one sealing key, a sixteenth of ' +
      'what is safe: rotate it.',
    {
      sealing: text('id of the key that seals'),
      seals: number('values that this process has encrypted with it since its start'),
    },
  ),
  sweepFailed: fault('The store failed while old rows were removed; tried again later.', {
    error,
  }),
  logLinesDropped: warn('Nobody read standard output in time: lines were dropped.', {
    writes: number('writes that were dropped, of one or more lines each'),
  }),
  nodeWarned: warn('Node.js or a library warns of something, such as a use that is deprecated.', {
    error,
  }),
  crashed: at('fatal')('A fault that nothing caught: the process ends with exit code 1.', {
    error,
  }),
} as const satisfies Record<string, EventRow>;

export type EventName = keyof typeof EVENTS;

/** The name of an event's line: `submissionDelivered` is `submission_delivered`. */
export const lineNameOf = (name: EventName): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

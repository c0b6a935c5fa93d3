import { pino, type DestinationStream, type Logger } from 'pino';
import { openStandardOutput } from './standard-output.ts';

/** What a request is called, in lines and metrics, where no operation of the contract answers it. */
export const OTHER_REQUESTS = [
  'mcp',
  'preview',
  'start',
  'metrics',
  'ready',
  'preflight',
  // A path or method that nothing answers.
  'none',
] as const;

export type OtherRequest = (typeof OTHER_REQUESTS)[number];

/** Ids and classes that a log line may name. Never a value, an address, a token or a URL's query. */
interface RequestFacts {
  requestId: string;
}

interface RouteFacts extends RequestFacts {
  formId: string;
}

interface OperationFacts extends RequestFacts {
  /** Id of the operation, or one of OTHER_REQUESTS. */
  operation: string;
}

interface DeliveryFacts extends RouteFacts {
  channel: string;
  /** Whether the submitter waits for this channel. */
  awaited: boolean;
  /** Milliseconds from its acceptance, before the reservation, to the outcome. */
  ms: number;
}

interface NoticeFacts extends RouteFacts {
  notice: 'new_form' | 'held_form' | 'quota' | 'stopped' | 'ask_stop' | 'restart';
}

interface ProviderFacts extends RouteFacts {
  provider: string;
}

/** What kind of failure it was; no words of a server. */
export interface FailureClass {
  kind: string;
  reason: string;
  replyCode?: number | undefined;
}

interface WorkerEnd {
  pid: number | undefined;
  exitCode: number | null;
  signal: string | null;
  pauseMs: number;
}

/** One function per event, so that every line the service writes can be read here. */
export interface Log {
  privateWebhooks(): void;
  metricsListening(facts: { host: string; port: number }): void;
  stopping(signal: string): void;
  stopped(): void;
  /** A worker process listens. */
  workerStarted(facts: { pid: number | undefined }): void;
  /** A worker process died by itself; another takes its place after `pauseMs` milliseconds. */
  workerReplaced(facts: WorkerEnd): void;
  submissionDelivered(facts: DeliveryFacts): void;
  /** `kind`: whether a program or a visitor's own browser seems to have filled the trap. */
  submissionTrapped(facts: RouteFacts & { test: boolean; kind: string }): void;
  autofillNotCounted(facts: RouteFacts & { error: unknown }): void;
  /** A dry run passed every check; nothing was sent. */
  submissionRehearsed(facts: RouteFacts): void;
  /** Delivered with a marked subject; the reasons are those of the submissions room. */
  submissionMarked(facts: RouteFacts & { suspicions: readonly string[] }): void;
  /** Without request and form when a stop drops what waits. */
  deliveryDropped(facts: Partial<RouteFacts> & { channel: string; count: number }): void;
  deliveryFailed(facts: DeliveryFacts & FailureClass): void;
  /** /ready finds that the mail server takes no mail, once until it does again. */
  mailServerUnusable(facts: FailureClass): void;
  /** The form's receiver fails every time: it is not called for so many seconds. */
  webhooksPaused(facts: { formId: string; seconds: number }): void;
  /** The first call after a pause was answered. */
  webhooksResumed(facts: { formId: string }): void;
  allowanceNotReleased(facts: RouteFacts & { error: unknown }): void;
  /** Answered as the first request with its Idempotency-Key was; nothing was delivered. */
  submissionReplayed(facts: RouteFacts): void;
  /** A retry with the same Idempotency-Key has to wait for a minute, and then delivers again. */
  outcomeNotKept(facts: RouteFacts & { error: unknown }): void;
  verificationMailed(facts: RouteFacts): void;
  verificationNotMailed(facts: RouteFacts & FailureClass): void;
  /** A verification mail was not sent, because this budget of such mails is used up. */
  mailBudgetSpent(facts: RouteFacts & { budget: string }): void;
  providerAnswered(facts: ProviderFacts & { standing: string }): void;
  /** Kinds `credentials` and `capacity` are for the operator to mend. */
  providerFailed(facts: ProviderFacts & { kind: string; reason: string }): void;
  routeCreated(facts: RouteFacts & { status: string; replayed: boolean }): void;
  routeConfirmed(facts: RouteFacts): void;
  routeDeleted(facts: RouteFacts): void;
  /** The owner of the inbox withdrew the confirmation; `spam`: and reported the form. */
  routeStopped(facts: RouteFacts & { spam: boolean }): void;
  /** The owner of the inbox lets a form that was active at once have the whole month. */
  routeApproved(facts: RouteFacts): void;
  /** The owner of the inbox did not ask for it: removed, and no such mails for a while. */
  routeRefused(facts: RouteFacts): void;
  /** They take that back: such mails arrive again. */
  refusalLifted(facts: RouteFacts): void;
  /** A mail to an owner that nobody waited for; `notice` is its kind. */
  ownerNotified(facts: NoticeFacts): void;
  /** `reason` is an error code, a kind of mail failure, `dropped` or `fault`. */
  ownerNotNotified(facts: NoticeFacts & { reason: string; error?: unknown }): void;
  /** A stop dropped mails to owners that waited. */
  ownerNoticesDropped(facts: { count: number }): void;
  requestAnswered(facts: OperationFacts & { status: number; ms: number }): void;
  /** Answered with an error of the contract; `formId` where the request names a well-formed one. */
  requestRefused(facts: OperationFacts & { code: string; formId?: string }): void;
  /** Its client went away before the request was complete. */
  requestAborted(facts: OperationFacts): void;
  /** Was not HTTP, or not in time. */
  requestUnreadable(facts: RequestFacts & { status: number }): void;
  /** Its client left answers unread: for too long, or more of them than there was room for. */
  connectionCut(facts: { reason: 'slow' | 'room' }): void;
  requestFailed(facts: OperationFacts & { error: unknown }): void;
  /** Told only where somebody measures the store. */
  storeAnswered(facts: { call: string; ms: number; failed: boolean }): void;
  /** The key file has other keys now; `sealing` and `keys` are ids. */
  keysChanged(facts: { sealing: string; keys: readonly string[] }): void;
  /** The key file has changed and cannot be used; the keys before stay. */
  keyFileRefused(facts: { reason: string }): void;
  sweepFailed(error: unknown): void;
  crashed(error: unknown): void;
}

/**
 * Name, code and stack positions of an error, and its advice where it has one; not its message, which
 * may quote what was sent.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  const advice = 'advice' in error ? String(error.advice) : undefined;
  return {
    name: error.name,
    code,
    advice,
    at: stack?.slice(0, 8).map((line) => line.trim()),
    cause,
  };
}

/** What strangers can cause without end has this many lines of a kind in a minute. */
const LINES_PER_MINUTE = 60;

/** Writes at `info`, and beyond the limit of a kind at `debug`. */
function createSparseInfo(logger: Logger, now: () => number) {
  let minute = 0;
  let counts = new Map<string, number>();
  return (kind: string, line: object): void => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) counts = new Map();
    minute = current;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > LINES_PER_MINUTE) logger.debug(line);
    else logger.info(count === LINES_PER_MINUTE ? { ...line, furtherLinesAt: 'debug' } : line);
  };
}

/** Writes the lines of one turn of the event loop at once, and what is left when the process exits. */
function writeTogether(destination: DestinationStream): DestinationStream {
  let lines = '';
  const write = () => {
    if (lines === '') return;
    const whole = lines;
    lines = '';
    destination.write(whole);
  };
  process.on('exit', write);
  return {
    write(line) {
      if (lines === '') setImmediate(write);
      lines += line;
    },
  };
}

/** JSON lines on `destination` (standard output by default). */
export function createLog(
  level: string,
  destination?: DestinationStream,
  now: () => number = Date.now,
): Log {
  const tellDropped = (writes: number) => logger.warn({ event: 'log_lines_dropped', writes });
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const standardOutput = () => writeTogether(openStandardOutput(tellDropped));
  const logger = pino(options, destination ?? standardOutput());
  const sparse = createSparseInfo(logger, now);
  return {
    privateWebhooks: () => logger.warn({ event: 'webhooks_may_reach_private_addresses' }),
    metricsListening: (facts) => logger.info({ event: 'metrics_listening', ...facts }),
    stopping: (signal) => logger.info({ event: 'stopping', signal }),
    stopped: () => logger.info({ event: 'stopped' }),
    workerStarted: (facts) => logger.info({ event: 'worker_started', ...facts }),
    workerReplaced: (facts) => logger.warn({ event: 'worker_replaced', ...facts }),
    submissionDelivered: (facts) => logger.info({ event: 'submission_delivered', ...facts }),
    submissionTrapped: (facts) => sparse('trapped', { event: 'submission_trapped', ...facts }),
    autofillNotCounted: ({ error, ...facts }) =>
      logger.error({ event: 'autofill_not_counted', ...facts, error: describeError(error) }),
    submissionRehearsed: (facts) => sparse('dry_run', { event: 'submission_rehearsed', ...facts }),
    submissionMarked: (facts) => sparse('marked', { event: 'submission_marked', ...facts }),
    deliveryDropped: (facts) => logger.warn({ event: 'delivery_dropped', ...facts }),
    deliveryFailed: (facts) => logger.warn({ event: 'delivery_failed', ...facts }),
    mailServerUnusable: (facts) => logger.warn({ event: 'mail_server_unusable', ...facts }),
    webhooksPaused: (facts) => logger.warn({ event: 'webhooks_paused', ...facts }),
    webhooksResumed: (facts) => logger.info({ event: 'webhooks_resumed', ...facts }),
    allowanceNotReleased: ({ error, ...facts }) =>
      logger.error({ event: 'allowance_not_released', ...facts, error: describeError(error) }),
    submissionReplayed: (facts) => logger.info({ event: 'submission_replayed', ...facts }),
    outcomeNotKept: ({ error, ...facts }) =>
      logger.error({ event: 'outcome_not_kept', ...facts, error: describeError(error) }),
    verificationMailed: (facts) => logger.info({ event: 'verification_mailed', ...facts }),
    verificationNotMailed: (facts) => logger.warn({ event: 'verification_not_mailed', ...facts }),
    mailBudgetSpent: (facts) =>
      sparse(`budget ${facts.budget}`, { event: 'mail_budget_spent', ...facts }),
    providerAnswered: (facts) => logger.debug({ event: 'provider_answered', ...facts }),
    providerFailed: (facts) => logger.warn({ event: 'provider_failed', ...facts }),
    routeCreated: (facts) => logger.info({ event: 'route_created', ...facts }),
    routeConfirmed: (facts) => logger.info({ event: 'route_confirmed', ...facts }),
    routeDeleted: (facts) => logger.info({ event: 'route_deleted', ...facts }),
    routeStopped: (facts) => logger.info({ event: 'route_stopped', ...facts }),
    routeApproved: (facts) => logger.info({ event: 'route_approved', ...facts }),
    routeRefused: (facts) => logger.info({ event: 'route_refused', ...facts }),
    refusalLifted: (facts) => logger.info({ event: 'refusal_lifted', ...facts }),
    ownerNotified: (facts) => logger.info({ event: 'owner_notified', ...facts }),
    ownerNotNotified({ error, ...facts }) {
      const cause = error === undefined ? {} : { error: describeError(error) };
      logger.warn({ event: 'owner_not_notified', ...facts, ...cause });
    },
    ownerNoticesDropped: (facts) => logger.warn({ event: 'owner_notices_dropped', ...facts }),
    requestAnswered: (facts) => logger.debug({ event: 'request_answered', ...facts }),
    requestRefused(facts) {
      const line = { event: 'request_refused', ...facts };
      if (facts.operation === 'none') logger.debug(line);
      else sparse(`${facts.operation} ${facts.code}`, line);
    },
    requestAborted: (facts) => logger.debug({ event: 'request_aborted', ...facts }),
    connectionCut: (facts) => logger.debug({ event: 'connection_cut', ...facts }),
    requestUnreadable: (facts) => logger.debug({ event: 'request_unreadable', ...facts }),
    requestFailed: ({ error, ...facts }) =>
      logger.error({ event: 'request_failed', ...facts, error: describeError(error) }),
    storeAnswered: (facts) => logger.trace({ event: 'store_answered', ...facts }),
    keysChanged: (facts) => logger.info({ event: 'keys_changed', ...facts }),
    keyFileRefused: (facts) => logger.error({ event: 'key_file_refused', ...facts }),
    sweepFailed: (error) => logger.error({ event: 'sweep_failed', error: describeError(error) }),
    crashed: (error) => logger.fatal({ event: 'crashed', error: describeError(error) }),
  };
}

/** A log whose events `listener` hears too. */
export function heardBy(log: Log, listener: Partial<Log>): Log {
  const events = Object.keys(log) as (keyof Log)[];
  const both = events.map((event) => {
    const write = log[event] as (facts?: unknown) => void;
    const hear = listener[event] as typeof write | undefined;
    const tell = (facts?: unknown) => {
      write(facts);
      hear?.(facts);
    };
    return [event, hear ? tell : write];
  });
  return Object.fromEntries(both) as Log;
}

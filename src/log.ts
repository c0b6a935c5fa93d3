import { pino, type DestinationStream } from 'pino';

/** Ids and classes that a log line may name. Never a value, an address, a token or a URL's query. */
interface RequestFacts {
  requestId: string;
}

interface DeliveryFacts extends RequestFacts {
  formId: string;
  channel: string;
  /** Milliseconds from the reservation to the mail server's answer. */
  ms: number;
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
  stopping(signal: string): void;
  stopped(): void;
  /** A worker process listens. */
  workerStarted(facts: { pid: number | undefined }): void;
  /** A worker process died by itself; another takes its place after `pauseMs` milliseconds. */
  workerReplaced(facts: WorkerEnd): void;
  submissionDelivered(facts: DeliveryFacts): void;
  submissionTrapped(facts: RequestFacts & { formId: string; test: boolean }): void;
  deliveryDropped(facts: { channel: string; count: number }): void;
  deliveryFailed(facts: DeliveryFacts & FailureClass): void;
  allowanceNotReleased(facts: { formId: string; error: unknown }): void;
  /** Kinds `credentials` and `capacity` are for the operator to mend. */
  providerFailed(facts: { formId: string; kind: string; reason: string }): void;
  routeCreated(facts: { formId: string; status: string; replayed: boolean }): void;
  routeConfirmed(facts: { formId: string }): void;
  routeDeleted(facts: { formId: string }): void;
  requestFailed(facts: RequestFacts & { operation: string; error: unknown }): void;
  sweepFailed(error: unknown): void;
  crashed(error: unknown): void;
}

/** Name, code and stack positions of an error; not its message, which may quote what was sent. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error ? String(error.code) : undefined;
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name: error.name, code, at: stack?.slice(0, 8).map((line) => line.trim()), cause };
}

/** JSON lines on `destination` (standard output by default). */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const logger = destination ? pino(options, destination) : pino(options);
  return {
    privateWebhooks: () => logger.warn({ event: 'webhooks_may_reach_private_addresses' }),
    stopping: (signal) => logger.info({ event: 'stopping', signal }),
    stopped: () => logger.info({ event: 'stopped' }),
    workerStarted: (facts) => logger.info({ event: 'worker_started', ...facts }),
    workerReplaced: (facts) => logger.warn({ event: 'worker_replaced', ...facts }),
    submissionDelivered: (facts) => logger.info({ event: 'submission_delivered', ...facts }),
    submissionTrapped: (facts) => logger.info({ event: 'submission_trapped', ...facts }),
    deliveryDropped: (facts) => logger.warn({ event: 'delivery_dropped', ...facts }),
    deliveryFailed: (facts) => logger.warn({ event: 'delivery_failed', ...facts }),
    allowanceNotReleased: ({ formId, error }) =>
      logger.error({ event: 'allowance_not_released', formId, error: describeError(error) }),
    providerFailed: (facts) => logger.warn({ event: 'provider_failed', ...facts }),
    routeCreated: (facts) => logger.info({ event: 'route_created', ...facts }),
    routeConfirmed: (facts) => logger.info({ event: 'route_confirmed', ...facts }),
    routeDeleted: (facts) => logger.info({ event: 'route_deleted', ...facts }),
    requestFailed: ({ error, ...facts }) =>
      logger.error({ event: 'request_failed', ...facts, error: describeError(error) }),
    sweepFailed: (error) => logger.error({ event: 'sweep_failed', error: describeError(error) }),
    crashed: (error) => logger.fatal({ event: 'crashed', error: describeError(error) }),
  };
}

import type { FastifyInstance } from 'fastify';
import type { BackgroundTasks } from '../../delivery/background-tasks.ts';
import { MailFailure } from '../../mail/mailer.ts';
import type { SmtpPool } from '../../delivery/smtp/pool.ts';
import { withListener, type Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/monitor/metrics.ts';
import { mountMetrics, mountReady } from '../../platform/monitor/mount-monitor.ts';
import {
  createReadiness,
  type Readiness,
  type ReadinessCheck,
} from '../../platform/monitor/readiness.ts';
import { watchStore } from '../../platform/monitor/watch-store.ts';
import { SettingsError, type Settings } from '../../platform/settings/settings.ts';
import type { Store } from '../../platform/stores/store.ts';
import { createServer } from '../../web/http/app.ts';

/** The sources of the gauges. */
interface Measured {
  pool: SmtpPool;
  background: BackgroundTasks;
  store: Store;
}

interface OpenedMetrics {
  /** The log, which also counts metrics. */
  log: Log;
  /** The store, with its calls measured. */
  watch(store: Store): Store;
  /** Undefined if the settings ask for no metrics: then nothing is measured. */
  metrics: Metrics | undefined;
}

/** Loads the library only if the settings ask for metrics; `measured` is read at each scrape. */
export async function openMetrics(
  { METRICS_PORT: port, METRICS_TOKEN: token }: Settings,
  log: Log,
  measured: () => Measured,
): Promise<OpenedMetrics> {
  if (port === undefined && token === undefined) {
    return { log, watch: (store) => store, metrics: undefined };
  }
  const { createMetrics } = await import('../../platform/monitor/metrics.ts');
  const metrics = createMetrics({
    letterslot_background_webhooks: () => measured().background.usage,
    letterslot_smtp_sessions: () => measured().pool.usage,
    letterslot_smtp_messages_waiting: () => measured().pool.usage.waiting,
    letterslot_store_connections: () => measured().store.connections?.(),
    letterslot_store_calls_waiting: () => measured().store.connections?.().waiting,
  });
  const counted = withListener(log, metrics.listener);
  return { log: counted, watch: (store) => watchStore(store, counted.storeAnswered), metrics };
}

interface ListenerParts {
  text(): Promise<string>;
  readiness: Pick<ReadinessCheck, 'read'>;
  log: Log;
}

/** Listens on METRICS_PORT for /metrics and /ready, if it is set; throws SettingsError. */
export async function openMetricsListener(
  { METRICS_PORT: port, METRICS_HOST: host, KEEP_ALIVE_SECONDS: keepAliveSeconds }: Settings,
  { text, readiness, log }: ListenerParts,
): Promise<FastifyInstance | undefined> {
  if (port === undefined) return undefined;
  const listener = createServer({
    log,
    trustedProxies: [],
    largestBody: 0,
    keepAliveSeconds,
    drain: { accepting: 0, answering: 0 },
  });
  mountReady(listener, readiness);
  mountMetrics(listener, text, undefined);
  try {
    await listener.listen({ port, host });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const fault = `METRICS_PORT and METRICS_HOST cannot be listened on (${code}); choose others.`;
    throw new SettingsError([fault]);
  }
  for (const place of listener.addresses()) {
    if (typeof place === 'object') log.metricsListening({ host: place.address, port: place.port });
  }
  return listener;
}

/** Probes the mail server, and logs why when it begins to fail. */
function createMailCheck(pool: SmtpPool, log: Log): (patience: number) => Promise<void> {
  let failing = false;
  return async (patience) => {
    try {
      await pool.check(patience);
      failing = false;
    } catch (error) {
      if (!failing && error instanceof MailFailure) {
        const { kind, reason, replyCode } = error;
        log.mailServerUnusable({ kind, reason, replyCode });
      }
      failing = true;
      throw error;
    }
  };
}

interface MonitorParts {
  settings: Settings;
  /** Undefined if the settings ask for no metrics. */
  metrics: { text(): Promise<string> } | undefined;
  /** The metrics of all workers, if this process is one of several; METRICS_PORT is then the primary's. */
  allMetrics: (() => Promise<string>) | undefined;
  store: Store;
  pool: SmtpPool;
  log: Log;
  now: () => number;
}

/** /ready and /metrics, on the service's port and on METRICS_PORT. */
interface Monitor {
  readiness(): Promise<Readiness>;
  /** Opens the second listener, if METRICS_PORT is set; throws SettingsError. */
  listen(): Promise<void>;
  /** Makes /ready answer that the service is stopping. */
  announceStop(): void;
  /** Closes the second listener; called last, so that a stop can be monitored. */
  close(): Promise<void>;
}

/** Mounts /ready and /metrics on `app`, and makes the listener that serves nothing else. */
export function openMonitor(app: FastifyInstance, parts: MonitorParts): Monitor {
  const { settings, metrics, allMetrics, store, pool, log, now } = parts;
  const smtp = createMailCheck(pool, log);
  const readiness = createReadiness({ checks: { store: store.ping, smtp }, now });
  const { METRICS_TOKEN: token } = settings;

  mountReady(app, readiness);
  if (metrics && token !== undefined) mountMetrics(app, allMetrics ?? metrics.text, token);

  let listener: FastifyInstance | undefined;
  return {
    readiness: readiness.read,
    async listen() {
      if (!metrics || allMetrics) return;
      listener = await openMetricsListener(settings, { text: metrics.text, readiness, log });
    },
    announceStop: readiness.stop,
    close: async () => listener?.close(),
  };
}

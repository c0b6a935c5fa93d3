import type { FastifyInstance } from 'fastify';
import type { SmtpPool } from '../../delivery/smtp/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import { MailFailure } from '../../delivery/mail/mailer.ts';
import { mountMetrics, mountReady } from '../../platform/monitor/mount-monitor.ts';
import { createReadiness, type Readiness } from '../../platform/monitor/readiness.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { Store } from '../../platform/stores/store.ts';
import { openMetricsListener } from './open-metrics-listener.ts';

interface Parts {
  settings: Settings;
  /** Undefined where the settings ask for none. */
  metrics: { text(): Promise<string> } | undefined;
  /** The metrics of all workers, in one that is not alone; then METRICS_PORT is the primary's. */
  allMetrics: (() => Promise<string>) | undefined;
  store: Store;
  pool: SmtpPool;
  log: Log;
  now: () => number;
}

/** What watches the service: /ready and /metrics, on its own port and on one of theirs. */
interface Monitor {
  readiness(): Promise<Readiness>;
  /** Opens the second listener, where METRICS_PORT asks for one; throws SettingsError. */
  listen(): Promise<void>;
  /** From now on /ready says that the service stops. */
  announceStop(): void;
  /** Lets go of the second listener, the last of all, so that a stop can be watched. */
  close(): Promise<void>;
}

/** Asks the mail server, and tells the log why when it begins to fail. */
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

/** Mounts /ready and /metrics on `app`, and makes the listener that serves nothing else. */
export function openMonitor(app: FastifyInstance, parts: Parts): Monitor {
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

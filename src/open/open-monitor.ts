import type { FastifyInstance } from 'fastify';
import type { SmtpPool } from '../channels/smtp-pool.ts';
import { createServer } from '../http/app.ts';
import type { Log } from '../log.ts';
import { mountMetrics, mountReady } from '../monitor/mount-monitor.ts';
import { createReadiness } from '../monitor/readiness.ts';
import { SettingsError, type Settings } from '../settings.ts';
import type { Store } from '../stores/store.ts';

interface Parts {
  settings: Settings;
  /** Undefined where the settings ask for none. */
  metrics: { text(): Promise<string> } | undefined;
  store: Store;
  pool: SmtpPool;
  log: Log;
  now: () => number;
}

/** What watches the service: /ready and /metrics, on its own port and on one of theirs. */
interface Monitor {
  /** Opens the second listener, where METRICS_PORT asks for one; throws SettingsError. */
  listen(): Promise<void>;
  /** From now on /ready says that the service stops. */
  announceStop(): void;
  /** Lets go of the second listener, the last of all, so that a stop can be watched. */
  close(): Promise<void>;
}

/** Mounts /ready and /metrics on `app`, and makes the listener that serves nothing else. */
export function openMonitor(app: FastifyInstance, parts: Parts): Monitor {
  const { settings, metrics, store, pool, log, now } = parts;
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = settings;
  const smtp = (signal: AbortSignal) => pool.check(signal);
  const readiness = createReadiness({ checks: { store: store.ping, smtp }, now });

  mountReady(app, readiness);
  if (metrics && token !== undefined) mountMetrics(app, metrics.text, token);

  let listener: FastifyInstance | undefined;
  async function openListener(text: () => Promise<string>, free: number): Promise<void> {
    listener = createServer({ log, trustedProxies: [] });
    mountReady(listener, readiness);
    mountMetrics(listener, text, undefined);
    try {
      await listener.listen({ port: free, host });
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      const fault = `METRICS_PORT and METRICS_HOST cannot be listened on (${code}); choose others.`;
      throw new SettingsError([fault]);
    }
    for (const place of listener.addresses()) {
      if (typeof place === 'object')
        log.metricsListening({ host: place.address, port: place.port });
    }
  }

  return {
    async listen() {
      if (metrics && port !== undefined) await openListener(metrics.text, port);
    },
    announceStop: readiness.stop,
    close: async () => listener?.close(),
  };
}

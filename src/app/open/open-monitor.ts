import type { FastifyInstance } from 'fastify';
import {
  mountMetrics,
  mountReady,
  createReadiness,
  type ReadinessCheck,
} from '../../platform/monitor/mount-monitor.ts';
import { TokenFailure } from '../../mail/mailer.ts';
import { SettingsError, type Settings } from '../../platform/settings/settings.ts';
import { createServer } from '../../web/http/app.ts';
import { listenFault } from './listen-fault.ts';
import type { Neighbours } from './neighbours.ts';

/** Listens on METRICS_PORT for /metrics and /ready, if it is set; throws SettingsError. */
async function openMetricsListener(
  { METRICS_PORT: port, METRICS_HOST: host, KEEP_ALIVE_SECONDS: keepAliveSeconds }: Settings,
  { metrics, log }: Neighbours,
  readiness: ReadinessCheck,
): Promise<FastifyInstance | undefined> {
  if (port === undefined || !metrics) return undefined;
  const listener = createServer({
    log,
    trustedProxies: [],
    largestBody: 0,
    keepAliveSeconds,
    drain: { accepting: 0, answering: 0 },
  });
  mountReady(listener, readiness);
  mountMetrics(listener, metrics.text, undefined);
  try {
    await listener.listen({ port, host });
  } catch (error) {
    const fault = listenFault(error, 'METRICS_');
    if (fault === undefined) throw error;
    throw new SettingsError([fault]);
  }
  for (const place of listener.addresses()) {
    if (typeof place === 'object') log.metricsListening({ host: place.address, port: place.port });
  }
  return listener;
}

/** Mounts /ready and /metrics on `app`, and makes the listener that serves nothing else. */
export function openMonitor(
  app: FastifyInstance,
  settings: Settings,
  neighbours: Neighbours,
  now: () => number,
) {
  const { metrics, store, mail } = neighbours;
  const { pool, markedPool, access } = mail;
  const { tokens } = access ?? {};
  const readiness = createReadiness(
    {
      store: () => store.ping(),
      // A token server that is away is not a mail server that is away.
      [settings.MAIL_API ? 'mail_api' : 'smtp']: (patience: number) =>
        pool.check(patience).catch((error: unknown) => {
          if (!(error instanceof TokenFailure)) throw error;
        }),
      token_server: tokens && (() => tokens.current()),
      marked_smtp: markedPool && ((patience) => markedPool.check(patience)),
    },
    now,
    undefined,
    () => access?.credentials.fault,
  );
  const { METRICS_TOKEN: token } = settings;
  mountReady(app, readiness);
  if (metrics && token !== undefined) mountMetrics(app, metrics.text, token);

  let listener: FastifyInstance | undefined;
  return {
    readiness: readiness.read,
    async listen() {
      listener = await openMetricsListener(settings, neighbours, readiness);
    },
    announceStop: () => readiness.stop(),
    close: async () => listener?.close(),
  };
}

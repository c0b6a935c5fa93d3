import type { FastifyInstance } from 'fastify';
import { createServer } from '../../web/http/app.ts';
import type { Log } from '../../platform/log/log.ts';
import { mountMetrics, mountReady } from '../../platform/monitor/mount-monitor.ts';
import type { ReadinessCheck } from '../../platform/monitor/readiness.ts';
import { SettingsError, type Settings } from '../../platform/settings/settings.ts';

interface Parts {
  text(): Promise<string>;
  readiness: Pick<ReadinessCheck, 'read'>;
  log: Log;
}

/** Listens on METRICS_PORT for /metrics and /ready, where it is set; throws SettingsError. */
export async function openMetricsListener(
  { METRICS_PORT: port, METRICS_HOST: host, KEEP_ALIVE_SECONDS: keepAliveSeconds }: Settings,
  { text, readiness, log }: Parts,
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

import type { TestContext } from 'node:test';
import { readExposition, type Exposition } from './exposition.ts';
import { startService, type TestService } from './service.ts';

export const METRICS_TOKEN = 'metrics-token-of-at-least-32-characters';

export const withToken = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

export interface MeteredService extends TestService {
  metrics(): Promise<Exposition>;
}

/** Reads the metrics that a service serves on its main port. */
export async function readMetrics({ request }: Pick<TestService, 'request'>): Promise<Exposition> {
  return readExposition((await request('/metrics', withToken)).text);
}

/** A whole service whose metrics METRICS_TOKEN opens. */
export async function startMeteredService(
  test: TestContext,
  env: Record<string, string> = {},
  overrides: Parameters<typeof startService>[2] = {},
): Promise<MeteredService> {
  const service = await startService(test, { METRICS_TOKEN, ...env }, overrides);
  return { ...service, metrics: () => readMetrics(service) };
}

/** `http://HOST:PORT` of the listener that METRICS_PORT opened, as the log names it. */
export function monitorUrl({ logText }: Pick<TestService, 'logText'>): string {
  const [, host, port] =
    /"event":"metrics_listening","host":"([\d.]+)","port":(\d+)/.exec(logText()) ?? [];
  if (!host || !port) throw new Error('no listener was named');
  return `http://${host}:${port}`;
}

import type { BackgroundTasks } from '../../delivery/background-tasks.ts';
import type { SmtpPool } from '../../delivery/smtp/pool.ts';
import { heardBy, type Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/monitor/metrics.ts';
import { watchStore } from '../../platform/monitor/watch-store.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { Store } from '../../platform/stores/store.ts';

/** What is looked at whenever metrics are asked for. */
interface Parts {
  pool: SmtpPool;
  background: BackgroundTasks;
  store: Store;
}

interface OpenedMetrics {
  /** The log, with metrics listening. */
  log: Log;
  /** The store, with its calls measured. */
  watch(store: Store): Store;
  /** Undefined where the settings ask for no metrics: then nothing is measured. */
  metrics: Metrics | undefined;
}

/** Loads the library only where the settings ask for metrics. */
export async function openMetrics(
  { METRICS_PORT: port, METRICS_TOKEN: token }: Settings,
  lines: Log,
  parts: () => Parts,
): Promise<OpenedMetrics> {
  if (port === undefined && token === undefined) {
    return { log: lines, watch: (store) => store, metrics: undefined };
  }
  const [{ createMetrics }, { createMetricEvents }] = await Promise.all([
    import('../../platform/monitor/metrics.ts'),
    import('../../platform/monitor/metric-events.ts'),
  ]);
  const metrics = createMetrics({
    letterslot_background_webhooks: () => parts().background.usage,
    letterslot_smtp_sessions: () => parts().pool.usage,
    letterslot_smtp_messages_waiting: () => parts().pool.usage.waiting,
    letterslot_store_connections: () => parts().store.connections?.(),
    letterslot_store_calls_waiting: () => parts().store.connections?.().waiting,
  });
  const log = heardBy(lines, createMetricEvents(metrics.recorder));
  return { log, watch: (store) => watchStore(store, log.storeAnswered), metrics };
}

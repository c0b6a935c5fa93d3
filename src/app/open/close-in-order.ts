import type { FastifyInstance } from 'fastify';
import type { BackgroundTasks } from '../../delivery/background-tasks.ts';
import type { SmtpPool } from '../../delivery/smtp/pool.ts';
import type { WebhookClient } from '../../delivery/webhook/client.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Drain } from '../../platform/settings/settings.ts';
import type { PreviewMailbox } from '../../web/preview/mailbox.ts';
import type { Store } from '../../platform/stores/store.ts';

interface Parts {
  monitor: { announceStop(): void; close(): Promise<void> };
  sweeper: { stop(): void };
  keyWatch: { stop(): void };
  app: FastifyInstance;
  drain: Drain;
  /** Webhook calls behind the answers. */
  background: BackgroundTasks;
  /** Mails to owners behind the answers. */
  errands: BackgroundTasks;
  log: Log;
  webhooks: WebhookClient;
  pool: SmtpPool;
  preview: PreviewMailbox | undefined;
  store: Store;
}

/** What is given up while requests finish, by milliseconds since the stop began; `web/http/app` has more. */
const cutsOf = ({ drain, pool }: Parts): [after: number, cut: () => void][] => [
  [drain.accepting + drain.answering + 10_000, () => pool.refuseWaiting()],
  [20_000, () => pool.abort()],
];

/** Milliseconds for webhooks still queued then, and since the stop began. */
const DRAIN = { most: 10_000, until: 23_000 };

/** Finishes what is under way, then lets go of everything; ARCHITECTURE.md, "Closing order". */
export async function closeInOrder(parts: Parts): Promise<void> {
  const { monitor, sweeper, keyWatch, app, background, errands, log } = parts;
  const { webhooks, pool, preview, store } = parts;
  const began = performance.now();
  const timers = cutsOf(parts).map(([after, cut]) => setTimeout(cut, after));
  monitor.announceStop();
  await app.leave();
  sweeper.stop();
  keyWatch.stop();
  await app.close();
  for (const timer of timers) clearTimeout(timer);
  const left = began + DRAIN.until - performance.now();
  const patience = Math.min(DRAIN.most, left);
  const [dropped, unsent] = await Promise.all([
    background.drain(patience),
    errands.drain(patience),
  ]);
  if (dropped > 0) log.deliveryDropped({ channel: 'webhook', count: dropped });
  if (unsent > 0) log.ownerNoticesDropped({ count: unsent });
  await webhooks.close();
  await pool.close();
  await preview?.close();
  await store.close();
  // The last of all, so that a stop can be watched.
  await monitor.close();
}

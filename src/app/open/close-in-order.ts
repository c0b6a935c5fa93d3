import type { FastifyInstance } from 'fastify';
import type { Drain } from '../../platform/settings/settings.ts';
import type { Neighbours } from './neighbours.ts';

interface Parts extends Neighbours {
  monitor: { announceStop(): void; close(): Promise<void> };
  timers: readonly { stop(): void }[];
  app: FastifyInstance;
  drain: Drain;
  counts: { close(): Promise<void> };
}

/** When background work is dropped, in milliseconds since the stop began; `web/http/app` has more. */
const cutsOf = ({ drain, mail: { pool } }: Parts): [after: number, cut: () => void][] => [
  [drain.accepting + drain.answering + 10_000, () => pool.refuseWaiting()],
  [20_000, () => pool.abort()],
];

/** Milliseconds for calls still queued then, and since the stop began. */
const DRAIN = { most: 10_000, until: 23_000 };

/** Finishes what is under way, then closes everything; ARCHITECTURE.md, "Closing order". */
export async function closeInOrder(parts: Parts, lastConnection?: Promise<void>): Promise<void> {
  const { monitor, timers, app, counts, queues, receivers, mail, store, log } = parts;
  const began = performance.now();
  const cuts = cutsOf(parts).map(([after, cut]) => setTimeout(cut, after));
  monitor.announceStop();
  await app.leave(lastConnection);
  for (const timer of timers) timer.stop();
  await app.close();
  for (const cut of cuts) clearTimeout(cut);
  const left = began + DRAIN.until - performance.now();
  // Mails under way whose request was answered, such as automatic replies.
  const lastCut = setTimeout(() => mail.pool.abort(), left);
  const patience = Math.min(DRAIN.most, left);
  const [dropped, unsent] = await Promise.all([
    queues.background.drain(patience),
    queues.ownerMailQueue.drain(patience),
    // The app is closed, so that nothing more is counted.
    counts.close(),
  ]);
  for (const [channel, { length: count }] of Map.groupBy(dropped, (label) => label)) {
    log.deliveryDropped({ channel, count });
  }
  if (unsent.length > 0) log.ownerNoticesDropped({ count: unsent.length });
  await receivers.close();
  await mail.pool.close();
  clearTimeout(lastCut);
  await mail.preview?.close();
  await store.close();
  // Last, so that a stop can be monitored.
  await monitor.close();
}

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Links } from '../platform/links.ts';
import { drainOf, isPreview, type Drain, type Settings } from '../platform/settings/settings.ts';
import { startKeyWatch } from '../platform/stores/key-watch.ts';
import { startSweeper } from '../platform/stores/sweeper.ts';
import { PREVIEW_PATH } from '../web/preview/mount-preview.ts';
import { Features } from './features.ts';
import { openMonitor } from './open/open-monitor.ts';
import { openNeighbours, type NeighbourOverrides, type Neighbours } from './open/neighbours.ts';
import { createWeb } from './web.ts';

/** Replacements in tests. */
export interface Overrides extends NeighbourOverrides {
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Parts that are closed besides the neighbours. */
interface Closing {
  monitor: { announceStop(): void; close(): Promise<void> };
  timers: readonly { stop(): void }[];
  app: FastifyInstance;
  counts: { close(): Promise<void> };
}

/** Milliseconds for queued calls after the app closes, and from the start of the stop. */
const DRAIN = { most: 10_000, until: 23_000 };

/** Finishes what is under way, then closes everything; ARCHITECTURE.md, "Closing order". */
async function closeInOrder(
  { queues, receivers, mail, store, log }: Neighbours,
  { monitor, timers, app, counts }: Closing,
  { accepting, answering }: Drain,
): Promise<void> {
  const { preview } = mail;
  const pools = [mail.pool, mail.markedPool].filter((pool) => pool !== undefined);
  const abort = () => pools.forEach((pool) => pool.abort());
  const began = performance.now();
  // `web/http/app` has the cuts of requests.
  const cuts = [
    setTimeout(() => pools.forEach((pool) => pool.refuseWaiting()), accepting + answering + 10_000),
    setTimeout(abort, 20_000),
  ];
  monitor.announceStop();
  await app.leave();
  for (const timer of timers) timer.stop();
  await app.close();
  for (const cut of cuts) clearTimeout(cut);
  const left = began + DRAIN.until - performance.now();
  // Mails under way whose request was answered, such as automatic replies.
  const lastCut = setTimeout(abort, left);
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
  await Promise.all(pools.map((pool) => pool.close()));
  await mail.access?.close();
  clearTimeout(lastCut);
  await preview?.close();
  await store.close();
  // Last, so that a stop can be monitored.
  await monitor.close();
}

/** Composition root: opens the neighbours, builds the features on them, then the HTTP server. */
export async function createService(settings: Settings, overrides: Overrides = {}) {
  const { now = Date.now } = overrides;
  let publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const mailboxPath = isPreview(settings) ? PREVIEW_PATH : undefined;
  const links = new Links(() => publicUrl, settings.START_PAGE, mailboxPath);

  const neighbours = await openNeighbours(settings, overrides);
  const { log, opened, store, mail } = neighbours;
  const { keyring } = opened;
  const context = { store, keyring, links, log, now, settings };
  const features = new Features(context, neighbours);
  const app = createWeb(context, neighbours, features);
  const monitor = openMonitor(app, settings, neighbours, now);
  const { attacks, counts, silences } = features;
  const timers = [startSweeper(store, log, now), startKeyWatch(opened), attacks, silences];

  return {
    app,
    log,
    keyring,
    preview: mail.preview,
    /** Checks if it can accept submissions now. */
    readiness: monitor.readiness,
    /** Tells owners whose forms fell silent, as it does by itself once a day. */
    checkSilences: () => silences.check(),
    /** Where mail goes, as a phrase. */
    get mail() {
      const { MAIL_API, SMTP_URL, MARKED_SMTP_URL: marked } = settings;
      const apart = marked ? `, marked submissions to ${marked.host}:${marked.port}` : '';
      if (SMTP_URL) return `${SMTP_URL.host}:${SMTP_URL.port}${apart}`;
      if (MAIL_API) return `${MAIL_API}, by HTTPS${apart}`;
      return `preview mailbox at ${publicUrl}${PREVIEW_PATH}`;
    },
    /** Listens and returns the public URL. */
    async listen() {
      await app.listen({ port: settings.PORT, host: settings.HOST });
      await monitor.listen();
      const { port } = app.server.address() as AddressInfo;
      publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`;
      return publicUrl;
    },
    /** Finishes what is under way, then closes everything, in the order of ARCHITECTURE.md. */
    close: () => closeInOrder(neighbours, { monitor, timers, app, counts }, drainOf(settings)),
  };
}

export type Service = Awaited<ReturnType<typeof createService>>;

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createLinks } from '../contract/links.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/monitor/metrics.ts';
import type { Readiness } from '../platform/monitor/readiness.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { drainOf, type Settings } from '../platform/settings/settings.ts';
import { startKeyWatch } from '../platform/stores/key-watch.ts';
import { startSweeper } from '../platform/stores/sweeper.ts';
import type { PreviewMailbox } from '../web/preview/mailbox.ts';
import { PREVIEW_PATH } from '../web/preview/mount-preview.ts';
import { createFeatures } from './features.ts';
import { closeInOrder } from './open/close-in-order.ts';
import { openMonitor } from './open/open-monitor.ts';
import { openNeighbours, type NeighbourOverrides } from './open/neighbours.ts';
import { createWeb } from './web.ts';

/** What tests may replace, and what a worker gets from the primary. */
export interface Overrides extends NeighbourOverrides {
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** The metrics of all workers, if this process is one of several. */
  allMetrics?: () => Promise<string>;
}

export interface Service {
  app: FastifyInstance;
  log: Log;
  /** The metrics of this process; undefined if the settings ask for none. */
  metrics: Metrics | undefined;
  keyring: Keyring;
  /** Where mail goes, as a phrase. */
  mail: string;
  preview: PreviewMailbox | undefined;
  /** Whether it can accept submissions now. */
  readiness(): Promise<Readiness>;
  /** Tells owners whose forms fell silent, as it does by itself once a day. */
  checkSilences(): Promise<void>;
  /** Listens and returns the public URL. */
  listen(): Promise<string>;
  /**
   * Finishes what is under way, then closes everything, in the order of ARCHITECTURE.md. `lastConnection`
   * resolves when no more will come, where another process accepts them; by default a time says so.
   */
  close(lastConnection?: Promise<void>): Promise<void>;
}

/** The composition root: opens the neighbours, builds the features from them, then what answers requests. */
export async function createService(
  settings: Settings,
  overrides: Overrides = {},
): Promise<Service> {
  const { now = Date.now, allMetrics } = overrides;
  let publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const links = createLinks(() => publicUrl, settings.START_PAGE);

  const neighbours = await openNeighbours(settings, overrides);
  const { log, metrics, opened, store, mail, receivers, queues } = neighbours;
  const features = createFeatures(settings, { ...neighbours, links, now });
  const app = createWeb(settings, { ...neighbours, links, features, now });
  const watched = { store, pool: mail.pool, log, now };
  const monitor = openMonitor(app, { settings, metrics, allMetrics, ...watched });

  const { keyring } = opened;
  const { attacks, counts, silences } = features;
  const timers = [startSweeper({ store, log, now }), startKeyWatch(opened), attacks, silences];
  const drain = drainOf(settings);

  return {
    app,
    log,
    metrics,
    keyring,
    preview: mail.preview,
    readiness: monitor.readiness,
    checkSilences: silences.check,
    get mail() {
      const { SMTP_URL } = settings;
      if (SMTP_URL) return `${SMTP_URL.host}:${SMTP_URL.port}`;
      return `preview mailbox at ${publicUrl}${PREVIEW_PATH}`;
    },
    async listen() {
      await app.listen({ port: settings.PORT, host: settings.HOST });
      await monitor.listen();
      const { port } = app.server.address() as AddressInfo;
      publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`;
      return publicUrl;
    },
    close: (lastConnection) =>
      closeInOrder(
        { monitor, timers, app, drain, counts, queues, receivers, mail, store, log },
        lastConnection,
      ),
  };
}

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { BackgroundTasks } from '../delivery/background-tasks.ts';
import type { AgentOptions } from '../delivery/webhook/public-only-agent.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Deployment } from '../web/discovery/descriptor.ts';
import { createApp } from '../web/http/app.ts';
import { callerOf } from '../web/http/request.ts';
import { readBody } from '../web/http/read-body.ts';
import { createLocalRateLimiter, createSharedRateLimiter } from '../domain/inboxes/rate-limit.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { closeInOrder } from './open/close-in-order.ts';
import { openMail } from './open/open-mail.ts';
import { openMetrics, openMonitor } from './open/open-monitor.ts';
import { openProvider } from './open/open-provider.ts';
import { openStore } from './open/open-store.ts';
import { openWebhookClient } from './open/open-webhook-client.ts';
import { mountMcp } from '../web/mcp/mount-mcp.ts';
import type { Metrics } from '../platform/monitor/metrics.ts';
import type { PreviewMailbox } from '../web/preview/mailbox.ts';
import { mountPreview, PREVIEW_PATH } from '../web/preview/mount-preview.ts';
import type { Readiness } from '../platform/monitor/readiness.ts';
import { composeRooms } from './rooms.ts';
import { createLinks } from '../domain/routes/links.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { drainOf, type Settings } from '../platform/settings/settings.ts';
import { mountStart } from '../web/start/mount-start.ts';
import { startKeyWatch } from '../platform/stores/key-watch.ts';
import type { Store } from '../platform/stores/store.ts';
import { startSweeper } from '../platform/stores/sweeper.ts';

/** What a test may put in the place of the real thing, and what a worker is given. */
export interface Overrides {
  log?: Log;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Wraps the opened store, to make it fail or to watch it. */
  wrapStore?: (store: Store) => Store;
  /** How webhooks find and trust their receivers. */
  webhooks?: Partial<AgentOptions>;
  /** The metrics of all workers, where this process is one of several. */
  allMetrics?: () => Promise<string>;
}

export interface Service {
  app: FastifyInstance;
  log: Log;
  /** What this process counts; undefined where the settings ask for no metrics. */
  metrics: Metrics | undefined;
  keyring: Keyring;
  /** Where mail goes, in words. */
  mail: string;
  preview: PreviewMailbox | undefined;
  /** Whether it could take submissions now. */
  readiness(): Promise<Readiness>;
  /** Listens and returns the public URL. */
  listen(): Promise<string>;
  /** Finishes what is under way, then lets go of everything, in the order of the walks. */
  close(): Promise<void>;
}

/** The second hit of what has one limit. */
const NO_HIT = { key: '', limit: 0 };

const toDeployment = (settings: Settings): Deployment => ({
  version: settings.SOURCE_COMMIT ?? 'unknown',
  source: settings.SOURCE_URL,
  deliveryMode: settings.DELIVERY_MODE,
  startPage: settings.START_PAGE,
});

/** The composition root: neighbours are opened here, rooms are built on them in rooms.ts. */
export async function createService(
  settings: Settings,
  overrides: Overrides = {},
): Promise<Service> {
  const { log: lines = createLog(settings.LOG_LEVEL), now = Date.now } = overrides;
  const watched = () => ({ pool, background, store });
  const { log, watch, metrics } = await openMetrics(settings, lines, watched);
  let publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const links = createLinks(() => publicUrl);

  const opened = await openStore(settings, { reports: log });
  const { keyring } = opened;
  const store = watch(overrides.wrapStore?.(opened.store) ?? opened.store);
  const limiter = opened.store.shared
    ? createSharedRateLimiter({ rates: store.rates, keyring, now })
    : createLocalRateLimiter(now);
  const { preview, pool, sendMail, claimMailRoom } = await openMail(settings);

  const webhooks = openWebhookClient({
    allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
    ...overrides.webhooks,
  });
  const [background, errands] = [new BackgroundTasks(), new BackgroundTasks()];
  if (settings.WEBHOOK_ALLOW_PRIVATE) log.webhooksMayReachPrivateAddresses();

  const provider = await openProvider(settings);

  const deployment = toDeployment(settings);
  const drain = drainOf(settings);
  const app = createApp({
    handlers: composeRooms({
      settings,
      deployment,
      store,
      keyring,
      sendMail,
      claimMailRoom,
      provider,
      webhooks,
      background,
      errands,
      links,
      limiter,
      log,
      now,
    }),
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    largestBody: settings.MAX_SUBMISSION_BYTES,
    keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    drain,
  });
  if (preview) mountPreview(app, preview);
  if (settings.START_PAGE) mountStart(app, { preview: preview !== undefined });
  mountMcp(app, {
    publicUrl: links.base,
    host: settings.HOST,
    version: deployment.version,
    readBody,
    countMessage: (request) =>
      limiter.take({ key: `mcp ${callerOf(request)}`, limit: LIMITS.mcpMessagesPerMinute }, NO_HIT),
    report: log.requestFailed,
  });
  const { allMetrics } = overrides;
  const monitor = openMonitor(app, { settings, metrics, allMetrics, store, pool, log, now });
  const sweeper = startSweeper({ store, log, now });
  const keyWatch = startKeyWatch(opened);
  const held = {
    monitor,
    sweeper,
    keyWatch,
    app,
    drain,
    background,
    errands,
    log,
    webhooks,
    pool,
    preview,
    store,
  };

  return {
    app,
    log,
    metrics,
    keyring,
    preview,
    readiness: monitor.readiness,
    get mail() {
      return settings.SMTP_URL
        ? `${settings.SMTP_URL.host}:${settings.SMTP_URL.port}`
        : `preview mailbox at ${publicUrl}${PREVIEW_PATH}`;
    },
    async listen() {
      await app.listen({ port: settings.PORT, host: settings.HOST });
      await monitor.listen();
      const { port } = app.server.address() as AddressInfo;
      publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`;
      return publicUrl;
    },
    close: () => closeInOrder(held),
  };
}

import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { BackgroundTasks } from './channels/background-tasks.ts';
import { createEmailChannel } from './channels/email-channel.ts';
import type { AgentOptions } from './channels/public-only-agent.ts';
import { createWebhookChannel } from './channels/webhook-channel.ts';
import type { Deployment } from './discovery/descriptor.ts';
import { createApp } from './http/app.ts';
import { createAccountHandlers } from './http/handlers/account.ts';
import { callerOf } from './http/caller.ts';
import { createDiscoveryHandlers } from './http/handlers/discovery.ts';
import { createInstallHandlers } from './http/handlers/install.ts';
import { createRouteHandlers } from './http/handlers/routes.ts';
import { createSubmissionHandlers } from './http/handlers/submissions.ts';
import { createVerificationHandlers } from './http/handlers/verification.ts';
import { readBody } from './http/read-body.ts';
import { createAllowance } from './inboxes/allowance.ts';
import { createLocalRateLimiter, createSharedRateLimiter } from './inboxes/rate-limit.ts';
import { createVerificationBudget } from './inboxes/verification-budget.ts';
import { createLog, type Log } from './log.ts';
import { closeInOrder } from './open/close-in-order.ts';
import { openMail } from './open/open-mail.ts';
import { openMetrics } from './open/open-metrics.ts';
import { openMonitor } from './open/open-monitor.ts';
import { openProvider } from './open/open-provider.ts';
import { openStore } from './open/open-store.ts';
import { openWebhookClient } from './open/open-webhook-client.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import type { Metrics } from './monitor/metrics.ts';
import type { PreviewMailbox } from './preview/mailbox.ts';
import { mountPreview, PREVIEW_PATH } from './preview/mount-preview.ts';
import type { Readiness } from './monitor/readiness.ts';
import { createAccountRoutes } from './routes/account-routes.ts';
import { createCreateRoute } from './routes/create-route.ts';
import { createFindRoute } from './routes/find-route.ts';
import { createLinks } from './routes/links.ts';
import { createManageRoute } from './routes/manage-route.ts';
import { keyedHash } from './secrets/keyed-hash.ts';
import type { Keyring } from './secrets/keyring.ts';
import type { Settings } from './settings.ts';
import { startKeyWatch } from './stores/key-watch.ts';
import type { Store } from './stores/store.ts';
import { startSweeper } from './stores/sweeper.ts';
import { createSubmitForm } from './submissions/submit-form.ts';
import { createArbitraryMode } from './verification/arbitrary-mode.ts';
import { createVerifiedMode } from './verification/verified-mode.ts';

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

const toDeployment = (settings: Settings): Deployment => ({
  version: settings.SOURCE_COMMIT ?? 'unknown',
  source: settings.SOURCE_URL,
  deliveryMode: settings.DELIVERY_MODE,
});

/** The composition root: every part is made here, by hand, in reading order. */
export async function createService(
  settings: Settings,
  overrides: Overrides = {},
): Promise<Service> {
  const { log: lines = createLog(settings.LOG_LEVEL), now = Date.now } = overrides;
  const watched = () => ({ pool, background, store });
  const { log, watch, metrics } = await openMetrics(settings, lines, watched);
  let publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const links = createLinks(() => publicUrl);
  const operator = settings.OPERATOR_NAME ?? 'Letterslot';

  const opened = await openStore(settings, { reports: log });
  const { keyring } = opened;
  const store = watch(overrides.wrapStore?.(opened.store) ?? opened.store);
  const { routes, counters, rates } = store;
  const { preview, pool, sendMail } = await openMail(settings);

  const webhooks = openWebhookClient({
    allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE,
    ...overrides.webhooks,
  });
  const background = new BackgroundTasks();
  if (settings.WEBHOOK_ALLOW_PRIVATE) log.privateWebhooks();

  const limiter = opened.shared
    ? createSharedRateLimiter({ rates, keyring, now })
    : createLocalRateLimiter(now);
  const allowance = createAllowance(counters, settings.MONTHLY_LIMIT, now);
  const budget = createVerificationBudget(counters, keyring, now);
  const findRoute = createFindRoute(routes, keyring);
  const manageRoute = createManageRoute({ routes, keyring, findRoute });
  const provider = await openProvider(settings);
  const verification = provider
    ? createVerifiedMode({ routes, provider, log, now })
    : createArbitraryMode({ routes, keyring, findRoute, sendMail, links, operator, log, now });
  const secret = settings.ACCOUNT_LOOKUP_SECRET;
  const accountRoutes = createAccountRoutes({ routes, keyring, verification, links, secret });
  const createRoute = createCreateRoute({
    routes,
    keyring,
    limiter,
    ratePerMinute: settings.CREATE_RATE_PER_MINUTE,
    budget,
    verification,
    shared: opened.shared,
    now,
  });
  const submitForm = createSubmitForm({
    verification,
    allowance,
    limiter,
    ratePerMinute: settings.SUBMIT_RATE_PER_MINUTE,
    channels: {
      email: createEmailChannel(sendMail, operator),
      webhook: createWebhookChannel({ post: webhooks.post, now }),
    },
    runInBackground: background.run,
    links,
    log,
    now,
  });

  const deployment = toDeployment(settings);
  const monthlyLimit = settings.MONTHLY_LIMIT;
  const maxBytes = settings.MAX_SUBMISSION_BYTES;
  const app = createApp({
    handlers: {
      ...createDiscoveryHandlers({ deployment, links, monthlyLimit }),
      ...createInstallHandlers({ findRoute, verification, links }),
      ...createRouteHandlers({ createRoute, findRoute, manageRoute, verification, links, log }),
      ...createAccountHandlers(accountRoutes),
      ...createVerificationHandlers({ verification, links, log }),
      ...createSubmissionHandlers({ findRoute, submitForm, maxBytes }),
    },
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    largestBody: maxBytes,
  });
  if (preview) mountPreview(app, preview, links.base);
  mountMcp(app, {
    publicUrl: links.base,
    host: settings.HOST,
    version: deployment.version,
    readBody,
    callerOf,
    hash: (...parts) => keyedHash(keyring, 'idempotency-key', 'mcp', ...parts),
    now,
    report: log.requestFailed,
  });
  const { allMetrics } = overrides;
  const monitor = openMonitor(app, { settings, metrics, allMetrics, store, pool, log, now });
  const sweeper = startSweeper({ store, shared: opened.shared, log, now });
  const keyWatch = startKeyWatch(opened);
  const held = { monitor, sweeper, keyWatch, app, background, log, webhooks, pool, preview, store };

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

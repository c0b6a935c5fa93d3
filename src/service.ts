import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createEmailChannel } from './channels/email-channel.ts';
import type { Sender } from './channels/mime-message.ts';
import { createSmtpMailer } from './channels/smtp-mailer.ts';
import { SmtpPool } from './channels/smtp-pool.ts';
import type { SmtpServer } from './channels/smtp-session.ts';
import { createApp } from './http/app.ts';
import { callerOf } from './http/caller.ts';
import { createDiscoveryHandlers } from './http/handlers/discovery.ts';
import { createRouteHandlers } from './http/handlers/routes.ts';
import { createSubmissionHandlers } from './http/handlers/submissions.ts';
import { createVerificationHandlers } from './http/handlers/verification.ts';
import { readBody } from './http/read-body.ts';
import { createAllowance } from './inboxes/allowance.ts';
import { createRateLimiter } from './inboxes/rate-limit.ts';
import { createVerificationBudget } from './inboxes/verification-budget.ts';
import { createLog, type Log } from './log.ts';
import { mountMcp } from './mcp/mount-mcp.ts';
import type { PreviewMailbox } from './preview/mailbox.ts';
import { mountPreview, PREVIEW_PATH } from './preview/mount-preview.ts';
import { createCreateRoute } from './routes/create-route.ts';
import { createFindRoute } from './routes/find-route.ts';
import { createLinks } from './routes/links.ts';
import { createDeleteRoute } from './routes/manage-route.ts';
import { keyedHash } from './secrets/keyed-hash.ts';
import { createKeyring, type Keyring } from './secrets/keyring.ts';
import type { Settings } from './settings.ts';
import { checkKeys } from './stores/check-keys.ts';
import { keyFileOf, readOrMakeKeyFile } from './stores/key-file.ts';
import { openSqliteStore } from './stores/sqlite-store.ts';
import type { Store } from './stores/store.ts';
import { startSweeper } from './stores/sweeper.ts';
import { createSubmitForm } from './submissions/submit-form.ts';
import { createArbitraryMode } from './verification/arbitrary-mode.ts';

/** What a test may put in the place of the real thing. */
export interface Overrides {
  log?: Log;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Wraps the opened store, to make it fail or to watch it. */
  wrapStore?: (store: Store) => Store;
}

export interface Service {
  app: FastifyInstance;
  log: Log;
  keyring: Keyring;
  /** Where mail goes, in words. */
  mail: string;
  preview: PreviewMailbox | undefined;
  /** Listens and returns the public URL. */
  listen(): Promise<string>;
  /** Finishes what is under way, then lets go of everything, in the order of the walks. */
  close(): Promise<void>;
}

const PREVIEW_SENDER: Sender = { name: 'Letterslot preview', address: 'forms@letterslot.example' };

const toPreviewServer = (port: number): SmtpServer => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: false,
  ignoreTls: true,
  auth: undefined,
  name: undefined,
  tls: {},
});

async function openStore(settings: Settings): Promise<{ store: Store; keyring: Keyring }> {
  const { DATABASE_URL: path, SEALING_KEYS, INDEX_KEY } = settings;
  const store = openSqliteStore(path);
  try {
    const isNew = (await store.listKeyChecks()).size === 0;
    const keys =
      SEALING_KEYS && INDEX_KEY
        ? { sealing: SEALING_KEYS, index: INDEX_KEY }
        : readOrMakeKeyFile(keyFileOf(path), isNew);
    await checkKeys(store, keys);
    return { store, keyring: createKeyring(keys.sealing, keys.index) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Loads the preview's libraries only where it runs. */
async function openPreview(): Promise<PreviewMailbox> {
  const { openPreviewMailbox } = await import('./preview/mailbox.ts');
  return openPreviewMailbox();
}

async function openMail(settings: Settings) {
  const { SMTP_URL, MAIL_FROM, SMTP_CONNECTIONS: connections } = settings;
  const preview = SMTP_URL ? undefined : await openPreview();
  const server = SMTP_URL ?? toPreviewServer(preview?.port ?? 0);
  const pool = new SmtpPool(server, { connections });
  return { preview, pool, sendMail: createSmtpMailer(pool, MAIL_FROM ?? PREVIEW_SENDER) };
}

/** The composition root: every part is made here, by hand, in reading order. */
export async function createService(
  settings: Settings,
  overrides: Overrides = {},
): Promise<Service> {
  const { log = createLog(settings.LOG_LEVEL), now = Date.now } = overrides;
  let publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const links = createLinks(() => publicUrl);
  const operator = settings.OPERATOR_NAME ?? 'Letterslot';

  const opened = await openStore(settings);
  const { keyring } = opened;
  const store = overrides.wrapStore?.(opened.store) ?? opened.store;
  const { routes, counters } = store;
  const { preview, pool, sendMail } = await openMail(settings);

  const limiter = createRateLimiter(now);
  const allowance = createAllowance(counters, settings.MONTHLY_LIMIT, now);
  const budget = createVerificationBudget(counters, keyring, now);
  const findRoute = createFindRoute(routes, keyring);
  const deleteRoute = createDeleteRoute({ routes, keyring, findRoute });
  const verification = createArbitraryMode({
    routes,
    keyring,
    findRoute,
    sendMail,
    links,
    operator,
    now,
  });
  const createRoute = createCreateRoute({
    routes,
    keyring,
    limiter,
    ratePerMinute: settings.CREATE_RATE_PER_MINUTE,
    budget,
    sendVerification: verification.sendVerification,
    now,
  });
  const submitForm = createSubmitForm({
    allowance,
    limiter,
    ratePerMinute: settings.SUBMIT_RATE_PER_MINUTE,
    channels: { email: createEmailChannel(sendMail, operator) },
    links,
    log,
    now,
  });

  const deployment = {
    version: settings.SOURCE_COMMIT ?? 'unknown',
    source: settings.SOURCE_URL,
    deliveryMode: settings.DELIVERY_MODE,
  };
  const monthlyLimit = settings.MONTHLY_LIMIT;
  const maxBytes = settings.MAX_SUBMISSION_BYTES;
  const app = createApp({
    handlers: {
      ...createDiscoveryHandlers({ deployment, links, monthlyLimit }),
      ...createRouteHandlers({ createRoute, findRoute, deleteRoute, links, log }),
      ...createVerificationHandlers({ verification, links, log }),
      ...createSubmissionHandlers({ findRoute, submitForm, maxBytes }),
    },
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
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
  const sweeper = startSweeper(store, log, now);

  return {
    app,
    log,
    keyring,
    preview,
    get mail() {
      return settings.SMTP_URL
        ? `${settings.SMTP_URL.host}:${settings.SMTP_URL.port}`
        : `preview mailbox at ${publicUrl}${PREVIEW_PATH}`;
    },
    async listen() {
      await app.listen({ port: settings.PORT, host: settings.HOST });
      const { port } = app.server.address() as AddressInfo;
      publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`;
      return publicUrl;
    },
    async close() {
      sweeper.stop();
      await app.close();
      await pool.close();
      await preview?.close();
      await store.close();
    },
  };
}

import { BackgroundTasks } from '../../delivery/background-tasks.ts';
import type { MailFailure } from '../../mail/mailer.ts';
import type { Sender } from '../../mail/mime-message.ts';
import { plainServer } from '../../delivery/smtp/connect.ts';
import { SmtpPool } from '../../delivery/smtp/pool.ts';
import { SmtpOutbox, type MailPool } from '../../delivery/smtp/smtp-mailer.ts';
import type { SmtpOptions } from '../../delivery/smtp/smtp-options.ts';
import type { ApiPoolOptions } from '../../delivery/https/api-pool.ts';
import type { ClientOptions, HttpClient } from '../../delivery/http/client.ts';
import type { VerificationProvider } from '../../consent/verification/providers/verification-provider.ts';
import { createLog, withListener, type Log } from '../../platform/log/log.ts';
import { withTraces } from '../../platform/log/traces.ts';
import type { Gauges } from '../../platform/monitor/metric-table.ts';
import { createMetrics } from '../../platform/monitor/metrics.ts';
import { once } from '../../platform/waiting/once.ts';
import { watchStore } from '../../platform/stores/store.ts';
import { isPreview, type Settings } from '../../platform/settings/settings.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import type { Store } from '../../platform/stores/store.ts';
import type { PreviewMailbox } from '../../web/preview/mailbox.ts';
import { openStore } from '../../platform/stores/open-store.ts';
import { buildOf } from '../source-commit.ts';

const PREVIEW_SENDER: Sender = { name: 'Letterslot preview', address: 'forms@letterslot.example' };

/** Loads the preview's libraries only if it runs. */
async function openPreview(): Promise<PreviewMailbox> {
  const { openPreviewMailbox } = await import('../../web/preview/mailbox.ts');
  return openPreviewMailbox();
}

type OpenPool = (server: SmtpServer, from: Sender, marked?: true) => SmtpPool;

/** Logs when a mail server, or the provider, begins to take no mail, and when it takes it again. */
const createReport =
  (log: Log, marked?: true) =>
  (failure?: MailFailure): void => {
    if (!failure) return log.mailServerUsable({ marked });
    const { kind, reason, replyCode } = failure;
    log.mailServerUnusable({ kind, reason, replyCode, marked });
  };

const createOpenPool =
  (
    { SMTP_CONNECTIONS: connections }: Settings,
    log: Log,
    options: Partial<SmtpOptions> = {},
  ): OpenPool =>
  (server, { address }, marked) =>
    new SmtpPool(server, { connections, address, report: createReport(log, marked), ...options });

/** The outbox of marked submissions; undefined if they leave like all mail. */
function openMarked(
  { MARKED_MAIL_FROM: from, MARKED_SMTP_URL: server, BOUNCE_ADDRESS }: Settings,
  pool: MailPool,
  openPool: OpenPool,
) {
  if (!from) return undefined;
  const own = server && openPool(server, from, true);
  const bounceAddress = BOUNCE_ADDRESS && from.address;
  const outbox = new SmtpOutbox(own ?? pool, from, { bounceAddress, isInert: true });
  return { outbox, pool: own };
}

async function openMail(settings: Settings, { smtp, api, ca }: NeighbourOverrides, log: Log) {
  const { MAIL_API, MAIL_OAUTH_TOKEN_URL, SMTP_URL, MAIL_FROM: from = PREVIEW_SENDER } = settings;
  const openPool = createOpenPool(settings, log, smtp);
  const { MailAccess } =
    MAIL_API || MAIL_OAUTH_TOKEN_URL ? await import('../../delivery/https/open.ts') : {};
  const access = MailAccess && new MailAccess(settings, log, ca);
  const preview = isPreview(settings) ? await openPreview() : undefined;
  const server = SMTP_URL ?? plainServer(preview?.port ?? 0);
  const pool: MailPool =
    access && MAIL_API
      ? await access.openPool({ report: createReport(log), ...api })
      : openPool(access?.tokens ? { ...server, tokens: access.tokens } : server, from);
  const plain = new SmtpOutbox(pool, from, { bounceAddress: settings.BOUNCE_ADDRESS });
  const marked = openMarked(settings, pool, openPool);
  return {
    preview,
    pool,
    /** Who gives tokens, and how the credentials stand; undefined with a password or without. */
    access,
    /** To the mail server of marked submissions, if they have one of their own. */
    markedPool: marked?.pool,
    outboxes: { plain, marked: marked?.outbox ?? plain },
  };
}

/** Loads the HTTP client with the first call: most deployments call no receiver. */
function openHttpClient(options: ClientOptions): HttpClient {
  let opening: Promise<HttpClient> | undefined;
  const open = once(() => {
    opening = import('../../delivery/http/client.ts').then(
      ({ PublicHttpClient }) => new PublicHttpClient(options),
    );
    return opening;
  });
  return {
    post: async (...call) => (await open()).post(...call),
    fetchBytes: async (...call) => (await open()).fetchBytes(...call),
    // One that cannot be loaded has nothing to close.
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

async function openContentFilter(
  { RSPAMD_URL: url, RSPAMD_PASSWORD: password }: Settings,
  log: Log,
) {
  if (url === undefined) return undefined;
  const { Rspamd } = await import('../../delivery/rspamd/rspamd.ts');
  return new Rspamd({ url, password }, log);
}

async function openFileScan({ CLAMD_URL: url }: Settings) {
  if (url === undefined) return undefined;
  const { Clamd } = await import('../../delivery/clamd/clamd.ts');
  return new Clamd(url);
}

/** The provider of verified mode; undefined in arbitrary mode. */
async function openProvider(settings: Settings): Promise<VerificationProvider | undefined> {
  switch (settings.VERIFICATION_PROVIDER) {
    case undefined:
      return undefined;
    case 'cloudflare': {
      const { CloudflareProvider } =
        await import('../../consent/verification/providers/cloudflare.ts');
      return new CloudflareProvider({
        url: settings.CLOUDFLARE_API_URL,
        accountId: settings.CLOUDFLARE_ACCOUNT_ID ?? '',
        token: settings.CLOUDFLARE_API_TOKEN ?? '',
      });
    }
    case 'ses': {
      const { awsAccountOf, loadWithSdk } = await import('../../delivery/https/aws.ts');
      const { createSesProvider } = await loadWithSdk(
        () => import('../../consent/verification/providers/ses.ts'),
        'VERIFICATION_PROVIDER=ses',
      );
      return createSesProvider(awsAccountOf(settings));
    }
  }
}

/** Replacements in tests. */
export interface NeighbourOverrides {
  log?: Log;
  /** Wraps the opened store, to make it fail or to observe it. */
  wrapStore?: (store: Store) => Store;
  /** Times of the sessions to mail servers. */
  smtp?: Partial<SmtpOptions>;
  /** Times of requests to the provider of MAIL_API, and an authority of its certificate, in PEM. */
  api?: Partial<ApiPoolOptions>;
  ca?: string;
  /** How calls over HTTP resolve and trust their receivers. */
  receivers?: Partial<ClientOptions>;
}

/** Places for calls of receivers, shared by owners, and for mails to owners; links get half. */
const QUEUES = {
  background: {
    places: { most: 256, ofOwner: 64, ofOwnerAndDomain: 32 },
    turns: { most: 64, ofOwner: 8, ofOwnerAndDomain: 4, kept: 32, few: 1 },
  },
  ownerMails: { places: { most: 256, ofOwner: 128 }, turns: { most: 16, ofOwner: 8 } },
};

/** The log and the store, counted and measured if the settings ask for metrics. */
function openMetrics(
  { METRICS_PORT: port, METRICS_TOKEN: token }: Settings,
  lines: Log,
  gauges: Gauges,
) {
  if (port === undefined && token === undefined) {
    return { log: lines, watch: (store: Store) => store, metrics: undefined };
  }
  const metrics = createMetrics(gauges);
  const log = withListener(lines, metrics.listener);
  return { log, watch: (store: Store) => watchStore(store, log.storeAnswered), metrics };
}

/** Opens all that the service talks to, and the queues behind its answers. */
export async function openNeighbours(settings: Settings, overrides: NeighbourOverrides) {
  const { log: given = createLog(settings.LOG_LEVEL) } = overrides;
  const { log: lines, noteTrace } = settings.TRUSTED_PROXIES ? withTraces(given) : { log: given };
  const queues = {
    background: new BackgroundTasks(QUEUES.background),
    ownerMailQueue: new BackgroundTasks(QUEUES.ownerMails),
  };
  const build = buildOf(settings);
  // Read at each scrape.
  const { log, watch, metrics } = openMetrics(settings, lines, {
    letterslot_build_info: () => [build],
    letterslot_background_webhooks: () => queues.background.usage,
    letterslot_smtp_sessions: () => mail.pool.usage,
    letterslot_smtp_messages_waiting: () => mail.pool.usage.waiting,
    letterslot_marked_smtp_sessions: () => mail.markedPool?.usage,
    letterslot_marked_smtp_messages_waiting: () => mail.markedPool?.usage.waiting,
    letterslot_store_connections: () => store.connections?.(),
    letterslot_store_calls_waiting: () => store.connections?.().waiting,
  });
  const opened = await openStore(settings, { reports: log });
  const store: Store = watch(overrides.wrapStore?.(opened.store) ?? opened.store);
  const mail = await openMail(settings, overrides, log);
  const allowPrivate = settings.WEBHOOK_ALLOW_PRIVATE;
  const receivers = openHttpClient({ allowPrivate, ...overrides.receivers });
  if (allowPrivate) log.webhooksMayReachPrivateAddresses();
  const provider = await openProvider(settings);
  const filter = await openContentFilter(settings, log);
  const scanner = await openFileScan(settings);
  const callees = { receivers, provider, filter, scanner, queues };
  return { log, noteTrace, metrics, opened, store, mail, ...callees };
}

export type Neighbours = Awaited<ReturnType<typeof openNeighbours>>;

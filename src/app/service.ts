import type { AddressInfo } from 'node:net';
import { LIMITS } from '../contract/limits.ts';
import { BackgroundTasks } from '../delivery/background-tasks.ts';
import { createChannels } from '../delivery/channels.ts';
import { createAnswers } from '../domain/answers/index.ts';
import { createAttacks } from '../domain/attacks/index.ts';
import { createBounces } from '../domain/bounces/index.ts';
import { createChallenges } from '../domain/challenges/index.ts';
import { createCopies } from '../domain/copies/index.ts';
import { createCounts } from '../domain/counts/index.ts';
import { createEncryption } from '../domain/encryption/index.ts';
import { createInboxes } from '../domain/inboxes/index.ts';
import { createOwnerForms, createOwnerMails, createOwnerSessions } from '../domain/owner/index.ts';
import { createRoutes } from '../domain/routes/index.ts';
import { createLinks } from '../domain/routes/links.ts';
import { createSilenceWatch } from '../domain/silence/index.ts';
import { createSubmissions } from '../domain/submissions/index.ts';
import { createVerification } from '../domain/verification/index.ts';
import { createLog } from '../platform/log/log.ts';
import { drainOf, type Settings } from '../platform/settings/settings.ts';
import { startKeyWatch } from '../platform/stores/key-watch.ts';
import { startSweeper } from '../platform/stores/sweeper.ts';
import { createApp } from '../web/http/app.ts';
import { createDoors, mountFiles } from '../web/http/doors.ts';
import { createHandlers } from '../web/http/handlers/index.ts';
import { readBody } from '../web/http/read-body.ts';
import { callerOf } from '../web/http/request.ts';
import { mountMcp } from '../web/mcp/mount-mcp.ts';
import { mountPreview, PREVIEW_PATH } from '../web/preview/mount-preview.ts';
import { mountApps } from '../web/apps/mount-apps.ts';
import { closeInOrder } from './open/close-in-order.ts';
import {
  openContentFilter,
  openFileScan,
  openMail,
  openProvider,
  openHttpClient,
} from './open/neighbours.ts';
import { openMetrics, openMonitor } from './open/open-monitor.ts';
import { openStore } from './open/open-store.ts';
import type { Overrides, Service } from './service-types.ts';
import { toAnswering, toBounceSettings, toDeployment, toSettingsService } from './deployment.ts';

export type { Overrides, Service } from './service-types.ts';

/** The composition root: opens the neighbours, then builds each feature from those before it. */
// oxlint-disable-next-line eslint/max-lines-per-function -- reads top to bottom, without a branch
export async function createService(
  settings: Settings,
  overrides: Overrides = {},
): Promise<Service> {
  const { log: lines = createLog(settings.LOG_LEVEL), now = Date.now } = overrides;
  const { allMetrics, rates } = overrides;
  let publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  const links = createLinks(() => publicUrl, settings.START_PAGE);

  const measured = () => ({ pool: mail.pool, background, store });
  const { log, watch, metrics } = await openMetrics(settings, lines, measured);
  const opened = await openStore(settings, { reports: log, rates });
  const store = watch(overrides.wrapStore?.(opened.store) ?? opened.store);
  const { keyring } = opened;
  const mail = await openMail(settings);
  const { preview, sendMail } = mail;
  const allowPrivate = settings.WEBHOOK_ALLOW_PRIVATE;
  const receivers = openHttpClient({ allowPrivate, ...overrides.receivers });
  if (allowPrivate) log.webhooksMayReachPrivateAddresses();
  const provider = await openProvider(settings);
  const background = new BackgroundTasks();
  const ownerMailQueue = new BackgroundTasks();

  // Needed by nearly every feature; each names the rest itself.
  const common = { store, keyring, links, log, now };
  const operator = settings.OPERATOR_NAME ?? 'Letterslot';
  const monthlyLimit = settings.MONTHLY_LIMIT;
  const { limiter, refusals, holds, autofillTraps } = createInboxes(common);
  const mails = createOwnerMails({
    ...common,
    sendMail,
    runInBackground: ownerMailQueue.run,
    operator,
    contact: settings.OPERATOR_CONTACT,
    sender: mail.from.name,
    monthlyLimit,
    autofillTraps,
  });
  const { notices } = mails;
  const createRates = { limiter, ratePerMinute: settings.CREATE_RATE_PER_MINUTE };
  const asking = { ...common, ...createRates, ...mails, sendMail, refusals };
  const { returnPath, receiveReports } = createBounces({
    ...common,
    ...receivers,
    settings: toBounceSettings(settings),
  });
  const copies = createCopies({ ...asking, links, returnPath, monthlyLimit });
  const verification = createVerification({
    ...asking,
    links,
    provider,
    refuseLink: mails.links.refuse,
    holds,
    copies,
  });
  const routes = createRoutes({
    ...common,
    ...createRates,
    accountSecret: settings.ACCOUNT_LOOKUP_SECRET,
    verification,
    holds,
    notices,
    copies,
  });
  const counts = createCounts({ ...common, authorize: routes.authorize });
  const ownerForms = createOwnerForms({
    ...common,
    mails,
    findRoute: routes.find,
    settings: routes.settings,
    verification,
    holds,
    refusals,
  });
  const ownerSessions = createOwnerSessions({
    ...common,
    mails,
    ownerForms,
    ...createRates,
    monthlyLimit,
    routes,
    countsOfMonth: counts.ofMonth,
    asksInboxes: provider === undefined,
    verification,
    copies,
    holds,
    refusals,
    runInBackground: ownerMailQueue.run,
  });
  const { fetchBytes } = receivers;
  const encryption = createEncryption({ fetchBytes, limiter, now });
  const silences = createSilenceWatch({ ...common, ...createRates, mails });
  const submitRates = { limiter, ratePerMinute: settings.SUBMIT_RATE_PER_MINUTE };
  const attacks = createAttacks({ ...common, mails, counts, monthlyLimit });
  const challenges = createChallenges({ ...common, ...submitRates, pressure: attacks.pressure });
  const answers = createAnswers({ ...common, sendMail, ...toAnswering(settings, mail.from) });
  const submissions = createSubmissions({
    ...common,
    ...submitRates,
    monthlyLimit,
    verification,
    challenges,
    rateContent: openContentFilter(settings, log),
    scanFile: openFileScan(settings),
    attacks,
    autofillTraps,
    channels: createChannels({ ...common, ...mails, ...mail, post: receivers.post, returnPath }),
    runInBackground: background.run,
    followers: [copies.deliver, answers.answerVisitor],
    targetGone: ownerForms.targetGone,
    tellUse: notices.delivered,
  });

  const deployment = toDeployment(settings);
  const doors = createDoors({ links, startPage: settings.START_PAGE, findRoute: routes.find });
  const drain = drainOf(settings);
  const app = createApp({
    handlers: createHandlers({
      deployment,
      monthlyLimit,
      receiptKeys: () => ({ keys: [keyring.signing.publicJwk] }),
      maxBytes: settings.MAX_SUBMISSION_BYTES,
      maxFileBytes: settings.MAX_FILE_BYTES,
      mailSize: () => mail.pool.largestMessage,
      links,
      settingsService: () => toSettingsService(settings, links.base()),
      doors,
      routes,
      verification,
      ...answers,
      ...ownerForms,
      ...ownerSessions,
      ...encryption,
      ...submissions,
      copies,
      challenges,
      counts,
      receiveReports,
    }),
    doors,
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    largestBody: settings.MAX_SUBMISSION_BYTES,
    largestFiles: settings.MAX_FILE_BYTES,
    keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    drain,
  });
  mountFiles(app);
  if (preview) mountPreview(app, preview);
  mountApps(app, {
    preview: preview !== undefined,
    startPage: settings.START_PAGE,
    maxFileBytes: settings.MAX_FILE_BYTES,
  });
  mountMcp(app, {
    publicUrl: links.base,
    host: settings.HOST,
    version: `${deployment.release}+${deployment.version}`,
    readBody,
    countMessage: (request) =>
      limiter.take({ key: `mcp ${callerOf(request)}`, limit: LIMITS.mcpMessagesPerMinute }),
    report: log.requestFailed,
  });
  const watched = { store, pool: mail.pool, log, now };
  const monitor = openMonitor(app, { settings, metrics, allMetrics, ...watched });
  const timers = [startSweeper(common), startKeyWatch(opened), attacks, silences];
  const queues = { background, ownerMailQueue };

  return {
    app,
    log,
    metrics,
    keyring,
    preview,
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

import { LIMITS } from '../contract/limits.ts';
import type { Links } from '../contract/links.ts';
import { drainOf, sendsReplies, type Settings } from '../platform/settings/settings.ts';
import { mountApps } from '../web/apps/mount-apps.ts';
import { createApp } from '../web/http/app.ts';
import { createCountCalls } from '../web/http/call-rates.ts';
import { createDoors, mountFiles } from '../web/http/doors.ts';
import { createHandlers } from '../web/http/handlers/index.ts';
import { readBody } from '../web/http/read-body.ts';
import { callerOf } from '../web/http/request.ts';
import { mountMcp } from '../web/mcp/mount-mcp.ts';
import { mountPreview } from '../web/preview/mount-preview.ts';
import { toDeployment, toSettingsService } from './deployment.ts';
import type { Features } from './features.ts';
import type { Neighbours } from './open/neighbours.ts';

interface Parts extends Pick<Neighbours, 'opened' | 'mail' | 'log'> {
  links: Links;
  features: Features;
  now: () => number;
}

/** Everything that answers requests: the operations, pages, tools for agents. */
export function createWeb(settings: Settings, { opened, mail, log, links, features, now }: Parts) {
  const { limiter, bounces, routes } = features;
  const { preview, pool } = mail;
  const deployment = toDeployment(settings);
  const startPage = settings.START_PAGE;
  const maxFileBytes = settings.MAX_FILE_BYTES;
  const doors = createDoors({ links, startPage, findRoute: routes.find });
  const app = createApp({
    handlers: createHandlers({
      ...features,
      ...features.ownerSessions,
      ...features.encryption,
      ...features.submissions,
      receiveReports: bounces.receiveReports,
      deployment,
      monthlyLimit: settings.MONTHLY_LIMIT,
      receiptKeys: () => ({ keys: [opened.keyring.signing.publicJwk] }),
      maxBytes: settings.MAX_SUBMISSION_BYTES,
      maxFileBytes,
      mailSize: () => pool.largestMessage,
      links,
      settingsService: () => toSettingsService(settings, links.base()),
      doors,
    }),
    countCalls: createCountCalls({
      limiter,
      clientRate: settings.CLIENT_RATE_PER_MINUTE,
      createRate: settings.CREATE_RATE_PER_MINUTE,
      now,
    }),
    doors,
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    largestBody: settings.MAX_SUBMISSION_BYTES,
    largestFiles: maxFileBytes,
    keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    drain: drainOf(settings),
  });
  mountFiles(app);
  if (preview) mountPreview(app, preview);
  mountApps(app, {
    preview: preview !== undefined,
    startPage,
    maxFileBytes,
    sendsReplies: sendsReplies(settings),
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
  return app;
}

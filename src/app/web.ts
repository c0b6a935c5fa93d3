import { LIMITS } from '../contract/limits.ts';
import type { Context } from '../platform/context.ts';
import { drainOf, sendsReplies, type Settings } from '../platform/settings/settings.ts';
import type { AppFacts } from '../web/apps/app-page.ts';
import { mountApps } from '../web/apps/mount-apps.ts';
import { createApp } from '../web/http/app.ts';
import { createCountCalls } from '../web/http/call-rates.ts';
import { createDoors, mountFiles } from '../web/http/doors.ts';
import { createHandlers } from '../web/http/handlers/index.ts';
import { readBody } from '../web/http/read-body.ts';
import { callerOf } from '../web/http/request.ts';
import { createOperator } from '../web/pages/operator.ts';
import { mountMcp } from '../web/mcp/mount-mcp.ts';
import { mountPreview } from '../web/preview/mount-preview.ts';
import type { OperatorLimits } from '../forms/settings/setting-rules.ts';
import type { Deployment } from '../web/discovery/describe-service.ts';
import { WIRE_FACTOR } from '../submissions/posted/field-collector.ts';
import { readBuild } from './source-commit.ts';
import type { Features } from './features.ts';
import type { Neighbours } from './open/neighbours.ts';

function toDeployment(settings: Settings): Deployment {
  const { version: release, commit: version } = readBuild(settings);
  const { SOURCE_URL: source, DELIVERY_MODE: deliveryMode, START_PAGE: startPage } = settings;
  return { version, release, source, deliveryMode, startPage };
}

/** The operator's limits for settings of forms; `base` is the public URL. */
const toOperatorLimits = (settings: Settings, base: string): OperatorLimits => ({
  ownHost: new URL(base).hostname,
  asksInboxes: settings.DELIVERY_MODE === 'arbitrary',
  maxFileBytes: settings.MAX_FILE_BYTES,
  targetHosts: settings.TARGET_HOSTS ?? [],
  sendsReplies: sendsReplies(settings),
  replyHosts: settings.AUTO_REPLY_HOSTS ?? [],
});

const toAppFacts = (settings: Settings, preview: boolean): AppFacts => ({
  preview,
  startPage: settings.START_PAGE,
  maxFileBytes: settings.MAX_FILE_BYTES,
  sendsReplies: sendsReplies(settings),
});

/** Everything that answers requests: the operations, pages, tools for agents. */
export function createWeb(
  { settings, keyring, links, log, now }: Context,
  { mail: { preview, pool } }: Neighbours,
  features: Features,
) {
  const { limiter, bounces, submissions } = features;
  const deployment = toDeployment(settings);
  const startPage = settings.START_PAGE;
  const maxFileBytes = settings.MAX_FILE_BYTES;
  const operator = createOperator(settings, links);
  const doors = createDoors(links, startPage, submissions.clientRefusals, operator.name);
  const app = createApp({
    handlers: createHandlers({
      ...features,
      ...features.owners,
      ...features.encryption,
      ...features.submissions,
      receiveReports: bounces.receiveReports,
      deployment,
      monthlyLimit: settings.MONTHLY_LIMIT,
      receiptKeys: () => ({ keys: [keyring.signing.publicJwk] }),
      maxBytes: settings.MAX_SUBMISSION_BYTES,
      maxFileBytes,
      mailServer: pool,
      links,
      operatorLimits: () => toOperatorLimits(settings, links.base()),
      doors,
    }),
    countCalls: createCountCalls({ settings, now }, limiter),
    doors,
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    largestBody: settings.MAX_SUBMISSION_BYTES * WIRE_FACTOR,
    largestFiles: maxFileBytes,
    keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    drain: drainOf(settings),
  });
  app.decorate('operator', operator);
  mountFiles(app, settings.OPERATOR_LOGO);
  if (preview) mountPreview(app, preview);
  const docs = { base: links.base, source: deployment.source };
  mountApps(app, toAppFacts(settings, preview !== undefined), docs);
  mountMcp(app, {
    publicUrl: links.base,
    host: settings.HOST,
    version: `${deployment.release}+${deployment.version}`,
    readBody,
    countMessage: async (request) =>
      limiter.take({ key: `mcp ${callerOf(request)}`, limit: LIMITS.mcpMessagesPerMinute }),
    report: log.requestFailed,
  });
  return app;
}

import { ERRORS_PAGE } from '../contract/operations.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Context } from '../platform/context.ts';
import { drainOf, sendsReplies, type Settings } from '../platform/settings/settings.ts';
import type { AppFacts } from '../web/apps/app-page.ts';
import { mountApps } from '../web/apps/mount-apps.ts';
import { createApp } from '../web/http/app.ts';
import { createCountCalls } from '../web/http/call-rates.ts';
import { createDoors, mountFiles } from '../web/http/doors.ts';
import { createOperations } from '../web/http/handlers/index.ts';
import { readBody } from '../web/http/read-body.ts';
import { callerOf } from '../web/http/request.ts';
import { createOperator } from '../web/pages/operator.ts';
import { mountMcp } from '../web/mcp/mount-mcp.ts';
import { mountPreview } from '../web/preview/mount-preview.ts';
import type { Deployment } from '../web/discovery/describe-service.ts';
import { WIRE_FACTOR } from '../submissions/posted/field-collector.ts';
import { buildOf } from './source-commit.ts';
import type { Features } from './features.ts';
import type { Neighbours } from './open/neighbours.ts';

function toDeployment(settings: Settings): Deployment {
  const { version: release, commit: version } = buildOf(settings);
  const { SOURCE_URL: source, DELIVERY_MODE: deliveryMode, START_PAGE: startPage } = settings;
  return { version, release, source, deliveryMode, startPage };
}

const toAppFacts = (settings: Settings, preview: boolean): AppFacts => ({
  preview,
  startPage: settings.START_PAGE,
  maxFileBytes: settings.MAX_FILE_BYTES,
  sendsReplies: sendsReplies(settings),
});

/** Everything that answers requests: the operations, pages, tools for agents. */
export function createWeb(
  context: Context,
  { mail: { preview, pool }, noteTrace }: Neighbours,
  features: Features,
) {
  const { settings, links, log } = context;
  const { limiter, submissions, routes, owners } = features;
  const { accessKeys, counts, encryption, bounces } = features;
  const deployment = toDeployment(settings);
  const operator = createOperator(settings, links);
  const doors = createDoors(links, settings.START_PAGE, submissions, operator.name);
  const app = createApp({
    operations: createOperations({
      ...context,
      routes,
      accessKeys,
      counts,
      owners,
      encryption,
      bounces,
      submissions,
      deployment,
      doors,
      mailServer: pool,
    }),
    guards: {
      countCalls: createCountCalls(context, limiter),
      credentials: routes.credentials,
      sessions: owners.sessions,
    },
    doors,
    log,
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    noteTrace,
    largestBody: settings.MAX_SUBMISSION_BYTES * WIRE_FACTOR,
    largestFiles: settings.MAX_FILE_BYTES,
    keepAliveSeconds: settings.KEEP_ALIVE_SECONDS,
    drain: drainOf(settings),
  });
  app.decorate('operator', operator).decorate('errorsUrl', () => links.docs(ERRORS_PAGE));
  mountFiles(app, settings.OPERATOR_LOGO);
  if (preview) mountPreview(app, preview);
  mountApps(app, toAppFacts(settings, preview !== undefined), links.base);
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

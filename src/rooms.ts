import type { BackgroundTasks } from './channels/background-tasks.ts';
import { createEmailChannel } from './channels/email-channel.ts';
import { createWebhookChannel } from './channels/webhook-channel.ts';
import type { WebhookClient } from './channels/webhook-client.ts';
import type { Deployment } from './discovery/descriptor.ts';
import { createAccountHandlers } from './http/handlers/account.ts';
import { createDiscoveryHandlers } from './http/handlers/discovery.ts';
import { createInstallHandlers } from './http/handlers/install.ts';
import { createRouteHandlers } from './http/handlers/routes.ts';
import { createSubmissionHandlers } from './http/handlers/submissions.ts';
import { createVerificationHandlers } from './http/handlers/verification.ts';
import type { Handlers } from './http/mount-operations.ts';
import { createAllowance } from './inboxes/allowance.ts';
import {
  createLocalRateLimiter,
  createSharedRateLimiter,
  type RateLimiter,
} from './inboxes/rate-limit.ts';
import { createVerificationBudget } from './inboxes/verification-budget.ts';
import type { Log } from './log.ts';
import type { SendMail } from './mail/mailer.ts';
import { createAccountRoutes } from './routes/account-routes.ts';
import { createCreateRoute } from './routes/create-route.ts';
import { createFindRoute, type FindRoute } from './routes/find-route.ts';
import type { Links } from './routes/links.ts';
import { createManageRoute } from './routes/manage-route.ts';
import type { Keyring } from './secrets/keyring.ts';
import type { Settings } from './settings.ts';
import type { Store } from './stores/store.ts';
import { createDeliverSubmission } from './submissions/deliver-submission.ts';
import { createSubmitForm } from './submissions/submit-form.ts';
import { createArbitraryMode } from './verification/arbitrary-mode.ts';
import type { InboxVerification } from './verification/inbox-verification.ts';
import type { VerificationProvider } from './verification/providers/verification-provider.ts';
import { createVerifiedMode } from './verification/verified-mode.ts';

/** What the rooms are given: the opened neighbours of the service, and what it was told. */
export interface Neighbours {
  settings: Settings;
  deployment: Deployment;
  store: Store;
  /** Whether other nodes use the same store. */
  shared: boolean;
  keyring: Keyring;
  sendMail: SendMail;
  provider: VerificationProvider | undefined;
  webhooks: WebhookClient;
  background: BackgroundTasks;
  links: Links;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What several rooms are built on. */
interface Foundations extends Neighbours {
  operator: string;
  limiter: RateLimiter;
  findRoute: FindRoute;
  verification: InboxVerification;
}

function layFoundations(neighbours: Neighbours): Foundations {
  const { settings, store, shared, keyring, provider, sendMail, links, log, now } = neighbours;
  const { routes, rates } = store;
  const operator = settings.OPERATOR_NAME ?? 'Letterslot';
  const findRoute = createFindRoute(routes, keyring);
  return {
    ...neighbours,
    operator,
    limiter: shared
      ? createSharedRateLimiter({ rates, keyring, now })
      : createLocalRateLimiter(now),
    findRoute,
    verification: provider
      ? createVerifiedMode({ routes, provider, log, now })
      : createArbitraryMode({ routes, keyring, findRoute, sendMail, links, operator, log, now }),
  };
}

function routeHandlers(on: Foundations) {
  const { settings, store, keyring, limiter, findRoute, verification, links, log, now } = on;
  const { routes, counters } = store;
  const createRoute = createCreateRoute({
    routes,
    keyring,
    limiter,
    ratePerMinute: settings.CREATE_RATE_PER_MINUTE,
    budget: createVerificationBudget(counters, keyring, now),
    verification,
    shared: on.shared,
    now,
  });
  const manageRoute = createManageRoute({ routes, keyring, findRoute });
  const secret = settings.ACCOUNT_LOOKUP_SECRET;
  const accountRoutes = createAccountRoutes({ routes, keyring, verification, links, secret });
  return {
    ...createRouteHandlers({ createRoute, findRoute, manageRoute, verification, links, log }),
    ...createAccountHandlers(accountRoutes),
    ...createVerificationHandlers({ verification, links, log }),
  };
}

function submissionHandlers(on: Foundations) {
  const { settings, store, limiter, findRoute, verification, links, log, now } = on;
  const deliverSubmission = createDeliverSubmission({
    allowance: createAllowance(store.counters, settings.MONTHLY_LIMIT, now),
    channels: {
      email: createEmailChannel(on.sendMail, on.operator),
      webhook: createWebhookChannel({ post: on.webhooks.post, now }),
    },
    runInBackground: on.background.run,
    log,
    now,
  });
  const ratePerMinute = settings.SUBMIT_RATE_PER_MINUTE;
  const submitForm = createSubmitForm({
    verification,
    limiter,
    ratePerMinute,
    deliverSubmission,
    links,
    log,
  });
  const maxBytes = settings.MAX_SUBMISSION_BYTES;
  return createSubmissionHandlers({ findRoute, submitForm, maxBytes });
}

/** Builds every room, by hand, and answers the handlers of the contract's operations. */
export function composeRooms(neighbours: Neighbours): Handlers {
  const on = layFoundations(neighbours);
  const { settings, deployment, findRoute, verification, links } = on;
  const monthlyLimit = settings.MONTHLY_LIMIT;
  return {
    ...createDiscoveryHandlers({ deployment, links, monthlyLimit }),
    ...createInstallHandlers({ findRoute, verification, links }),
    ...routeHandlers(on),
    ...submissionHandlers(on),
  };
}

import type { BackgroundTasks } from '../delivery/background-tasks.ts';
import type { WebhookClient } from '../delivery/webhook/client.ts';
import type { Deployment } from '../web/discovery/descriptor.ts';
import { createAccountHandlers, createRouteHandlers } from '../web/http/handlers/routes.ts';
import { createConsentHandlers } from '../web/http/handlers/consent.ts';
import { createDiscoveryHandlers } from '../web/http/handlers/discovery.ts';
import { createInstallHandlers } from '../web/http/handlers/install.ts';
import { createVerificationHandlers } from '../web/http/handlers/verification.ts';
import type { Handlers } from '../web/http/mount-operations.ts';
import { createAutofillTraps, type AutofillTraps } from '../domain/inboxes/allowance.ts';
import type { RateLimiter } from '../domain/inboxes/rate-limit.ts';
import {
  createNewFormHolds,
  createRefusals,
  type NewFormHolds,
} from '../domain/inboxes/refusals.ts';
import { createMailBudget } from '../domain/inboxes/mail-budget.ts';
import { createVerificationBudgets } from '../domain/inboxes/verification-budgets.ts';
import type { Log } from '../platform/log/log.ts';
import type { ClaimMailRoom, SendMail } from '../delivery/mail/mailer.ts';
import { createOwner, type Owner } from '../domain/owner/index.ts';
import { createAccountRoutes } from '../domain/routes/account-routes.ts';
import { createAnnounceRoute, type AnnounceRoute } from '../domain/routes/announce-route.ts';
import { createCreateRoute } from '../domain/routes/create-route.ts';
import { createFindRoute, type FindRoute } from '../domain/routes/route-store.ts';
import type { Links } from '../domain/routes/links.ts';
import { createManageRoute } from '../domain/routes/manage-route.ts';
import { createEmailChannel } from '../delivery/mail/email-channel.ts';
import { createWebhookChannel } from '../delivery/webhook/channel.ts';
import { createSubmissions } from '../domain/submissions/index.ts';
import { createSubmissionHandlers } from '../web/http/handlers/submissions.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Store } from '../platform/stores/store.ts';
import { createArbitraryMode } from '../domain/verification/arbitrary-mode.ts';
import type { InboxVerification } from '../domain/verification/inbox-verification.ts';
import type { VerificationProvider } from '../domain/verification/providers/verification-provider.ts';
import { createVerifiedMode } from '../domain/verification/verified-mode.ts';

/** What the rooms are given: the opened neighbours of the service, and what it was told. */
export interface Neighbours {
  settings: Settings;
  deployment: Deployment;
  store: Store;
  keyring: Keyring;
  sendMail: SendMail;
  claimMailRoom: ClaimMailRoom;
  provider: VerificationProvider | undefined;
  webhooks: WebhookClient;
  /** Webhook calls behind the answers. */
  background: BackgroundTasks;
  /** Mails to owners behind the answers. */
  errands: BackgroundTasks;
  links: Links;
  limiter: RateLimiter;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What several rooms are built on. */
interface Foundations extends Neighbours {
  findRoute: FindRoute;
  verification: InboxVerification;
  holds: NewFormHolds;
  owner: Owner;
  announce: AnnounceRoute;
  autofillTraps: AutofillTraps;
}

function createFoundations(neighbours: Neighbours): Foundations {
  const { settings, store, keyring, provider, sendMail, links, log, now } = neighbours;
  const { routes, counters } = store;
  const operator = settings.OPERATOR_NAME ?? 'Letterslot';
  const findRoute = createFindRoute(routes, keyring);
  const refusals = createRefusals(store.refusals, keyring, now);
  const holds = createNewFormHolds(store.refusals, keyring, now);
  const autofillTraps = createAutofillTraps(counters, keyring, now);
  const counted = { counters, keyring, now };
  const owner = createOwner({
    ...counted,
    routes,
    findRoute,
    holds,
    refusals,
    sendMail,
    links,
    operator,
    monthlyLimit: settings.MONTHLY_LIMIT,
    autofillTraps: ({ inbox }) => autofillTraps.read(inbox.quota),
    runInBackground: neighbours.errands.run,
    log,
  });
  const verification = provider
    ? createVerifiedMode({
        routes,
        provider,
        announce: (route, asker) => announce.forStranger(route, asker),
        holds,
        tellHeld: owner.notices.held,
        tellOwner: owner.notices.newForm,
        log,
        now,
      })
    : createArbitraryMode({
        routes,
        keyring,
        findRoute,
        sendMail,
        links,
        operator,
        refuseLink: owner.links.refuse,
        holds,
        refusals,
        log,
        now,
      });
  const budgets = createVerificationBudgets(counted, settings.CREATE_RATE_PER_MINUTE);
  const restartBudget = createMailBudget('restart', counted);
  const announce = createAnnounceRoute({ budgets, restartBudget, refusals, verification, log });
  return {
    ...neighbours,
    verification,
    holds,
    autofillTraps,
    announce,
    owner,
    findRoute,
  };
}

function routeHandlers(on: Foundations) {
  const { settings, store, keyring, limiter, findRoute, verification, links, log, now } = on;
  const { announce, owner } = on;
  const { routes } = store;
  const createRoute = createCreateRoute({
    routes,
    keyring,
    limiter,
    ratePerMinute: settings.CREATE_RATE_PER_MINUTE,
    announce,
    verification,
    holds: on.holds,
    tellOwner: owner.notices.newForm,
    shared: on.store.shared,
    now,
  });
  const manageRoute = createManageRoute({
    routes,
    keyring,
    verification,
    announce,
    remindOwner: owner.notices.newFormAgain,
  });
  const secret = settings.ACCOUNT_LOOKUP_SECRET;
  const accountRoutes = createAccountRoutes({ routes, keyring, verification, links, secret });
  return {
    ...createRouteHandlers({ createRoute, findRoute, manageRoute, verification, links, log }),
    ...createAccountHandlers(accountRoutes),
    ...createVerificationHandlers({ verification, links, log }),
    ...createConsentHandlers({
      manageRoute,
      ...owner.decideBy({ verification, announce }),
      verification,
      links,
    }),
  };
}

function submissionHandlers(on: Foundations) {
  const { settings, store, keyring, limiter, findRoute, verification, links, log, now } = on;
  const { submitForm } = createSubmissions({
    store,
    keyring,
    limiter,
    verification,
    autofillTraps: on.autofillTraps,
    channels: {
      email: createEmailChannel(on.claimMailRoom, on.owner.letterhead),
      webhook: createWebhookChannel({ post: on.webhooks.post, log, now }),
    },
    runInBackground: on.background.run,
    tellUse: on.owner.notices.delivered,
    ratePerMinute: settings.SUBMIT_RATE_PER_MINUTE,
    monthlyLimit: settings.MONTHLY_LIMIT,
    links,
    log,
    now,
  });
  return createSubmissionHandlers({
    findRoute,
    submitForm,
    maxBytes: settings.MAX_SUBMISSION_BYTES,
  });
}

/** Builds every room, by hand, and answers the handlers of the contract's operations. */
export function composeRooms(neighbours: Neighbours): Handlers {
  const on = createFoundations(neighbours);
  const { settings, deployment, keyring, findRoute, verification, links } = on;
  const monthlyLimit = settings.MONTHLY_LIMIT;
  const receiptKeys = () => ({ keys: [keyring.signing.publicJwk] });
  return {
    ...createDiscoveryHandlers({ deployment, links, monthlyLimit, receiptKeys }),
    ...createInstallHandlers({ findRoute, verification, links }),
    ...routeHandlers(on),
    ...submissionHandlers(on),
  };
}

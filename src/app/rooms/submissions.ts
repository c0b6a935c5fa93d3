import type { BackgroundTasks } from '../../delivery/background-tasks.ts';
import { createEmailChannel } from '../../delivery/mail/email-channel.ts';
import { createWebhookChannel } from '../../delivery/webhook/channel.ts';
import type { WebhookClient } from '../../delivery/webhook/client.ts';
import { createSubmissionHandlers } from '../../web/http/handlers/submissions.ts';
import {
  createAllowance,
  type Allowance,
  type AutofillTraps,
} from '../../domain/inboxes/allowance.ts';
import type { RateLimiter } from '../../domain/inboxes/rate-limit.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ClaimMailRoom } from '../../delivery/mail/mailer.ts';
import type { Owner } from '../../domain/owner/index.ts';
import { createSignReceipt } from '../../domain/receipts/sign-receipt.ts';
import type { FindRoute } from '../../domain/routes/route-store.ts';
import type { Links } from '../../domain/routes/links.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { Store } from '../../platform/stores/store.ts';
import { createAdmission } from '../../domain/submissions/admission.ts';
import { createDeliverMarked } from '../../domain/submissions/deliver-marked.ts';
import { createDeliverOnce, type DeliverOnce } from '../../domain/submissions/deliver-once.ts';
import {
  createDeliverSubmission,
  type DeliverSubmission,
} from '../../domain/submissions/deliver-submission.ts';
import { createDryRun } from '../../domain/submissions/dry-run.ts';
import { createRepeats } from '../../domain/submissions/repeats.ts';
import { createSubmitForm } from '../../domain/submissions/submit-form.ts';
import { createCountTrapped } from '../../domain/submissions/trapped-submission.ts';
import type { InboxVerification } from '../../domain/verification/inbox-verification.ts';

/** What submissions are built on. */
interface Parts {
  settings: Settings;
  store: Store;
  keyring: Keyring;
  limiter: RateLimiter;
  findRoute: FindRoute;
  verification: InboxVerification;
  autofillTraps: AutofillTraps;
  claimMailRoom: ClaimMailRoom;
  owner: Owner;
  webhooks: WebhookClient;
  /** Webhook calls behind the answers. */
  background: BackgroundTasks;
  links: Links;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** How a submission is delivered, once for each Idempotency-Key, and the owner told of the month. */
function deliverer(on: Parts, allowance: Allowance): DeliverOnce {
  const { store, keyring, links, log, now } = on;
  const signReceipt = createSignReceipt(keyring, links.base);
  const deliver = createDeliverSubmission({
    allowance,
    channels: {
      email: createEmailChannel(on.claimMailRoom, on.owner.letterhead),
      webhook: createWebhookChannel({ post: on.webhooks.post, log, now }),
    },
    signReceipt,
    runInBackground: on.background.run,
    log,
    now,
  });
  const deliverMarked = createDeliverMarked({
    deliverSubmission: deliver,
    repeats: createRepeats(now),
    log,
  });
  const deliverSubmission: DeliverSubmission = async (route, submission, requestId) => {
    const delivered = await deliverMarked(route, submission, requestId);
    const { at, counts } = delivered;
    if (counts) on.owner.notices.delivered(route, { at, ...counts }, requestId);
    return delivered;
  };
  const { outcomes } = store;
  return createDeliverOnce({ outcomes, keyring, deliverSubmission, signReceipt, log, now });
}

/** Everything between a posted form and its delivery. */
export function submissionHandlers(on: Parts) {
  const { settings, store, keyring, limiter, findRoute, verification, links, log, now } = on;
  const allowance = createAllowance({
    counters: store.counters,
    keyring,
    limit: settings.MONTHLY_LIMIT,
    now,
  });
  const ratePerMinute = settings.SUBMIT_RATE_PER_MINUTE;
  const admit = createAdmission({ verification, limiter, ratePerMinute, links });
  const submitForm = createSubmitForm({
    admit,
    dryRun: createDryRun({ admit, allowance, keyring, links, log }),
    countTrapped: createCountTrapped({
      autofillTraps: on.autofillTraps,
      limiter,
      ratePerMinute,
      log,
    }),
    deliverOnce: deliverer(on, allowance),
    links,
  });
  const maxBytes = settings.MAX_SUBMISSION_BYTES;
  return createSubmissionHandlers({ findRoute, submitForm, maxBytes });
}

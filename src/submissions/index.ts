import type { Challenges } from './challenges/index.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { createAllowance, type AutofillTraps } from '../inboxes/allowance.ts';
import type { CounterStore } from '../platform/stores/counter-tables.ts';
import { createLocalRateLimiter, type PeekableRateLimiter } from '../inboxes/rate-limit.ts';
import { createPrepareReceipt } from './receipts/prepare-receipt.ts';
import type { AuthorizeForm } from '../forms/form-credentials.ts';
import type { Links } from '../contract/links.ts';
import type { TargetGone } from '../forms/target-states.ts';
import type { InboxVerification } from '../inboxes/verification/inbox-verification.ts';
import { createMark } from './suspicion/index.ts';
import { createAdmission } from './admission.ts';
import { createBeginAttempt, type BeginAttempt, type FormRates } from './attempts.ts';
import { createDeliverOnce } from './deliver-once.ts';
import { createDeliverer } from './deliverer.ts';
import type { RateContent } from './content-filter.ts';
import type { DeliveryChannels, Follow, NoteArrival, RunInBackground } from './delivery.ts';
import { createClaimKey, createKnowsKey } from './delivery-keys.ts';
import { createDryRun } from './dry-run.ts';
import { createExpectClean, type ScanFile } from './file-scan.ts';
import { createHoldsForm } from './form-holder.ts';
import { createNoteArrivals } from './note-arrivals.ts';
import type { OutcomeStore } from '../platform/stores/outcome-table.ts';
import { createSiteTickets, type SiteTickets } from './posted/site-ticket.ts';
import { createSubmitForm, type SubmitForm, type TellUse } from './submit-form.ts';
import { createTestForm, type TestForm } from './test-form.ts';
import { createCountTrapped } from './trapped-submission.ts';

interface Parts {
  store: { counters: CounterStore; outcomes: OutcomeStore };
  keyring: Keyring;
  limiter: PeekableRateLimiter;
  authorize: AuthorizeForm;
  verification: InboxVerification;
  challenges: Pick<Challenges, 'check' | 'isTooFast'>;
  /** Reads the content, where the operator has such a filter. */
  rateContent: RateContent | undefined;
  /** Says whether a file is infected, where the operator has a scanner. */
  scanFile: ScanFile | undefined;
  attacks: { note: NoteArrival };
  autofillTraps: AutofillTraps;
  channels: DeliveryChannels;
  /** Runs deliveries that nobody waits for. */
  runInBackground: RunInBackground;
  /** Mails that follow each delivery. */
  followers: readonly Follow[];
  /** Ends a target that is gone, and tells the owner. */
  targetGone: TargetGone;
  /** Tells the owner of an inbox how much of the monthly allowance is used. */
  tellUse: TellUse;
  ratePerMinute: FormRates;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  links: Links;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Everything between a posted form and its delivery. */
export function createSubmissions(parts: Parts): {
  beginAttempt: BeginAttempt;
  submitForm: SubmitForm;
  testForm: TestForm;
  siteTickets: SiteTickets;
} {
  const { store, keyring, limiter, verification, ratePerMinute, links, log, now } = parts;
  const { counters, outcomes } = store;
  const allowance = createAllowance({ counters, keyring, limit: parts.monthlyLimit, now });
  const { challenges, rateContent, scanFile } = parts;
  const expectClean = scanFile && createExpectClean(scanFile, log);
  const mark = createMark({ base: links.base, now });
  const knowsKey = createKnowsKey({ outcomes, keyring, now });
  const local = createLocalRateLimiter(now);
  const checks = { verification, mark, rateContent, expectClean, challenges, knowsKey, limiter };
  const admit = createAdmission({ ...checks, local, ratePerMinute, links });
  const beginAttempt = createBeginAttempt({
    limiter,
    local,
    ratePerMinute,
    hasFilter: rateContent !== undefined,
    attacks: parts.attacks,
  });
  const { autofillTraps, channels, runInBackground, followers, targetGone, tellUse } = parts;
  const deliverer = createDeliverer({
    channels,
    runInBackground,
    followers,
    targetGone,
    log,
    now,
  });
  const prepareReceipt = createPrepareReceipt(keyring, links.base);
  const deliverOnce = createDeliverOnce({ deliverer, allowance, prepareReceipt, log, now });
  const holdsForm = createHoldsForm(parts.authorize);
  const submitForm = createSubmitForm({
    holdsForm,
    dryRun: createDryRun({ holdsForm, admit, mark, allowance, links, log }),
    countTrapped: createCountTrapped({ autofillTraps, limiter, ratePerMinute, log }),
    admit,
    claimKey: createClaimKey({ outcomes, keyring, issuer: links.base, log, now }),
    deliverer,
    deliverOnce,
    tellUse,
    links,
    log,
  });
  const testForm = createTestForm({ admit, deliverer, deliverOnce, tellUse });
  return {
    beginAttempt,
    submitForm: createNoteArrivals(submitForm, parts.attacks),
    testForm,
    siteTickets: createSiteTickets({ keyring, now }),
  };
}

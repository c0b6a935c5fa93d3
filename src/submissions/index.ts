import type { Context } from '../platform/context.ts';
import type { Challenges } from './challenges/index.ts';
import { createAllowance } from '../inboxes/allowance.ts';
import { LocalRateLimiter, type PeekableRateLimiter } from '../inboxes/rate-limit.ts';
import { createPrepareReceipt } from './receipts/prepare-receipt.ts';
import type { Routes } from '../forms/index.ts';
import type { OwnerMails } from '../consent/decisions/owner-mails.ts';
import type { InboxVerification } from '../consent/verification/inbox-verification.ts';
import { createMark } from './suspicion/reasons.ts';
import { createNeedsSolution } from './gates/challenge.ts';
import { createRefuseKeyless, type RefuseKeyless } from './gates/open.ts';
import { Rates } from './gates/rate.ts';
import { ClientRefusals } from './gates/client-refusals.ts';
import { createPlans } from './plan.ts';
import { createDeliver } from './deliver.ts';
import type { RateContent } from './gates/content.ts';
import type { Outboxes } from '../mail/outbox.ts';
import type { DeliveryChannels, Follower, NoteArrival, RunInBackground } from './delivery.ts';
import { createClaimKey, createKnowsKey } from './delivery-keys.ts';
import { createDryRun } from './dry-run.ts';
import type { ScanFile } from './gates/virus.ts';
import { createSiteTickets, type SiteTickets } from './posted/site-ticket.ts';
import {
  Submit,
  noteRefusals,
  type BeginAttempt,
  type SubmitForm,
  type TellUse,
} from './submit.ts';
import { createTestForm, type TestForm } from './test-form.ts';
import { createCountTrapped } from './gates/trap.ts';

interface Parts extends Context {
  limiter: PeekableRateLimiter;
  authorize: Routes['authorize'];
  findRoute: Routes['find'];
  verification: InboxVerification;
  challenges: Pick<Challenges, 'check' | 'isTooFast'>;
  /** Reads the content, where the operator has such a filter. */
  rateContent: RateContent | undefined;
  /** Says whether a file is infected, where the operator has a scanner. */
  scanFile: ScanFile | undefined;
  attacks: { note: NoteArrival };
  channels: DeliveryChannels;
  /** By which the mails of plain and of marked submissions leave. */
  outboxes: Outboxes;
  /** Runs deliveries that nobody waits for. */
  runInBackground: RunInBackground;
  /** Mails that follow each delivery. */
  followers: readonly Follower[];
  /** Ends a target that is gone, and tells the owner. */
  targetGone: OwnerMails['notices']['targetGone'];
  /** Tells the owner of an inbox how much of the monthly allowance is used. */
  tellUse: TellUse;
}

/** Everything between a posted form and its delivery. */
export interface Submissions {
  clientRefusals: Pick<ClientRefusals, 'of' | 'reach'>;
  beginAttempt: BeginAttempt;
  refuseKeyless: RefuseKeyless;
  submitForm: SubmitForm;
  testForm: TestForm;
  siteTickets: SiteTickets;
}

export function createSubmissions(parts: Parts): Submissions {
  const { keyring, limiter, rateContent, links, now } = parts;
  const noteArrival = parts.attacks.note;
  const local = new LocalRateLimiter(now);
  const clientRefusals = new ClientRefusals(
    parts.settings.SUBMIT_RATE_PER_MINUTE,
    local,
    parts.findRoute,
  );
  const rates = new Rates(parts, limiter, local, clientRefusals, rateContent !== undefined);
  const mark = createMark({ base: links.base, now });
  const knowsKey = createKnowsKey(parts);
  const needsSolution = createNeedsSolution(parts.challenges, knowsKey);
  const { planOf, pass } = createPlans({ ...parts, rates, local, mark, needsSolution });

  const allowance = createAllowance(parts);
  const prepareReceipt = createPrepareReceipt(keyring, links.base);
  const deliver = createDeliver({ ...parts, planOf, allowance, prepareReceipt });
  return {
    clientRefusals,
    beginAttempt: noteRefusals(rates.beginAttempt, noteArrival),
    refuseKeyless: createRefuseKeyless(parts.verification, links),
    submitForm: new Submit({
      ...parts,
      planOf,
      pass,
      deliver,
      noteArrival,
      dryRun: createDryRun(parts, pass, mark, allowance),
      countTrapped: createCountTrapped(parts, limiter),
      claimKey: createClaimKey(parts),
    }).form,
    testForm: createTestForm({ ...parts, pass, deliver }),
    siteTickets: createSiteTickets(parts),
  };
}

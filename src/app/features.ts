import { AccessKeys } from '../forms/access-keys.ts';
import { openChannels } from '../delivery/channels.ts';
import { AutoReplies } from '../followers/auto-reply/index.ts';
import { Attacks } from '../watch/attacks/index.ts';
import { ReturnPaths } from '../consent/bounces/bounce-token.ts';
import { Bounces } from '../consent/bounces/receive-reports.ts';
import { Copies } from '../followers/copies/index.ts';
import { Counts } from '../forms/counts/index.ts';
import { EncryptionKeys } from '../inboxes/keys/index.ts';
import { Sessions } from '../inboxes/inbox-session.ts';
import { rateLimiterOf } from '../inboxes/rate-limit.ts';
import { NewFormHolds, Refusals } from '../inboxes/refusals.ts';
import { Owners } from '../consent/decisions/index.ts';
import { OwnerMails } from '../consent/decisions/owner-mails.ts';
import { Routes } from '../forms/index.ts';
import type { Context } from '../platform/context.ts';
import { SilenceWatch } from '../watch/silence/index.ts';
import { Submissions } from '../submissions/index.ts';
import { ArbitraryMode } from '../consent/verification/arbitrary-mode.ts';
import type { InboxVerification } from '../consent/verification/inbox-verification.ts';
import { VerificationBudgets } from '../consent/verification/verification-budgets.ts';
import { VerifiedMode } from '../consent/verification/verified-mode.ts';
import type { Neighbours } from './open/neighbours.ts';

// oxlint-disable-next-line eslint/max-lines-per-function -- reads top to bottom, without a branch
export function createFeatures(context: Context, neighbours: Neighbours) {
  const { now } = context;
  const { mail, receivers, provider, queues, filter, scanner } = neighbours;
  const { outboxes } = mail;
  const { sendMail, from } = outboxes.plain;
  const limiter = rateLimiterOf(context);
  const refusals = new Refusals(context);
  const holds = new NewFormHolds(context);
  const sessions = new Sessions(context);

  const runInBackground = queues.ownerMailQueue.run.bind(queues.ownerMailQueue);
  const sender = from.name;
  const mails = new OwnerMails(context, { sendMail, runInBackground, sender });
  const { letterhead, ownerLinks, mailOwner, notices } = mails;
  const bounces = new Bounces(context, limiter, receivers);
  const returnPaths = new ReturnPaths(context);
  const copies = new Copies({ ...context, refusals, sendMail, letterhead, returnPaths });
  const verifying = { ...context, refusals, holds };
  const verification: InboxVerification = provider
    ? new VerifiedMode(verifying, provider, notices)
    : new ArbitraryMode(verifying, mails, sendMail, copies);

  const encryption = new EncryptionKeys(receivers, limiter, now);
  const routes = new Routes({
    ...context,
    encryption,
    limiter,
    sessions,
    verification,
    holds,
    notices,
    copies,
  });
  const counts = new Counts(context);
  const accessKeys = new AccessKeys(context, counts);
  const owners = new Owners({
    ...context,
    letterhead,
    ownerLinks,
    mailOwner,
    notices,
    sendMail,
    bearers: sessions,
    limiter,
    routes,
    counts,
    budgets: new VerificationBudgets(context),
    asksInboxes: provider === undefined,
    verification,
    copies,
    holds,
    refusals,
    runInBackground,
  });
  const silences = new SilenceWatch(context, mails);

  const attacks = new Attacks(context, mails, counts);
  const autoReplies = new AutoReplies(context, sendMail, from);
  const channels = openChannels(context, mails, receivers, returnPaths);
  const submissions = new Submissions(
    context,
    { limiter, routes, counts, verification, notices },
    {
      channels,
      outboxes,
      background: queues.background,
      followers: [copies.deliver, autoReplies],
      pressure: attacks,
      filter,
      scanner,
    },
  );

  return {
    limiter,
    bounces,
    copies,
    verification,
    routes,
    accessKeys,
    counts,
    owners,
    encryption,
    silences,
    attacks,
    submissions,
  };
}

export type Features = ReturnType<typeof createFeatures>;

import { AccessKeys } from '../forms/access-keys.ts';
import { createChannels } from '../delivery/channels.ts';
import { AutoReplies } from '../followers/auto-reply/index.ts';
import { Attacks } from '../watch/attacks/index.ts';
import { createBounces } from '../consent/bounces/receive-reports.ts';
import { Copies } from '../followers/copies/index.ts';
import { Counts } from '../forms/counts/index.ts';
import { createEncryption } from '../inboxes/keys/index.ts';
import { Sessions } from '../inboxes/inbox-session.ts';
import { rateLimiterOf } from '../inboxes/rate-limit.ts';
import { NewFormHolds, Refusals } from '../inboxes/refusals.ts';
import { createOwners } from '../consent/decisions/index.ts';
import { createOwnerMails } from '../consent/decisions/owner-mails.ts';
import { Routes } from '../forms/index.ts';
import type { Context } from '../platform/context.ts';
import { SilenceWatch } from '../watch/silence/index.ts';
import { Submissions } from '../submissions/index.ts';
import { ArbitraryMode } from '../consent/verification/arbitrary-mode.ts';
import type { InboxVerification } from '../consent/verification/inbox-verification.ts';
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
  const mails = createOwnerMails(context, { sendMail, runInBackground, sender });
  const { notices, ownerLinks } = mails;
  const bounces = createBounces(context, limiter, receivers.fetchBytes);
  const { returnPath } = bounces;
  const asking = { ...context, ...mails, limiter, sendMail, refusals };
  const copies = new Copies({ ...asking, returnPath });
  const verifying = { ...asking, refuseLink: ownerLinks.refuse, holds, copies };
  const verification: InboxVerification = provider
    ? new VerifiedMode({ ...verifying, provider })
    : new ArbitraryMode(verifying);

  const encryption = createEncryption(receivers.fetchBytes, limiter, now);
  const routes = new Routes({
    ...context,
    ...encryption,
    limiter,
    sessions,
    verification,
    holds,
    notices,
    copies,
  });
  const counts = new Counts(context);
  const accessKeys = new AccessKeys(context, counts);
  const owners = createOwners({
    ...context,
    ...mails,
    sendMail,
    bearers: sessions,
    limiter,
    routes,
    countsOfMonth: (formIds) => counts.ofMonth(formIds),
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
  const channels = createChannels({
    ...context,
    ...mails,
    linksOf: ownerLinks.ofSubmission,
    post: receivers.post,
    returnPath,
  });
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

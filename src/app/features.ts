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
import { rateLimiterOf, type PeekableRateLimiter } from '../inboxes/rate-limit.ts';
import { NewFormHolds, Refusals } from '../inboxes/refusals.ts';
import { Owners } from '../consent/decisions/index.ts';
import { OwnerMails } from '../consent/decisions/owner-mails.ts';
import { Routes } from '../forms/index.ts';
import type { Context } from '../platform/context.ts';
import { SilenceWatch } from '../watch/silence/index.ts';
import { Submissions } from '../submissions/index.ts';
import type { Ports } from '../submissions/ports.ts';
import { ArbitraryMode } from '../consent/verification/arbitrary-mode.ts';
import { VerifiedMode } from '../consent/verification/verified-mode.ts';
import type { Neighbours } from './open/neighbours.ts';

/** Services of neighbours and of the rooms above submissions. */
function portsOf(
  context: Context,
  { mail, receivers, queues, filter, scanner }: Neighbours,
  mails: OwnerMails,
  { returnPaths, copies, attacks }: { returnPaths: ReturnPaths; copies: Copies; attacks: Attacks },
): Ports {
  const { outboxes } = mail;
  const { sendMail, from } = outboxes.plain;
  return {
    channels: openChannels(context, mails, receivers, returnPaths),
    outboxes,
    background: queues.background,
    followers: [copies.deliver, new AutoReplies(context, sendMail, from)],
    pressure: attacks,
    filter,
    scanner,
  };
}

/** The doors of all features, called from top to bottom, each with what is above it. */
export class Features {
  readonly limiter: PeekableRateLimiter;
  readonly bounces: Bounces;
  readonly routes: Routes;
  readonly accessKeys: AccessKeys;
  readonly counts: Counts;
  readonly owners: Owners;
  readonly encryption: EncryptionKeys;
  readonly silences: SilenceWatch;
  readonly attacks: Attacks;
  readonly submissions: Submissions;

  constructor(context: Context, neighbours: Neighbours) {
    const { mail, receivers, provider, queues } = neighbours;
    const { sendMail, from } = mail.outboxes.plain;
    const limiter = (this.limiter = rateLimiterOf(context));
    const encryption = (this.encryption = new EncryptionKeys(context, limiter, receivers));
    const sessions = new Sessions(context);
    const refusals = new Refusals(context);
    const holds = new NewFormHolds(context);

    const runInBackground = queues.ownerMailQueue.run.bind(queues.ownerMailQueue);
    const mails = new OwnerMails(context, { sendMail, runInBackground, sender: from.name });
    const { notices } = mails;
    const returnPaths = new ReturnPaths(context);
    const copies = new Copies(context, refusals, mails, returnPaths);
    // Inboxes give their consent to a provider, or by the link in a mail.
    const verification = provider
      ? new VerifiedMode(context, refusals, holds, mails, provider)
      : new ArbitraryMode(context, refusals, holds, mails, copies);

    const asked = { verification, copies, holds, limiter, sessions };
    const routes = (this.routes = new Routes(context, { ...asked, encryption, notices }));
    const counts = (this.counts = new Counts(context));
    this.accessKeys = new AccessKeys(context, counts);
    this.owners = new Owners(context, mails, { ...asked, refusals, routes, counts });
    this.bounces = new Bounces(context, limiter, receivers);
    this.silences = new SilenceWatch(context, mails);

    const attacks = (this.attacks = new Attacks(context, mails, counts));
    const below = { limiter, routes, counts, verification, notices };
    const above = portsOf(context, neighbours, mails, { returnPaths, copies, attacks });
    this.submissions = new Submissions(context, below, above);
  }
}

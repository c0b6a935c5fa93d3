import { createChannels } from '../delivery/channels.ts';
import { AutoReplies } from '../submissions/auto-reply/index.ts';
import { Attacks } from '../submissions/attacks/index.ts';
import { createBounces } from '../inboxes/bounces/receive-reports.ts';
import { Challenges } from '../submissions/challenges/index.ts';
import { Copies } from '../forms/copies/index.ts';
import { Counts } from '../forms/counts/index.ts';
import { createEncryption } from '../mail/encryption/index.ts';
import { createInboxes } from '../inboxes/index.ts';
import { createDecisions, createOwnerMails, createOwnerSessions } from '../decisions/index.ts';
import { createTargetGone } from '../decisions/target-gone.ts';
import { Routes } from '../forms/index.ts';
import type { Context } from '../platform/context.ts';
import { SilenceWatch } from '../forms/silence/index.ts';
import { createSubmissions } from '../submissions/index.ts';
import { createVerification } from '../inboxes/verification/index.ts';
import type { Neighbours } from './open/neighbours.ts';

// oxlint-disable-next-line eslint/max-lines-per-function -- reads top to bottom, without a branch
export function createFeatures(context: Context, neighbours: Neighbours) {
  const { links, now, settings } = context;
  const { mail, receivers, provider, queues, rateContent, scanFile } = neighbours;
  const { sendMail } = mail;
  const monthlyLimit = settings.MONTHLY_LIMIT;
  const { limiter, refusals, holds, autofillTraps, sessions } = createInboxes(context);
  const createRates = { limiter, ratePerMinute: settings.CREATE_RATE_PER_MINUTE };

  const mails = createOwnerMails({
    ...context,
    sendMail,
    runInBackground: queues.ownerMailQueue.run,
    operator: settings.OPERATOR_NAME ?? 'Letterslot',
    contact: settings.OPERATOR_CONTACT,
    sender: mail.from.name,
    monthlyLimit,
    autofillTraps,
  });
  const { notices } = mails;
  const bounces = createBounces(context, limiter, receivers.fetchBytes);
  const { returnPath } = bounces;
  const asking = { ...context, ...createRates, ...mails, links, sendMail, refusals };
  const copies = new Copies({ ...asking, returnPath });
  const verification = createVerification({
    ...asking,
    provider,
    refuseLink: mails.links.refuse,
    holds,
    copies,
  });

  const routes = new Routes({
    ...context,
    limiter,
    sessions,
    verification,
    holds,
    notices,
    copies,
  });
  const counts = new Counts(context, routes.authorize);
  const decisions = createDecisions({
    ...context,
    ...createRates,
    mails,
    findRoute: routes.find,
    routes,
    formSettings: routes.settings,
    toResource: (route) => routes.toResource(route),
    asksInboxes: provider === undefined,
    sendMail,
    verification,
    holds,
    refusals,
  });
  const ownerSessions = createOwnerSessions({
    ...context,
    bearers: sessions,
    mails,
    ...createRates,
    routes,
    countsOfMonth: (formIds) => counts.ofMonth(formIds),
    asksInboxes: provider === undefined,
    verification,
    copies,
    holds,
    refusals,
    runInBackground: queues.ownerMailQueue.run,
  });
  const encryption = createEncryption(receivers.fetchBytes, limiter, now);
  const silences = new SilenceWatch(context, mails);

  const attacks = new Attacks(context, mails, counts);
  const challenges = new Challenges(context, limiter, attacks);
  const autoReplies = new AutoReplies(context, sendMail, mail.from);
  const submissions = createSubmissions({
    ...context,
    limiter,
    authorize: routes.authorize,
    verification,
    challenges,
    rateContent,
    scanFile,
    attacks,
    autofillTraps,
    channels: createChannels({
      ...context,
      ...mails,
      ...mail,
      linksOf: mails.links.ofSubmission,
      post: receivers.post,
      returnPath,
    }),
    runInBackground: queues.background.run,
    followers: [copies.deliver, autoReplies.follower],
    targetGone: createTargetGone(context, mails.mailOwner),
    tellUse: notices.delivered,
  });

  return {
    limiter,
    bounces,
    copies,
    verification,
    routes,
    counts,
    decisions,
    ownerSessions,
    encryption,
    silences,
    attacks,
    challenges,
    submissions,
  };
}

export type Features = ReturnType<typeof createFeatures>;

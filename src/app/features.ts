import { createChannels } from '../delivery/channels.ts';
import { AutoReplies } from '../submissions/auto-reply/index.ts';
import { Attacks } from '../submissions/attacks/index.ts';
import { createBounces } from '../inboxes/bounces/receive-reports.ts';
import { Challenges } from '../submissions/challenges/index.ts';
import { createCopies } from '../forms/copies/index.ts';
import { Counts } from '../forms/counts/index.ts';
import { createEncryption } from '../mail/encryption/index.ts';
import { createInboxes } from '../inboxes/index.ts';
import { createDecisions, createOwnerMails, createOwnerSessions } from '../decisions/index.ts';
import { createTargetGone } from '../decisions/target-gone.ts';
import { Routes } from '../forms/index.ts';
import type { Links } from '../contract/links.ts';
import { createSilenceWatch } from '../forms/silence/index.ts';
import { createSubmissions } from '../submissions/index.ts';
import { createVerification } from '../inboxes/verification/index.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Neighbours } from './open/neighbours.ts';

interface Parts extends Neighbours {
  links: Links;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Every feature, built from those before it. */
// oxlint-disable-next-line eslint/max-lines-per-function -- reads top to bottom, without a branch
export function createFeatures(settings: Settings, parts: Parts) {
  const { store, log, mail, receivers, provider, queues, links, now } = parts;
  const { keyring } = parts.opened;
  const { sendMail } = mail;
  // Needed by nearly every feature; each names the rest itself.
  const common = { store, keyring, links, log, now, settings };
  const monthlyLimit = settings.MONTHLY_LIMIT;
  const { limiter, refusals, holds, autofillTraps, sessions } = createInboxes(common);
  const createRates = { limiter, ratePerMinute: settings.CREATE_RATE_PER_MINUTE };
  const submitRates = { limiter, ratePerMinute: settings.SUBMIT_RATE_PER_MINUTE };

  const mails = createOwnerMails({
    ...common,
    sendMail,
    runInBackground: queues.ownerMailQueue.run,
    operator: settings.OPERATOR_NAME ?? 'Letterslot',
    contact: settings.OPERATOR_CONTACT,
    sender: mail.from.name,
    monthlyLimit,
    autofillTraps,
  });
  const { notices } = mails;
  const bounces = createBounces({ ...common, limiter, ...receivers });
  const { returnPath } = bounces;
  const asking = { ...common, ...createRates, ...mails, links, sendMail, refusals };
  const copies = createCopies({ ...asking, returnPath, monthlyLimit });
  const verification = createVerification({
    ...asking,
    provider,
    refuseLink: mails.links.refuse,
    holds,
    copies,
  });

  const routes = new Routes({
    ...common,
    limiter,
    sessions,
    verification,
    holds,
    notices,
    copies,
  });
  const counts = new Counts(common, routes.authorize);
  const decisions = createDecisions({
    ...common,
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
    ...common,
    bearers: sessions,
    mails,
    ...createRates,
    monthlyLimit,
    routes,
    countsOfMonth: (formIds) => counts.ofMonth(formIds),
    asksInboxes: provider === undefined,
    verification,
    copies,
    holds,
    refusals,
    runInBackground: queues.ownerMailQueue.run,
  });
  const encryption = createEncryption({ fetchBytes: receivers.fetchBytes, limiter, now });
  const silences = createSilenceWatch({ ...common, ...createRates, mails });

  const attacks = new Attacks(common, mails, counts);
  const challenges = new Challenges(common, limiter, attacks);
  const autoReplies = new AutoReplies(common, sendMail, mail.from);
  const submissions = createSubmissions({
    ...common,
    ...submitRates,
    authorize: routes.authorize,
    monthlyLimit,
    verification,
    challenges,
    rateContent: parts.rateContent,
    scanFile: parts.scanFile,
    attacks,
    autofillTraps,
    channels: createChannels({
      ...common,
      ...mails,
      ...mail,
      linksOf: mails.links.ofSubmission,
      post: receivers.post,
      returnPath,
    }),
    runInBackground: queues.background.run,
    followers: [copies.deliver, autoReplies.follower],
    targetGone: createTargetGone({ ...common, ...mails, links }),
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

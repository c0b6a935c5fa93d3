import { explainMark, type Words } from '../../catalogs/catalog.ts';
import { describeChallenges } from '../../catalogs/describe-change.ts';
import { SUSPICIONS, type Suspicion } from '../../contract/enums.ts';
import type { ChallengePolicy } from '../../contract/form-settings.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Requester } from '../../forms/forms-context.ts';
import { challengeOf, type Route } from '../../forms/route.ts';
import { isStricter } from '../../forms/settings/setting-changes.ts';
import { withSetting } from '../../forms/settings/setting-rules.ts';
import { NOTHING_CHANGED } from '../../mail/mailer.ts';
import {
  nameOf,
  type DecisionPage,
  type DecisionRow,
  type Opened,
  type OwnersContext,
  type PageFact,
} from './decision.ts';
import { askPage, quietButton, saysDone } from './form-pages.ts';

/** The policies that the page can switch to. */
type Stricter = Exclude<ChallengePolicy, 'off'>;

/** The form of a link "This was spam", and the change that its page offers. */
interface ReportedForm<Form = Pick<Route, 'alias'>> {
  route: Form;
  challenge: ChallengePolicy;
  /** The policy that its button sets. */
  next: Stricter;
  /** Reasons that the button makes count again. */
  relaxed: readonly Suspicion[];
  state: 'open' | 'done';
}

/**
 * The form with at least this policy and without relaxed reasons; undefined if nothing changes. It
 * ends a waiting proposal, which could take this back.
 */
function tighten(route: Route, wanted: Stricter): Route | undefined {
  const isLenient = isStricter(wanted, challengeOf(route));
  if (!isLenient && !route.relaxed?.length) return undefined;
  const settings = isLenient ? withSetting(route.settings, 'challenge', wanted) : route.settings;
  const guard = isLenient ? wanted : route.guard;
  return { ...route, settings, guard, relaxed: undefined, proposal: undefined };
}

function lookAtReport({ route, facts }: Opened<'spam'>): ReportedForm<Route> {
  const challenge = challengeOf(route);
  // The notice of an attack asks for `always` alone.
  const next = facts.from === 'mail' && challenge === 'off' ? 'suspicious' : 'always';
  const { relaxed = [] } = route;
  const isOpen = challenge !== 'always' || relaxed.length > 0;
  return { route, challenge, next, relaxed, state: isOpen ? 'open' : 'done' };
}

/** Says what the button will change, or what the form asks for now. */
export function spamPage(
  words: Words,
  { route, challenge, next, relaxed, state }: ReportedForm,
): DecisionPage {
  const { spam, guarded, notSpam } = words.owners;
  const isOpen = state === 'open';
  const { name, lines } = describeChallenges(words, challenge, isOpen ? next : challenge);
  const facts: PageFact[] = [nameOf(words, route), [name, { lines }]];
  if (!isOpen) return saysDone(guarded, { facts, toInbox: true });
  if (relaxed.length > 0) facts.push([notSpam.marksAgain, explainMark(words, relaxed)]);
  return {
    mark: 'ask',
    title: spam.title,
    text: [spam.explanations[next]],
    facts,
    note: spam.notKept,
    ask: { buttons: [{ label: spam.buttons[next], choice: next }] },
    soft: spam.ignore,
    toInbox: true,
  };
}

async function reportSpam(
  owners: OwnersContext,
  opened: Opened<'spam'>,
  wanted: Stricter,
  requester: Requester,
): Promise<ReportedForm<Route>> {
  const { routes, mailOwner, log } = owners;
  const { form, from } = opened.facts;
  const { requestId } = requester;
  const next = from === 'notice' ? 'always' : wanted;
  const changed = await routes.settings.decide(form, requestId, (now) => tighten(now, next));
  log.spamReported({ requestId, formId: form, changed: changed !== undefined });
  if (changed) {
    const [before, challenge] = [challengeOf(opened.route), challengeOf(changed)];
    const about = { route: changed, before, challenge };
    mailOwner.later({ kind: 'guarded', about, requester });
  }
  return { ...lookAtReport({ ...opened, route: await routes.find(form) }), state: 'done' };
}

/**
 * "This was spam", in the mail of each submission; docs/decisions/0044. The link never ends: it can
 * only narrow. Because replies quote it, the owner is mailed each change.
 */
export const REPORT_SPAM: DecisionRow<'spam', ReportedForm<Route>> = {
  name: 'spam',
  look: (_owners, opened) => lookAtReport(opened),
  effects: {
    press: (owners, opened, requester) => reportSpam(owners, opened, 'suspicious', requester),
    suspicious: (owners, opened, requester) => reportSpam(owners, opened, 'suspicious', requester),
    always: (owners, opened, requester) => reportSpam(owners, opened, 'always', requester),
  },
  answer: ({ route }, { routes }) => routes.toResource(route),
  page: spamPage,
};

/** The form of a link "This was not spam", and the reasons that marked its mail. */
interface MarkedForm<Form = Pick<Route, 'alias'>> {
  route: Form;
  reasons: readonly Suspicion[];
  /** `relaxed`: the form marks nothing for these reasons. */
  state: 'open' | 'relaxed';
}

/** The form with these reasons relaxed or not; undefined if nothing changes. */
function withRelaxed(
  route: Route,
  reasons: readonly Suspicion[],
  isRelaxed: boolean,
): Route | undefined {
  const before = route.relaxed ?? [];
  const relaxed = SUSPICIONS.filter((reason) =>
    reasons.includes(reason) ? isRelaxed : before.includes(reason),
  );
  return relaxed.length === before.length ? undefined : { ...route, relaxed };
}

function lookAtMark({ route, facts }: Opened<'not-spam'>): MarkedForm<Route> {
  const reasons = SUSPICIONS.filter((reason) => facts.reasons.includes(reason));
  // A later release may have none of the reasons of an old mail.
  if (reasons.length === 0) throw new ServiceError('verification_token_invalid');
  const isRelaxed = withRelaxed(route, reasons, true) === undefined;
  return { route, reasons, state: isRelaxed ? 'relaxed' : 'open' };
}

/** Asks; once the reasons are relaxed, offers the way back. */
export function notSpamPage(words: Words, { route, reasons, state }: MarkedForm) {
  const { notSpam, relaxed } = words.owners;
  const facts: PageFact[] = [nameOf(words, route), [notSpam.mark, explainMark(words, reasons)]];
  const more = { facts, toInbox: true } as const;
  if (state === 'open') return askPage(notSpam, { ...more, soft: notSpam.ignore });
  return saysDone(relaxed, { ...more, ask: { buttons: [quietButton(relaxed.undo, 'undo')] } });
}

async function setRelaxed(
  { routes, log }: OwnersContext,
  opened: Opened<'not-spam'>,
  isRelaxed: boolean,
  { requestId }: Requester,
): Promise<void> {
  const { form } = opened.facts;
  const { reasons } = lookAtMark(opened);
  await routes.settings.decide(form, requestId, (now) => withRelaxed(now, reasons, isRelaxed));
  log.marksRelaxed({ requestId, formId: form, reasons, undone: !isRelaxed });
}

/** Mails the owner the way back first, because replies quote the link. */
async function relaxMarks(
  owners: OwnersContext,
  opened: Opened<'not-spam'>,
  requester: Requester,
): Promise<void> {
  const { route, reasons, state } = lookAtMark(opened);
  if (state === 'open') {
    const about = { route, reasons, link: owners.links.decision('not-spam', opened.token) };
    await owners.mailOwner.andWait({ kind: 'relaxed', about, requester }, NOTHING_CHANGED);
  }
  await setRelaxed(owners, opened, true, requester);
}

/** "This was not spam", in the mail of a marked submission; docs/decisions/0044. */
export const RELAX_MARKS: DecisionRow<'not-spam', MarkedForm<Route>> = {
  name: 'not-spam',
  look: (_owners, opened) => lookAtMark(opened),
  effects: {
    press: relaxMarks,
    undo: (owners, opened, requester) => setRelaxed(owners, opened, false, requester),
  },
  answer: ({ route }, { routes }) => routes.toResource(route),
  page: notSpamPage,
};

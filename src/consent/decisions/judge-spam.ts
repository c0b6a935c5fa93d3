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
  createDecision,
  nameOf,
  type DecisionPage,
  type DecisionParts,
  type Opened,
  type PageFact,
} from './decision.ts';
import { askPage, quietButton, saysDone } from './form-pages.ts';

/** The policies that the page of a link can switch to. */
type Stricter = Exclude<ChallengePolicy, 'off'>;

/** The form of a link "This was spam", and what its page offers. */
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
 * The form with at least this policy, and nothing relaxed; undefined when that is so already. Only its owner takes
 * that back, so a change that waits since before is over: accepting it would.
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

/** It says what its button will change, or what the form asks for now. */
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

/**
 * "This was spam", in the mail of each submission; docs/decisions/0044. The link never ends: it can only narrow, and
 * the owner is mailed if it changed something, because replies quote it.
 */
export function createReportSpam(parts: DecisionParts) {
  const { routes, mailOwner, log } = parts;

  const report =
    (wanted: Stricter) =>
    async (opened: Opened<'spam'>, requester: Requester): Promise<ReportedForm<Route>> => {
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
    };

  return createDecision<'spam', ReportedForm<Route>>(parts, {
    name: 'spam',
    look: lookAtReport,
    effects: {
      press: report('suspicious'),
      suspicious: report('suspicious'),
      always: report('always'),
    },
    answer: ({ route }) => routes.toResource(route),
    page: spamPage,
  });
}

/** The form of a link "This was not spam", and the reasons for which its mail was marked. */
interface MarkedForm<Form = Pick<Route, 'alias'>> {
  route: Form;
  reasons: readonly Suspicion[];
  /** `relaxed`: the form marks nothing for these reasons. */
  state: 'open' | 'relaxed';
}

/** The form with these reasons relaxed or not; undefined when that is so already. */
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

/** Once the reasons are relaxed, it has the way back. */
export function notSpamPage(words: Words, { route, reasons, state }: MarkedForm) {
  const { notSpam, relaxed } = words.owners;
  const facts: PageFact[] = [nameOf(words, route), [notSpam.mark, explainMark(words, reasons)]];
  const more = { facts, toInbox: true } as const;
  if (state === 'open') return askPage(notSpam, { ...more, soft: notSpam.ignore });
  return saysDone(relaxed, { ...more, ask: { buttons: [quietButton(relaxed.undo, 'undo')] } });
}

/**
 * "This was not spam", in the mail of a marked submission; docs/decisions/0044. The owner is mailed first, with the way
 * back, because replies quote the link: if that fails, nothing has changed.
 */
export function createRelaxMarks(parts: DecisionParts) {
  const { routes, mailOwner, links, log } = parts;

  async function set(opened: Opened<'not-spam'>, isRelaxed: boolean, { requestId }: Requester) {
    const { form } = opened.facts;
    const { reasons } = lookAtMark(opened);
    await routes.settings.decide(form, requestId, (now) => withRelaxed(now, reasons, isRelaxed));
    log.marksRelaxed({ requestId, formId: form, reasons, undone: !isRelaxed });
  }

  return createDecision<'not-spam', MarkedForm<Route>>(parts, {
    name: 'not-spam',
    look: lookAtMark,
    effects: {
      async press(opened, requester) {
        const { route, reasons, state } = lookAtMark(opened);
        if (state === 'open') {
          const about = { route, reasons, link: links.decision('not-spam', opened.token) };
          await mailOwner.andWait({ kind: 'relaxed', about, requester }, NOTHING_CHANGED);
        }
        await set(opened, true, requester);
      },
      undo: (opened, requester) => set(opened, false, requester),
    },
    answer: ({ route }) => routes.toResource(route),
    page: notSpamPage,
  });
}

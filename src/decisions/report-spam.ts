import { withSetting } from '../forms/settings/setting-rules.ts';
import { type Words, explainMark } from '../catalogs/catalog.ts';
import { describeChallenges } from '../catalogs/describe-change.ts';
import type { Suspicion } from '../contract/enums.ts';
import type { ChallengePolicy } from '../contract/form-settings.ts';
import { challengeOf, type Route } from '../forms/route.ts';
import type { Requester } from '../forms/forms-context.ts';
import { isStricter } from '../forms/settings/setting-changes.ts';
import {
  createDecision,
  nameOf,
  type DecisionPage,
  type Opened,
  type DecisionParts,
} from './decision.ts';

/** The policies that the page of a link can switch to. */
type Stricter = Exclude<ChallengePolicy, 'off'>;

/** The form of a link "This was spam", and what its page offers. */
interface ReportedForm<Form = Pick<Route, 'alias'>> {
  route: Form;
  challenge: ChallengePolicy;
  /** What its button switches to. */
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

function look({ route, facts }: Opened<'spam'>): ReportedForm<Route> {
  const challenge = challengeOf(route);
  // The notice of an attack asks for `always` alone.
  const next = facts.from === 'mail' && challenge === 'off' ? 'suspicious' : 'always';
  const { relaxed = [] } = route;
  const isOpen = challenge !== 'always' || relaxed.length > 0;
  return { route, challenge, next, relaxed, state: isOpen ? 'open' : 'done' };
}

/** What its button will change, or what the form asks for now. */
export function spamPage(
  words: Words,
  { route, challenge, next, relaxed, state }: ReportedForm,
): DecisionPage {
  const { spam, guarded, notSpam } = words.owners;
  const isOpen = state === 'open';
  const { name, lines } = describeChallenges(words, challenge, isOpen ? next : challenge);
  const facts = [nameOf(words, route), [name, { lines }] as const];
  if (!isOpen) {
    const { title, explanation } = guarded;
    return { mark: 'done', title, text: [explanation], facts, toInbox: true };
  }
  const again =
    relaxed.length > 0 ? [[notSpam.marksAgain, explainMark(words, relaxed)] as const] : [];
  return {
    mark: 'ask',
    title: spam.title,
    text: [spam.explanations[next]],
    facts: [...facts, ...again],
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
  const { findRoute, formSettings, mailOwner, toResource, log } = parts;

  const report =
    (wanted: Stricter) =>
    async (opened: Opened<'spam'>, requester: Requester): Promise<ReportedForm<Route>> => {
      const { form, from } = opened.facts;
      const { requestId } = requester;
      const next = from === 'notice' ? 'always' : wanted;
      const changed = await formSettings.decide(form, requestId, (now) => tighten(now, next));
      log.spamReported({ requestId, formId: form, changed: changed !== undefined });
      if (changed) {
        const [before, challenge] = [challengeOf(opened.route), challengeOf(changed)];
        const about = { route: changed, before, challenge };
        mailOwner.later({ kind: 'guarded', about, requester });
      }
      return { ...look({ ...opened, route: await findRoute(form) }), state: 'done' };
    };

  return createDecision<'spam', ReportedForm<Route>>(parts, {
    name: 'spam',
    look,
    effects: {
      press: report('suspicious'),
      suspicious: report('suspicious'),
      always: report('always'),
    },
    answer: ({ route }) => toResource(route),
    page: spamPage,
  });
}

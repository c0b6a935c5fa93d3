import { type Words, explainMark } from '../catalogs/catalog.ts';
import { SUSPICIONS, type Suspicion } from '../contract/enums.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Route } from '../forms/route.ts';
import type { Requester } from '../forms/forms-context.ts';
import { NOTHING_CHANGED } from '../mail/mail-outcome.ts';
import {
  createDecision,
  nameOf,
  type DecisionPage,
  type Opened,
  type DecisionParts,
} from './decision.ts';

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

function look({ route, facts }: Opened<'not-spam'>): MarkedForm<Route> {
  const reasons = SUSPICIONS.filter((reason) => facts.reasons.includes(reason));
  // A later release may have none of the reasons of an old mail.
  if (reasons.length === 0) throw new ServiceError('verification_token_invalid');
  const isRelaxed = withRelaxed(route, reasons, true) === undefined;
  return { route, reasons, state: isRelaxed ? 'relaxed' : 'open' };
}

/** Once the reasons are relaxed, it has the way back. */
export function notSpamPage(words: Words, { route, reasons, state }: MarkedForm): DecisionPage {
  const { notSpam, relaxed } = words.owners;
  const isOpen = state === 'open';
  const facts = [nameOf(words, route), [notSpam.mark, explainMark(words, reasons)] as const];
  const { title, explanation } = isOpen ? notSpam : relaxed;
  const button = isOpen
    ? { label: notSpam.button }
    : { label: relaxed.undo, choice: 'undo', isQuiet: true };
  return {
    mark: isOpen ? 'ask' : 'done',
    title,
    text: [explanation],
    facts,
    ask: { buttons: [button] },
    ...(isOpen && { soft: notSpam.ignore }),
    toInbox: true,
  };
}

/**
 * "This was not spam", in the mail of a marked submission; docs/decisions/0044. The owner is mailed first, with the way
 * back, because replies quote the link: if that fails, nothing has changed.
 */
export function createRelaxMarks(parts: DecisionParts) {
  const { formSettings, mailOwner, links, toResource, log } = parts;

  async function set(opened: Opened<'not-spam'>, isRelaxed: boolean, { requestId }: Requester) {
    const { form } = opened.facts;
    const { reasons } = look(opened);
    await formSettings.decide(form, requestId, (now) => withRelaxed(now, reasons, isRelaxed));
    log.marksRelaxed({ requestId, formId: form, reasons, undone: !isRelaxed });
  }

  return createDecision<'not-spam', MarkedForm<Route>>(parts, {
    name: 'not-spam',
    look,
    effects: {
      async press(opened, requester) {
        const { route, reasons, state } = look(opened);
        if (state === 'open') {
          const about = { route, reasons, link: links.decision('not-spam', opened.token) };
          await mailOwner.andWait({ kind: 'relaxed', about, requester }, NOTHING_CHANGED);
        }
        await set(opened, true, requester);
      },
      undo: (opened, requester) => set(opened, false, requester),
    },
    answer: ({ route }) => toResource(route),
    page: notSpamPage,
  });
}

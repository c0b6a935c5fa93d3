import type { Words } from '../../catalogs/catalog.ts';
import { LIMITS } from '../../contract/limits.ts';
import { openRoute, type Route } from '../../forms/route.ts';
import { isInForce } from '../../inboxes/refusals.ts';
import { createDecision, type DecisionParts, type Opened } from './decision.ts';
import {
  allowedPage,
  askPage,
  donePage,
  haltPage,
  namesOf,
  quietButton,
  refusedPage,
  saysDone,
  type NamedForm,
} from './form-pages.ts';

/**
 * What a link "I did not ask for this" can do now: refuse a waiting form, or allow mails again. `ended`: its form was
 * confirmed, or it has expired. `status` is the answer for programs.
 */
interface Refusal {
  state: 'open' | 'refused' | 'ended' | 'allowed';
  formId: string;
  route?: NamedForm;
  status: 'deleted' | 'allowed' | Route['status'];
}

const DAY_SECONDS = 86_400;

/** A deleted form can be refused this long after its mail; milliseconds. */
const LIFE = LIMITS.refusalDays * DAY_SECONDS * 1_000;

/** For a reader who got a verification mail without asking for it. */
export function refusalPage(words: Words, { state, route }: Pick<Refusal, 'state' | 'route'>) {
  const { refuse, refusalEnded } = words.owners;
  if (state === 'refused') return refusedPage(words);
  if (state === 'allowed') return allowedPage(words, 'form');
  if (!route) return haltPage(words, refusalEnded);
  return askPage(refuse, { facts: namesOf(words, route, 'stranger'), soft: refuse.keep });
}

/** "I did not ask for this", in every verification mail: it works even after the form is deleted; docs/decisions/0024. */
export function createRefuseForm(parts: DecisionParts) {
  const { store, keyring, refusals, log, now } = parts;
  const { routes } = store;

  /** A deleted form can be refused too, unless it was confirmed or its mail is old. */
  const isOpenWithout = async ({ form, sentAt }: Opened<'refuse'>['facts']): Promise<boolean> =>
    now() < sentAt + LIFE && !(await refusals.hasEnded(form));

  return createDecision<'refuse', Refusal>(parts, {
    name: 'refuse',
    async look({ facts: { form, subject } }) {
      const row = await routes.findEvenSuspended(form);
      const about = { formId: form, status: row?.status ?? 'deleted' } as const;
      if (row?.status === 'pending_verification' && row.stoppedAt === null) {
        return { ...about, state: 'open', route: openRoute(keyring, row) };
      }
      return { ...about, state: (await refusals.isRefused(subject)) ? 'refused' : 'ended' };
    },
    effects: {
      async press({ facts }, { requestId }) {
        const { form: formId, subject } = facts;
        if (!(await routes.removeUnconfirmed(formId))) {
          const row = await routes.findEvenSuspended(formId);
          if (row) return { formId, status: row.status, state: 'ended' };
          const isOpen = await isOpenWithout(facts);
          if (!isOpen) return { formId, status: 'deleted', state: 'ended' };
        }
        await refusals.add(subject);
        log.routeRefused({ requestId, formId });
        return { formId, status: 'deleted', state: 'refused' };
      },
      async allow({ facts: { form: formId, subject } }, { requestId }) {
        await refusals.lift(subject);
        log.refusalLifted({ requestId, formId });
        return { formId, status: 'allowed', state: 'allowed' };
      },
    },
    answer: ({ status, formId }) => ({ success: true, status, form_id: formId }),
    page: refusalPage,
  });
}

/** Whether an address gets automatic replies; `again` right after they were let through. */
type RepliesState = 'allowed' | 'stopped' | 'again';

/** It offers to stop them, or to let them through again. */
export function answersPage(words: Words, state: RepliesState) {
  const { answers, answersStopped, answersAllowed } = words.owners;
  if (state === 'again') return donePage(words, answersAllowed);
  if (state === 'allowed') return askPage(answers, { soft: answers.keep });
  const { mistake, allow, ...says } = answersStopped;
  return saysDone(says, { ask: { question: mistake, buttons: [quietButton(allow, 'allow')] } });
}

/** "Stop all automatic replies to this address", in each of them: it names no form; docs/decisions/0049. */
export function createStopAnswers(parts: DecisionParts) {
  const { store, log, now } = parts;
  const { refusals } = store;
  const second = () => Math.floor(now() / 1_000);

  return createDecision<'answers', RepliesState>(parts, {
    name: 'answers',
    look: async ({ facts: { subject } }) =>
      (await isInForce(refusals, now(), subject)) ? 'stopped' : 'allowed',
    effects: {
      async press({ facts: { subject } }, { requestId }) {
        await refusals.add(subject, second() + LIMITS.stoppedAnswersDays * DAY_SECONDS);
        log.answersStopped({ requestId });
        return 'stopped';
      },
      async allow({ facts: { subject } }, { requestId }) {
        await refusals.remove(subject);
        log.answersAllowed({ requestId });
        return 'again';
      },
    },
    answer: (state) => ({ success: true, status: state === 'stopped' ? 'stopped' : 'allowed' }),
    page: answersPage,
  });
}

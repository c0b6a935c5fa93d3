import type { Words } from '../catalogs/catalog.ts';
import { LIMITS } from '../contract/limits.ts';
import { isInForce } from '../inboxes/refusals.ts';
import { createDecision, type DecisionPage, type DecisionParts } from './decision.ts';
import { donePage } from './form-pages.ts';

/** Whether an address gets automatic replies; `again` right after they were let through. */
type RepliesState = 'allowed' | 'stopped' | 'again';

const DAY_SECONDS = 86_400;

/** It offers to stop them, or to let them through again. */
export function answersPage(words: Words, state: RepliesState): DecisionPage {
  const { answers, answersStopped, answersAllowed } = words.owners;
  if (state === 'again') return donePage(words, answersAllowed);
  if (state === 'allowed') {
    return {
      mark: 'ask',
      title: answers.title,
      text: [answers.explanation],
      ask: { buttons: [{ label: answers.button }] },
      soft: answers.keep,
    };
  }
  const { title, explanation, mistake, allow } = answersStopped;
  const button = { label: allow, choice: 'allow', isQuiet: true };
  return {
    mark: 'done',
    title,
    text: [explanation],
    ask: { question: mistake, buttons: [button] },
  };
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

import type { Words } from '../../catalogs/catalog.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Requester } from '../../forms/forms-context.ts';
import { openRoute, type Route } from '../../forms/route.ts';
import { isInForce } from '../../inboxes/refusals.ts';
import type { DecisionRow, Opened, OwnersContext } from './decision.ts';
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
 * A link "I did not ask for this" refuses a waiting form, or allows mails again. `ended`: the form
 * was confirmed, or the link has expired.
 */
interface Refusal {
  state: 'open' | 'refused' | 'ended' | 'allowed';
  formId: string;
  route?: NamedForm;
  /** The answer for programs. */
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

/** A deleted form can be refused too, unless it was confirmed or its mail is old. */
const isRefusable = async (
  { refusals, now }: OwnersContext,
  { form, sentAt }: Opened<'refuse'>['facts'],
): Promise<boolean> => now() < sentAt + LIFE && !(await refusals.hasEnded(form));

async function lookAtRefusal(
  { store, keyring, refusals }: OwnersContext,
  { facts: { form, subject } }: Opened<'refuse'>,
): Promise<Refusal> {
  const row = await store.routes.findEvenSuspended(form);
  const about = { formId: form, status: row?.status ?? 'deleted' } as const;
  if (row?.status === 'pending_verification' && row.stoppedAt === null) {
    return { ...about, state: 'open', route: openRoute(keyring, row) };
  }
  return { ...about, state: (await refusals.isRefused(subject)) ? 'refused' : 'ended' };
}

async function refuseForm(
  owners: OwnersContext,
  { facts }: Opened<'refuse'>,
  { requestId }: Requester,
): Promise<Refusal> {
  const { store, refusals, log } = owners;
  const { form: formId, subject } = facts;
  if (!(await store.routes.removeUnconfirmed(formId))) {
    const row = await store.routes.findEvenSuspended(formId);
    if (row) return { formId, status: row.status, state: 'ended' };
    const isOpen = await isRefusable(owners, facts);
    if (!isOpen) return { formId, status: 'deleted', state: 'ended' };
  }
  await refusals.add(subject);
  log.routeRefused({ requestId, formId });
  return { formId, status: 'deleted', state: 'refused' };
}

async function allowForms(
  { refusals, log }: OwnersContext,
  { facts: { form: formId, subject } }: Opened<'refuse'>,
  { requestId }: Requester,
): Promise<Refusal> {
  await refusals.lift(subject);
  log.refusalLifted({ requestId, formId });
  return { formId, status: 'allowed', state: 'allowed' };
}

/** "I did not ask for this", in verification mails; also after the form is deleted; ADR 24. */
export const REFUSE_FORM: DecisionRow<'refuse', Refusal> = {
  name: 'refuse',
  look: lookAtRefusal,
  effects: { press: refuseForm, allow: allowForms },
  answer: ({ status, formId }) => ({ success: true, status, form_id: formId }),
  page: refusalPage,
};

/** An address gets automatic replies or not; `again` right after it has allowed them. */
type RepliesState = 'allowed' | 'stopped' | 'again';

/** Offers to stop automatic replies, or to allow them again. */
export function answersPage(words: Words, state: RepliesState) {
  const { answers, answersStopped, answersAllowed } = words.owners;
  if (state === 'again') return donePage(words, answersAllowed);
  if (state === 'allowed') return askPage(answers, { soft: answers.keep });
  const { mistake, allow, ...says } = answersStopped;
  return saysDone(says, { ask: { question: mistake, buttons: [quietButton(allow, 'allow')] } });
}

async function stopReplies(
  { store, log, now }: OwnersContext,
  { facts: { subject } }: Opened<'answers'>,
  { requestId }: Requester,
): Promise<RepliesState> {
  const second = Math.floor(now() / 1_000);
  await store.refusals.add(subject, second + LIMITS.stoppedAnswersDays * DAY_SECONDS);
  log.answersStopped({ requestId });
  return 'stopped';
}

async function allowReplies(
  { store, log }: OwnersContext,
  { facts: { subject } }: Opened<'answers'>,
  { requestId }: Requester,
): Promise<RepliesState> {
  await store.refusals.remove(subject);
  log.answersAllowed({ requestId });
  return 'again';
}

/** "Stop all automatic replies to this address", in each of them; it names no form; ADR 49. */
export const STOP_REPLIES: DecisionRow<'answers', RepliesState> = {
  name: 'answers',
  look: async ({ store, now }, { facts: { subject } }) =>
    (await isInForce(store.refusals, now(), subject)) ? 'stopped' : 'allowed',
  effects: { press: stopReplies, allow: allowReplies },
  answer: (state) => ({ success: true, status: state === 'stopped' ? 'stopped' : 'allowed' }),
  page: answersPage,
};

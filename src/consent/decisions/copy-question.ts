import type { Words } from '../../catalogs/catalog.ts';
import type { FormId } from '../../contract/names.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Requester } from '../../forms/forms-context.ts';
import { rewriteRoute } from '../../forms/opened-routes.ts';
import { openRoute, type Route } from '../../forms/route.ts';
import {
  copyKey,
  keptStandings,
  standingOf,
  withStanding,
  type CopyStanding,
} from '../../forms/settings/copies.ts';
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { nameOf, type DecisionRow, type Opened, type OwnersContext } from './decision.ts';
import {
  allowedPage,
  askPage,
  donePage,
  expiredPage,
  haltPage,
  quietButton,
  refusedPage,
  type NamedForm,
} from './form-pages.ts';

/**
 * The question of a link. `expired`: its reader can only refuse. `ended`: the form offers this
 * inbox no copies any more, the inbox has stopped them, or the form is gone. `refused` inboxes may
 * allow questions.
 */
interface Question {
  state: 'open' | 'expired' | 'confirmed' | 'ended' | 'refused' | 'allowed';
  formId: FormId;
  /** Undefined if the form is gone, or does not list the inbox. */
  copy?: { route: NamedForm } & Pick<CopyStanding, 'address'>;
}

type Facts = Opened<'copy'>['facts'];

const REFUSABLE = LIMITS.refusalDays * 86_400_000;

/** The name of each state in JSON. */
const STATUS = {
  open: 'asked',
  expired: 'asked',
  confirmed: 'confirmed',
  ended: 'ended',
  refused: 'refused',
  allowed: 'allowed',
} as const;

/** Names a question among the refused ones. */
const refusalOf = ({ form, inbox, since }: Facts) => `${form} ${inbox} ${since}`;

/** Asks, or says how the inbox has decided. */
export function copyPage(words: Words, { state, copy }: Question) {
  const { ask, confirmed, again } = words.owners.copies;
  const facts = copy && [
    nameOf(words, copy.route, 'stranger'),
    [words.facts.inbox, copy.address] as const,
    [words.facts.formId, copy.route.formId] as const,
  ];
  const more = facts && { facts };
  const refuse = quietButton(ask.refuse, 'refuse');
  switch (state) {
    case 'open':
      return askPage(ask, { ...more, soft: ask.ignore }, [refuse]);
    case 'expired':
      return expiredPage(words, [], { ...more, note: again, ask: { buttons: [refuse] } });
    case 'confirmed':
      return donePage(words, confirmed, more);
    case 'ended':
      return haltPage(words, words.variants.ended_copy);
    case 'allowed':
      return allowedPage(words, 'offer');
    case 'refused':
      return refusedPage(words);
  }
}

/** The standing of the inbox of a link. */
export const linkedStanding = (
  keyring: Keyring,
  route: Route,
  inbox: KeyedHash,
): CopyStanding | undefined =>
  keptStandings(route).find(({ address }) => copyKey(keyring, route.formId, address) === inbox);

/** Changes the standing of an inbox; undefined if it is no longer as `before`. */
export const changeStanding = (
  owners: OwnersContext,
  formId: FormId,
  { address, ...before }: CopyStanding,
  after: Omit<CopyStanding, 'address'>,
): Promise<Route | undefined> =>
  rewriteRoute(owners, formId, (current) => {
    const now = standingOf(current, address);
    const isSame = now?.status === before.status && now.since === before.since;
    return isSame ? withStanding(current, address, after) : undefined;
  });

async function lookAtQuestion(
  { store, keyring, refusals, now }: OwnersContext,
  facts: Facts,
): Promise<Question> {
  const { form: formId, inbox, subject, since, expiresAt } = facts;
  if (await refusals.hasEnded(refusalOf(facts))) {
    throw new ServiceError('route_not_found', undefined, { variant: 'refused_question' });
  }
  const row = await store.routes.find(formId);
  const route = row && openRoute(keyring, row);
  const standing = route && linkedStanding(keyring, route, inbox);
  const about = { formId, ...(standing && { copy: { route, address: standing.address } }) };
  if (standing?.status === 'confirmed') return { ...about, state: 'confirmed' };
  if (await refusals.isRefused(subject)) return { ...about, state: 'refused' };
  if (standing?.status !== 'asked' || standing.since !== since) {
    return { ...about, state: 'ended' };
  }
  return { ...about, state: now() < expiresAt ? 'open' : 'expired' };
}

/** Answers the question; undefined if it has ended. */
const settle = async (
  owners: OwnersContext,
  { formId, copy }: Question,
  since: number,
  status: 'confirmed' | 'refused',
): Promise<Route | undefined> =>
  copy && changeStanding(owners, formId, { ...copy, status: 'asked', since }, { status, since });

async function confirmCopy(
  owners: OwnersContext,
  { facts }: Opened<'copy'>,
  { requestId }: Requester,
): Promise<Question> {
  const { form, since, expiresAt } = facts;
  const before = await lookAtQuestion(owners, facts);
  if (owners.now() >= expiresAt) throw new ServiceError('verification_token_expired');
  await owners.routes.find(form);
  if (before.state === 'confirmed') return before;
  if (!(await settle(owners, before, since, 'confirmed'))) {
    throw new ServiceError('verification_mismatch', undefined, { variant: 'ended_copy' });
  }
  owners.log.copyAnswered({ requestId, formId: form, answer: 'confirmed' });
  return { ...before, state: 'confirmed' };
}

async function refuseCopy(
  owners: OwnersContext,
  { facts }: Opened<'copy'>,
  { requestId }: Requester,
): Promise<Question> {
  const { refusals, log, now } = owners;
  const { form, subject, since, expiresAt } = facts;
  const before = await lookAtQuestion(owners, facts);
  if (before.state === 'confirmed' || now() >= expiresAt + REFUSABLE) return before;
  await refusals.add(subject);
  await refusals.end(refusalOf(facts));
  await settle(owners, before, since, 'refused');
  log.copyAnswered({ requestId, formId: form, answer: 'refused' });
  return { ...before, state: 'refused' };
}

async function allowQuestions(
  { refusals, log }: OwnersContext,
  { facts: { form: formId, subject } }: Opened<'copy'>,
  { requestId }: Requester,
): Promise<Question> {
  await refusals.lift(subject);
  log.copyAnswered({ requestId, formId, answer: 'allowed' });
  return { state: 'allowed', formId };
}

/**
 * Asks an inbox whether it wants copies. It agrees in time, or refuses, also for a while
 * afterwards. Once it has agreed, it stops its copies instead.
 */
export const COPY_QUESTION: DecisionRow<'copy', Question> = {
  name: 'copy',
  look: (owners, { facts }) => lookAtQuestion(owners, facts),
  effects: { press: confirmCopy, refuse: refuseCopy, allow: allowQuestions },
  answer: ({ formId, state }) => ({ success: true, form_id: formId, status: STATUS[state] }),
  page: copyPage,
};

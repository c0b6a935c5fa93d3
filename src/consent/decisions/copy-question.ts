import type { Words } from '../../catalogs/catalog.ts';
import type { FormId } from '../../contract/names.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
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
import { createDecision, nameOf, type DecisionParts, type Opened } from './decision.ts';
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
 * How the question of a link stands. `expired`: its reader can only refuse. `ended`: the form offers this inbox no
 * copies any more, or it has stopped them since, or is gone; `refused` inboxes may allow such questions again.
 */
interface Question {
  state: 'open' | 'expired' | 'confirmed' | 'ended' | 'refused' | 'allowed';
  formId: FormId;
  /** Undefined if the form is gone, or has no such copy. */
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

/** Names a question among those that were refused. */
const refusalOf = ({ form, inbox, since }: Facts) => `${form} ${inbox} ${since}`;

/** It asks, or says how the inbox stands. */
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

/** How the inbox of a link stands with a form. */
export const linkedStanding = (
  keyring: Keyring,
  route: Route,
  inbox: KeyedHash,
): CopyStanding | undefined =>
  keptStandings(route).find(({ address }) => copyKey(keyring, route.formId, address) === inbox);

/** Changes how an inbox stands with a form, if it still stands as before; undefined if not. */
export const changeStanding = (
  parts: DecisionParts,
  formId: FormId,
  { address, ...before }: CopyStanding,
  after: Omit<CopyStanding, 'address'>,
): Promise<Route | undefined> =>
  rewriteRoute(parts, formId, (current) => {
    const now = standingOf(current, address);
    const isSame = now?.status === before.status && now.since === before.since;
    return isSame ? withStanding(current, address, after) : undefined;
  });

function createLook({ store, keyring, refusals, now }: DecisionParts) {
  return async (facts: Facts): Promise<Question> => {
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
  };
}

/**
 * Whether an inbox wants copies: it agrees in time, or refuses, also for a while after that. Once it has agreed, it
 * stops its copies instead.
 */
export function createCopyQuestion(parts: DecisionParts) {
  const { routes, refusals, log, now } = parts;
  const look = createLook(parts);

  /** Answers the question; undefined if that has ended. */
  const settle = async (
    { formId, copy }: Question,
    since: number,
    status: 'confirmed' | 'refused',
  ): Promise<Route | undefined> =>
    copy && changeStanding(parts, formId, { ...copy, status: 'asked', since }, { status, since });

  return createDecision<'copy', Question>(parts, {
    name: 'copy',
    look: ({ facts }) => look(facts),
    effects: {
      async press({ facts }, { requestId }) {
        const { form, since, expiresAt } = facts;
        const before = await look(facts);
        if (now() >= expiresAt) throw new ServiceError('verification_token_expired');
        await routes.find(form);
        if (before.state === 'confirmed') return before;
        if (!(await settle(before, since, 'confirmed'))) {
          throw new ServiceError('verification_mismatch', undefined, { variant: 'ended_copy' });
        }
        log.copyAnswered({ requestId, formId: form, answer: 'confirmed' });
        return { ...before, state: 'confirmed' };
      },
      async refuse({ facts }, { requestId }) {
        const { form, subject, since, expiresAt } = facts;
        const before = await look(facts);
        if (before.state === 'confirmed' || now() >= expiresAt + REFUSABLE) return before;
        await refusals.add(subject);
        await refusals.end(refusalOf(facts));
        await settle(before, since, 'refused');
        log.copyAnswered({ requestId, formId: form, answer: 'refused' });
        return { ...before, state: 'refused' };
      },
      async allow({ facts: { form: formId, subject } }, { requestId }) {
        await refusals.lift(subject);
        log.copyAnswered({ requestId, formId, answer: 'allowed' });
        return { state: 'allowed', formId };
      },
    },
    answer: ({ formId, state }) => ({ success: true, form_id: formId, status: STATUS[state] }),
    page: copyPage,
  });
}

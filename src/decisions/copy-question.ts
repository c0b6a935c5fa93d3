import { rewriteRoute } from '../forms/opened-routes.ts';
import type { Words } from '../catalogs/catalog.ts';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { copyKey, keptStandings, standingOf, withStanding } from '../forms/settings/copies.ts';
import { openRoute, type Route } from '../forms/route.ts';
import type { FormId } from '../contract/form-id.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import {
  createDecision,
  nameOf,
  type DecisionPage,
  type Opened,
  type PageFact,
  type DecisionParts,
} from './decision.ts';
import { allowedPage, donePage, haltPage, refusedPage, type NamedForm } from './form-pages.ts';

/**
 * What the link of a question can do now. `expired`: only refuse. `ended`: the form offers this inbox no copies
 * any more, or it has stopped them since, or is gone; `refused` inboxes may allow such questions again.
 */
interface Question<Form = NamedForm> {
  state: 'open' | 'expired' | 'confirmed' | 'ended' | 'refused' | 'allowed';
  formId: FormId;
  /** Undefined if the form is gone, or has no such copy. */
  copy: { route: Form; address: EmailAddress } | undefined;
}

type Facts = Opened<'copy'>['facts'];

const REFUSABLE = LIMITS.refusalDays * 86_400_000;

/** What a state is called in JSON. */
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
export function copyPage(words: Words, { state, copy }: Question): DecisionPage {
  const { owners, verification, variants, hints } = words;
  const { ask, confirmed, again } = owners.copies;
  const facts: PageFact[] = copy
    ? [
        nameOf(words, copy.route),
        [words.facts.inbox, copy.address],
        [words.facts.formId, copy.route.formId],
      ]
    : [];
  const refuse = { label: ask.refuse, choice: 'refuse', isQuiet: true };
  switch (state) {
    case 'open':
      return {
        mark: 'ask',
        title: ask.title,
        text: [ask.explanation],
        facts,
        ask: { buttons: [{ label: ask.button }, refuse] },
        soft: ask.ignore,
      };
    case 'expired':
      return {
        mark: 'halt',
        title: verification.expired.title,
        text: [`${verification.expired.explanation} ${hints.unchanged}`],
        facts,
        note: again,
        ask: { buttons: [refuse] },
      };
    case 'confirmed':
      return donePage(words, confirmed, facts);
    case 'ended':
      return haltPage(words, variants.ended_copy);
    case 'allowed':
      return allowedPage(words, 'offer');
    case 'refused':
      return refusedPage(words);
  }
}

function createLook({ store, keyring, refusals, now }: DecisionParts) {
  return async (facts: Facts): Promise<Question<Route>> => {
    const { form, inbox, subject, since, expiresAt } = facts;
    if (await refusals.hasEnded(refusalOf(facts))) {
      throw new ServiceError('route_not_found', undefined, { variant: 'refused_question' });
    }
    const row = await store.routes.find(form);
    const route = row && openRoute(keyring, row);
    const standing =
      route &&
      keptStandings(route).find(({ address }) => copyKey(keyring, form, address) === inbox);
    const copy = standing && { route, address: standing.address };
    const about = { formId: form, copy };
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
  const { findRoute, refusals, log, now } = parts;
  const look = createLook(parts);
  const mismatch = () =>
    new ServiceError('verification_mismatch', undefined, { variant: 'ended_copy' });

  /** Answers the question, unless that has ended. */
  async function settle(
    { formId, copy }: Question<Route>,
    since: number,
    status: 'confirmed' | 'refused',
  ): Promise<Route | undefined> {
    if (!copy) return undefined;
    const { address } = copy;
    return rewriteRoute(parts, formId, (current) => {
      const standing = standingOf(current, address);
      const isOpen = standing?.since === since && standing.status === 'asked';
      return isOpen ? withStanding(current, address, { status, since }) : undefined;
    });
  }

  return createDecision<'copy', Question<Route>>(parts, {
    name: 'copy',
    look: ({ facts }) => look(facts),
    effects: {
      async press({ facts }, { requestId }) {
        const { form, since, expiresAt } = facts;
        const before = await look(facts);
        if (now() >= expiresAt) throw new ServiceError('verification_token_expired');
        await findRoute(form);
        if (before.state === 'confirmed') return before;
        const route = await settle(before, since, 'confirmed');
        if (!route || !before.copy) throw mismatch();
        log.copyAnswered({ requestId, formId: form, answer: 'confirmed' });
        return { ...before, state: 'confirmed', copy: { ...before.copy, route } };
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
        return { state: 'allowed', formId, copy: undefined };
      },
    },
    answer: ({ formId, state }) => ({ success: true, form_id: formId, status: STATUS[state] }),
    page: copyPage,
  });
}

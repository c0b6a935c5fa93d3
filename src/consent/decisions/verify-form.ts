import type { Words } from '../../catalogs/catalog.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { decisionToken } from '../../forms/decision-token.ts';
import { isUnapproved, type Route } from '../../forms/route.ts';
import { createDecision, type DecisionPage, type DecisionParts, type Opened } from './decision.ts';
import {
  consentPage,
  deliversPage,
  expiredPage,
  factsOf,
  haltPage,
  statePage,
  stoppedPage,
  type FormFacts,
} from './form-pages.ts';

/** What a genuine link means now; `outdated` when its form was stopped since, `gone` when it was deleted. */
interface Verification {
  state: 'open' | 'confirmed' | 'expired' | 'outdated' | 'gone';
  form?: FormFacts;
  route?: Route;
}

/** It asks for the owner's consent, says that the form delivers, or why the link can do nothing any more. */
export function verifyPage(
  words: Words,
  { state, form }: Pick<Verification, 'state' | 'form'>,
): DecisionPage {
  const { verification, variants, hints } = words;
  if (form && state === 'open') return consentPage(words, verification.open, form);
  if (form && state === 'confirmed') return deliversPage(words, verification.confirmed, form);
  if (state === 'expired') return expiredPage(words, [verification.expired.again]);
  if (state === 'outdated') {
    const { outdated_link: says } = variants;
    return haltPage(words, says, { text: [says.message, hints.unchanged] });
  }
  return haltPage(words, verification.gone, { soft: hints.closePage });
}

/** The link that asks an inbox for its consent; contract, "Verification (arbitrary delivery mode only)". */
export function createVerifyForm(parts: DecisionParts) {
  const { verification, links, routes } = parts;
  const shown = (state: 'open' | 'confirmed', route: Route) => ({
    state,
    route,
    form: factsOf(route, links),
  });

  return createDecision<'verify', Verification>(parts, {
    name: 'verify',
    expectOn: () => verification.expectLinks(),
    async look({ facts }) {
      const view = await verification.expectLinks().look(facts);
      return 'route' in view ? shown(view.state, view.route) : view;
    },
    effects: {
      press: async ({ facts }, { requestId }) =>
        shown('confirmed', await verification.expectLinks().confirm(facts, requestId)),
    },
    answer: ({ route }) => (route ? routes.toResource(route) : {}),
    page: verifyPage,
  });
}

/** Approves an active form for its owner; repeating it succeeds. A stopped one is returned unchanged. */
export async function approve(
  { store, log, routes }: Pick<DecisionParts, 'store' | 'log' | 'routes'>,
  route: Route,
  since: number,
  requestId: string,
): Promise<Route> {
  const { formId } = route;
  if (!(await store.routes.approve(formId, since))) return routes.find(formId);
  log.routeApproved({ requestId, formId });
  return { ...route, unapprovedSince: undefined };
}

/** The link is for one state of the form alone: the one that its mail was about. */
function expectSame({ route, facts: { since } }: Opened<'approve'>): Route {
  if ((route.unapprovedSince ?? since) !== since) {
    throw new ServiceError('verification_token_invalid');
  }
  return route;
}

/** Lets the owner approve a form that was active at once; docs/decisions/0024. */
export function createApproveForm(parts: DecisionParts) {
  const { keyring, links, routes } = parts;

  return createDecision(parts, {
    name: 'approve',
    look: expectSame,
    effects: {
      press: (opened, { requestId }) =>
        approve(parts, expectSame(opened), opened.facts.since, requestId),
    },
    answer: (route) => routes.toResource(route),
    page(words, route) {
      const { formId, inbox, status } = route;
      if (route.stoppedAt !== undefined) {
        const facts = { form: formId, kind: 'ask', stoppedAt: undefined } as const;
        const token = decisionToken(keyring, 'restart', facts, inbox.owner);
        return stoppedPage(words, route, { name: 'restart', token });
      }
      if (status !== 'active') return statePage(words, route);
      const { approve: ask, approved } = words.owners;
      const form = factsOf(route, links);
      return isUnapproved(route)
        ? consentPage(words, ask, form)
        : deliversPage(words, approved, form);
    },
  });
}

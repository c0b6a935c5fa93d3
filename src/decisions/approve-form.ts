import type { Context } from '../platform/context.ts';
import { ServiceError } from '../contract/service-error.ts';
import { decisionToken } from '../forms/decision-token.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import { isUnapproved, type Route } from '../forms/route.ts';
import { createDecision, type Opened, type DecisionParts } from './decision.ts';
import { consentPage, deliversPage, factsOf, statePage, stoppedPage } from './form-pages.ts';

/** Approves an active form for its owner; repeating it succeeds. A stopped one is returned unchanged. */
export const createApprove =
  ({ store, log }: Context, findRoute: FindRoute) =>
  async (route: Route, since: number, requestId: string): Promise<Route> => {
    const { formId } = route;
    if (!(await store.routes.approve(formId, since))) return findRoute(formId);
    log.routeApproved({ requestId, formId });
    return { ...route, unapprovedSince: undefined };
  };

/** The link is for one state of the form alone: the one that its mail was about. */
function look({ route, facts: { since } }: Opened<'approve'>): Route {
  if ((route.unapprovedSince ?? since) !== since) {
    throw new ServiceError('verification_token_invalid');
  }
  return route;
}

/** Lets the owner approve a form that was active at once; docs/decisions/0024. */
export function createApproveForm(parts: DecisionParts) {
  const { keyring, links, toResource } = parts;
  const approve = createApprove(parts, parts.findRoute);

  return createDecision(parts, {
    name: 'approve',
    look,
    effects: {
      press: (opened, { requestId }) => approve(look(opened), opened.facts.since, requestId),
    },
    answer: toResource,
    page(words, route) {
      const { formId, inbox, status } = route;
      const { approve: ask, approved } = words.owners;
      if (route.stoppedAt !== undefined) {
        const facts = { form: formId, kind: 'ask', stoppedAt: undefined } as const;
        const token = decisionToken(keyring, 'restart', facts, inbox.owner);
        return stoppedPage(words, route, { name: 'restart', token });
      }
      if (status !== 'active') return statePage(words, route);
      const form = factsOf(route, links);
      return isUnapproved(route)
        ? consentPage(words, ask, form)
        : deliversPage(words, approved, form);
    },
  });
}

import type { Words } from '../../catalogs/catalog.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { decisionToken } from '../../forms/decision-token.ts';
import type { Requester } from '../../forms/forms-context.ts';
import { isUnapproved, type Route } from '../../forms/route.ts';
import type { DecisionPage, DecisionRow, Opened, OwnersContext } from './decision.ts';
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

/** A genuine link; `outdated` if its form was stopped since, `gone` if it was deleted. */
interface Verification {
  state: 'open' | 'confirmed' | 'expired' | 'outdated' | 'gone';
  form?: FormFacts;
  route?: Route;
}

/** Asks for the owner's consent, says that the form delivers, or why the link has no effect. */
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

const shown = ({ links }: OwnersContext, state: 'open' | 'confirmed', route: Route) => ({
  state,
  route,
  form: factsOf(route, links),
});

async function lookAtVerification(
  owners: OwnersContext,
  { facts }: Opened<'verify'>,
): Promise<Verification> {
  const view = await owners.verification.expectLinks().look(facts);
  return 'route' in view ? shown(owners, view.state, view.route) : view;
}

async function confirmForm(
  owners: OwnersContext,
  { facts }: Opened<'verify'>,
  { requestId }: Requester,
): Promise<Verification> {
  const route = await owners.verification.expectLinks().confirm(facts, requestId);
  return shown(owners, 'confirmed', route);
}

/** Asks an inbox for its consent; contract, "Verification (arbitrary delivery mode only)". */
export const VERIFY_FORM: DecisionRow<'verify', Verification> = {
  name: 'verify',
  expectOn: ({ verification }) => void verification.expectLinks(),
  look: lookAtVerification,
  effects: { press: confirmForm },
  answer: ({ route }, { routes }) => (route ? routes.toResource(route) : {}),
  page: verifyPage,
};

/** Approves an active form for its owner; repeating it succeeds. A stopped form does not change. */
export async function approve(
  { store, log, routes }: Pick<OwnersContext, 'store' | 'log' | 'routes'>,
  route: Route,
  since: number,
  requestId: string,
): Promise<Route> {
  const { formId } = route;
  if (!(await store.routes.approve(formId, since))) return routes.find(formId);
  log.routeApproved({ requestId, formId });
  return { ...route, unapprovedSince: undefined };
}

/** The link is for the state of the form that its mail was about. */
function expectSame({ route, facts: { since } }: Opened<'approve'>): Route {
  if ((route.unapprovedSince ?? since) !== since) {
    throw new ServiceError('verification_token_invalid');
  }
  return route;
}

function approvePage(words: Words, route: Route, { keyring, links }: OwnersContext): DecisionPage {
  const { formId, inbox, status } = route;
  if (route.stoppedAt !== undefined) {
    const facts = { form: formId, kind: 'ask', stoppedAt: undefined } as const;
    const token = decisionToken(keyring, 'restart', facts, inbox.owner);
    return stoppedPage(words, route, { name: 'restart', token });
  }
  if (status !== 'active') return statePage(words, route);
  const { approve: ask, approved } = words.owners;
  const form = factsOf(route, links);
  return isUnapproved(route) ? consentPage(words, ask, form) : deliversPage(words, approved, form);
}

/** The owner approves a form that was active at once; docs/decisions/0024. */
export const APPROVE_FORM: DecisionRow<'approve', Route> = {
  name: 'approve',
  look: (_owners, opened) => expectSame(opened),
  effects: {
    press: (owners, opened, { requestId }) =>
      approve(owners, expectSame(opened), opened.facts.since, requestId),
  },
  answer: (route, { routes }) => routes.toResource(route),
  page: approvePage,
};

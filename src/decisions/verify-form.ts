import type { Words } from '../catalogs/catalog.ts';
import type { Route } from '../forms/route.ts';
import { createDecision, type DecisionPage, type DecisionParts } from './decision.ts';
import { consentPage, deliversPage, factsOf, type FormFacts } from './form-pages.ts';

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
  if (state === 'expired') {
    const { title, explanation, again } = verification.expired;
    return { mark: 'halt', title, text: [`${explanation} ${hints.unchanged}`, again] };
  }
  if (state === 'outdated') {
    const { title, message } = variants.outdated_link;
    return { mark: 'halt', title, text: [message, hints.unchanged] };
  }
  const { title, message } = verification.gone;
  return { mark: 'halt', title, text: [message], soft: hints.closePage };
}

/** The link that asks an inbox for its consent; contract, "Verification (arbitrary delivery mode only)". */
export function createVerifyForm(parts: DecisionParts) {
  const { verification, links, toResource } = parts;
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
    answer: ({ route }) => (route ? toResource(route) : {}),
    page: verifyPage,
  });
}

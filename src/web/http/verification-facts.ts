import type { VerificationFacts } from '../pages/verification-page.ts';
import type { Links } from '../../domain/routes/links.ts';
import type { Route } from '../../domain/routes/route.ts';
import { discloseWebhook } from '../../domain/verification/disclosure.ts';

/** What the owner of an inbox sees of a form before and after agreeing to it. */
export function factsOf(route: Route, links: Links): VerificationFacts {
  return {
    alias: route.alias,
    address: route.address,
    endpoint: links.endpoint(route.formId),
    webhook: discloseWebhook(route),
  };
}

import { LIMITS } from '../../../contract/limits.ts';
import type { Language } from '../../../catalogs/languages.ts';
import {
  renderConfirmedPage,
  renderExpiredPage,
  renderGonePage,
  renderOpenVerificationPage,
  renderOutdatedPage,
  type VerificationFacts,
} from '../../pages/verification-page.ts';
import type { Links } from '../../../contract/links.ts';
import type { Routes } from '../../../forms/index.ts';
import type {
  InboxVerification,
  VerificationState,
} from '../../../inboxes/verification/inbox-verification.ts';
import type { Handlers } from '../mount-operations.ts';
import { readUrlEncodedBody } from '../read-body.ts';
import { languageOf, sendPage, wantsPage } from '../replies.ts';
import { queryOf } from '../request.ts';
import type { Route } from '../../../forms/route.ts';
import { OWN_TEST, type SiteTickets } from '../../../submissions/posted/site-ticket.ts';
import { changesBetween, withSetting } from '../../../forms/settings/setting-changes.ts';
import { NO_SETTINGS } from '../../../forms/settings/setting-rules.ts';
import { disclose } from '../../../delivery/channels/channels.ts';
import { placesOf } from '../../../delivery/channels/places.ts';

/** The facts about a form that its owner sees before and after agreeing to it. */
export function factsOf(route: Route, links: Links): VerificationFacts {
  return {
    formId: route.formId,
    alias: route.alias,
    address: route.address,
    endpoint: links.endpoint(route.formId),
    code: links.code(route.formId),
    elsewhere: disclose(placesOf(route)),
    // Targets are among the places above.
    settings: changesBetween(NO_SETTINGS, withSetting(route.settings, 'targets', undefined)),
  };
}

interface Parts {
  verification: InboxVerification;
  routes: Pick<Routes, 'toResource'>;
  siteTickets: SiteTickets;
  links: Links;
}

type VerificationHandlers = Pick<Handlers, 'showVerification' | 'verifyRoute'>;

export function createVerificationHandlers(parts: Parts): VerificationHandlers {
  const { verification, routes, siteTickets, links } = parts;

  const renderConfirmed = (language: Language, route: Route) =>
    renderConfirmedPage(language, factsOf(route, links), siteTickets.issue(route.formId, OWN_TEST));

  function renderState(language: Language, view: VerificationState): string {
    switch (view.state) {
      case 'open':
        return renderOpenVerificationPage(language, factsOf(view.route, links), view.token);
      case 'confirmed':
        return renderConfirmed(language, view.route);
      case 'expired':
        return renderExpiredPage(language);
      case 'outdated':
        return renderOutdatedPage(language);
      case 'gone':
        return renderGonePage(language);
    }
  }

  return {
    async showVerification(request, reply) {
      const view = await verification.look(queryOf(request).token);
      return sendPage(reply, 200, renderState(languageOf(request), view));
    },
    async verifyRoute(request, reply) {
      const form = await readUrlEncodedBody(request, LIMITS.verifyBodyBytes);
      const route = await verification.confirm(form.get('token') ?? undefined, request.id);
      if (!wantsPage(request)) return routes.toResource(route);
      return sendPage(reply, 200, renderConfirmed(languageOf(request), route));
    },
  };
}

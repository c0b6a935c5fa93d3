import { LIMITS } from '../../contract/limits.ts';
import type { Log } from '../../log.ts';
import {
  renderConfirmedPage,
  renderExpiredPage,
  renderGonePage,
  renderOpenVerificationPage,
  type VerificationFacts,
} from '../../pages/verification-page.ts';
import type { Links } from '../../routes/links.ts';
import type { Route } from '../../routes/route.ts';
import { toRouteResource } from '../../routes/route-resource.ts';
import { discloseWebhook } from '../../verification/disclosure.ts';
import type {
  InboxVerification,
  VerificationState,
} from '../../verification/inbox-verification.ts';
import type { Handlers } from '../mount-operations.ts';
import { readUrlEncodedBody } from '../read-body.ts';
import { sendPage, wantsPage } from '../replies.ts';

interface Parts {
  verification: InboxVerification;
  links: Links;
  log: Log;
}

type VerificationHandlers = Pick<Handlers, 'showVerification' | 'verifyRoute'>;

export function createVerificationHandlers(parts: Parts): VerificationHandlers {
  const { verification, links, log } = parts;

  const factsOf = (route: Route): VerificationFacts => ({
    alias: route.alias,
    address: route.address,
    endpoint: links.endpoint(route.formId),
    webhook: discloseWebhook(route),
  });

  function renderState(view: VerificationState): string {
    switch (view.state) {
      case 'open':
        return renderOpenVerificationPage(factsOf(view.route), view.token);
      case 'confirmed':
        return renderConfirmedPage(factsOf(view.route));
      case 'expired':
        return renderExpiredPage();
      case 'gone':
        return renderGonePage();
    }
  }

  return {
    async showVerification(request, reply) {
      const { token } = request.query as Record<string, unknown>;
      return sendPage(reply, 200, renderState(await verification.look(token)));
    },
    async verifyRoute(request, reply) {
      const form = await readUrlEncodedBody(request, LIMITS.verifyBodyBytes);
      const route = await verification.confirm(form.get('token') ?? undefined);
      log.routeConfirmed({ requestId: request.id, formId: route.formId });
      if (wantsPage(request)) return sendPage(reply, 200, renderConfirmedPage(factsOf(route)));
      return toRouteResource(route, links, verification.expiresAt(route));
    },
  };
}

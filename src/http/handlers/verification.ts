import { LIMITS } from '../../contract/limits.ts';
import type { Log } from '../../log.ts';
import {
  renderConfirmedPage,
  renderExpiredPage,
  renderGonePage,
  renderOpenVerificationPage,
} from '../../pages/verification-page.ts';
import type { Links } from '../../routes/links.ts';
import { toRouteResource } from '../../routes/route-resource.ts';
import type {
  InboxVerification,
  VerificationState,
} from '../../verification/inbox-verification.ts';
import type { Handlers } from '../mount-operations.ts';
import { readUrlEncodedBody } from '../read-body.ts';
import { sendPage, wantsPage } from '../replies.ts';
import { factsOf } from '../verification-facts.ts';

interface Parts {
  verification: InboxVerification;
  links: Links;
  log: Log;
}

type VerificationHandlers = Pick<Handlers, 'showVerification' | 'verifyRoute'>;

export function createVerificationHandlers(parts: Parts): VerificationHandlers {
  const { verification, links, log } = parts;

  function renderState(view: VerificationState): string {
    switch (view.state) {
      case 'open':
        return renderOpenVerificationPage(factsOf(view.route, links), view.token);
      case 'confirmed':
        return renderConfirmedPage(factsOf(view.route, links));
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
      if (wantsPage(request))
        return sendPage(reply, 200, renderConfirmedPage(factsOf(route, links)));
      return toRouteResource(route, links, verification.expiresAt(route));
    },
  };
}

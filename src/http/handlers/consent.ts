import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../../contract/limits.ts';
import type { RefuseForm } from '../../owner/refuse-form.ts';
import type { StopForm } from '../../owner/stop-form.ts';
import {
  renderLinkSentPage,
  renderRefusedPage,
  renderRefusePage,
  renderStoppedPage,
  renderStopPage,
} from '../../pages/owner-pages.ts';
import { renderConfirmedPage, renderGonePage } from '../../pages/verification-page.ts';
import type { Links } from '../../routes/links.ts';
import type { ManageRoute } from '../../routes/manage-route.ts';
import type { Route } from '../../routes/route.ts';
import { toRouteResource } from '../../routes/route-resource.ts';
import type { InboxVerification } from '../../verification/inbox-verification.ts';
import type { Handlers } from '../mount-operations.ts';
import { readMailedForm } from '../read-mailed-form.ts';
import { languageOf, sendPage, wantsPage } from '../replies.ts';
import { factsOf } from '../verification-facts.ts';

interface Parts {
  manageRoute: ManageRoute;
  stopForm: StopForm;
  refuseForm: RefuseForm;
  /** The token of the stop link of a route. */
  stopToken: (route: Route) => string;
  verification: InboxVerification;
  links: Links;
}

type ConsentHandlers = Pick<
  Handlers,
  'resendVerification' | 'showStop' | 'stopForm' | 'restartForm' | 'showRefusal' | 'refuseForm'
>;

const tokenIn = ({ query }: FastifyRequest) => (query as Record<string, unknown>)['token'];

/** What the owner of an inbox decides, and how the question is put again. */
export function createConsentHandlers(parts: Parts): ConsentHandlers {
  const { manageRoute, stopForm, refuseForm, stopToken, verification, links } = parts;

  const toResource = (route: Route) => toRouteResource(route, links, verification.expiresAt(route));
  const statusOf = (sent: boolean) => (sent ? 202 : 200);

  return {
    async resendVerification(request, reply) {
      const { formId } = request.params as { formId: string };
      const { authorization } = request.headers;
      const { route, sent } = await manageRoute.resend(formId, authorization, request.id);
      return reply.code(statusOf(sent)).send(toResource(route));
    },
    async showStop(request, reply) {
      const route = await stopForm.look(tokenIn(request));
      const token = stopToken(route);
      const page =
        route.status === 'active'
          ? renderStopPage(languageOf(request), route, token)
          : renderStoppedPage(languageOf(request), route, { again: token });
      return sendPage(reply, 200, page);
    },
    async stopForm(request, reply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      // A mail program posts to the link itself and says so in the body (RFC 8058, 3.2).
      const oneClick = form.get('List-Unsubscribe') === 'One-Click';
      const token = form.get('token') ?? (oneClick ? tokenIn(request) : undefined);
      const spam = form.get('reason') === 'spam';
      const { route, undo } = await stopForm.stop(token, { spam }, request.id);
      if (!wantsPage(request)) return toResource(route);
      const next = undo === undefined ? { again: stopToken(route) } : { undo };
      return sendPage(reply, 200, renderStoppedPage(languageOf(request), route, next));
    },
    async restartForm(request, reply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      const { route, sent } = await stopForm.restart(form.get('token'), request.id);
      if (!wantsPage(request)) return reply.code(statusOf(sent)).send(toResource(route));
      const page = sent
        ? renderLinkSentPage(languageOf(request))
        : renderConfirmedPage(languageOf(request), factsOf(route, links));
      return sendPage(reply, statusOf(sent), page);
    },
    async showRefusal(request, reply) {
      const { token } = request.query as { token?: string };
      const route = await refuseForm.look(token);
      if (route?.status === 'active') {
        return sendPage(reply, 200, renderStopPage(languageOf(request), route, stopToken(route)));
      }
      const page = route
        ? renderRefusePage(languageOf(request), route, String(token))
        : renderGonePage(languageOf(request));
      return sendPage(reply, 200, page);
    },
    async refuseForm(request, reply) {
      const form = await readMailedForm(request, LIMITS.verifyBodyBytes);
      const { formId, confirmed } = await refuseForm.refuse(form.get('token'), request.id);
      if (wantsPage(request)) {
        const page = confirmed
          ? renderStopPage(languageOf(request), confirmed, stopToken(confirmed))
          : renderRefusedPage(languageOf(request));
        return sendPage(reply, 200, page);
      }
      return { success: true, status: confirmed ? 'active' : 'deleted', form_id: formId };
    },
  };
}

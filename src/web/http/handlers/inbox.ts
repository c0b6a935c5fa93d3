import { LIMITS } from '../../../contract/limits.ts';
import {
  parseInboxSettings,
  parseSessionEnd,
  parseSessionExchange,
  parseSessionRequest,
  parseStopRequest,
} from '../../../decisions/inbox-requests.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { sendPieces } from '../pieces.ts';
import { readJsonBody } from '../read-body.ts';
import { mailAskerOf, requesterOf } from '../replies.ts';
import { authorizationOf, formIdIn } from '../request.ts';

type InboxHandlers = Pick<
  Handlers,
  | 'requestSession'
  | 'exchangeSession'
  | 'endSession'
  | 'listInboxRoutes'
  | 'getInboxSettings'
  | 'putInboxSettings'
  | 'stopRoute'
  | 'restartRoute'
  | 'renewManagementToken'
>;

const REQUESTED = {
  success: true,
  message:
    'If a form delivers to this address, an email with a link is on its way to it. The link works ' +
    `once, for ${LIMITS.sessionLinkMinutes} minutes.`,
};

/** What owners do with a session of their inbox. */
export function createInboxHandlers({
  sessions,
  inboxForms,
  routes,
}: HandlerContext): InboxHandlers {
  return {
    async requestSession(request, reply) {
      const body = await readJsonBody(request, LIMITS.verifyBodyBytes);
      await sessions.request(parseSessionRequest(body), mailAskerOf(request));
      return reply.code(202).send(REQUESTED);
    },
    async exchangeSession(request) {
      const body = await readJsonBody(request, LIMITS.verifyBodyBytes);
      return sessions.exchange(parseSessionExchange(body), request.id);
    },
    async endSession(request) {
      const authorization = authorizationOf(request);
      await sessions.open(authorization);
      const { everywhere } = parseSessionEnd(await readJsonBody(request, LIMITS.verifyBodyBytes));
      await sessions.end(authorization, everywhere, request.id);
      return { success: true };
    },
    async listInboxRoutes(request, reply) {
      const session = await sessions.open(authorizationOf(request));
      return sendPieces(reply, await inboxForms.list(session, request.id));
    },
    async getInboxSettings(request) {
      return inboxForms.settings(await sessions.open(authorizationOf(request)));
    },
    async putInboxSettings(request) {
      const session = await sessions.open(authorizationOf(request));
      const body = await readJsonBody(request, LIMITS.verifyBodyBytes);
      return inboxForms.change(session, parseInboxSettings(body));
    },
    async stopRoute(request) {
      // The credential is checked before the body is read.
      await inboxForms.check(formIdIn(request), authorizationOf(request));
      const reason = parseStopRequest(await readJsonBody(request, LIMITS.verifyBodyBytes));
      const route = await inboxForms.stop(
        formIdIn(request),
        authorizationOf(request),
        reason,
        requesterOf(request),
      );
      return routes.toResource(route);
    },
    async restartRoute(request) {
      const route = await inboxForms.restart(
        formIdIn(request),
        authorizationOf(request),
        requesterOf(request),
      );
      return routes.toResource(route);
    },
    async renewManagementToken(request) {
      return inboxForms.renewToken(formIdIn(request), authorizationOf(request), request.id);
    },
  };
}

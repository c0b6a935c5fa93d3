import { LIMITS } from '../../../contract/limits.ts';
import {
  parseInboxSettings,
  parseSessionEnd,
  parseSessionExchange,
  parseSessionRequest,
  parseStopRequest,
  parseNamedInbox,
} from '../../../consent/decisions/inbox-requests.ts';
import type { Handlers } from '../mount-operations.ts';
import { sendPieces } from '../replies.ts';
import { readJsonBody, readBody, readJsonOctets, tooLong } from '../read-body.ts';
import { mailAskerOf, requesterOf, authorizationOf, formIdIn, askerOf } from '../request.ts';
import { applyMergePatch, isObject } from '../../../platform/text/json.ts';
import type { HandlerContext } from './handler-context.ts';
import { sendSettings } from './settings.ts';

type InboxHandlers = Pick<
  Handlers,
  | 'requestSession'
  | 'exchangeSession'
  | 'endSession'
  | 'listInboxRoutes'
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

/** Operations of owners with a session of their inbox. */
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

/** What holds for all forms of an inbox. */
export function createInboxSettingsHandlers({
  sessions,
  inboxForms,
}: HandlerContext): Pick<Handlers, 'getInboxSettings' | 'putInboxSettings' | 'patchInboxSettings'> {
  return {
    async getInboxSettings(request) {
      return inboxForms.settings(await sessions.open(authorizationOf(request)));
    },
    async putInboxSettings(request) {
      const session = await sessions.open(authorizationOf(request));
      const body = await readJsonBody(request, LIMITS.verifyBodyBytes);
      return inboxForms.change(session, parseInboxSettings(body));
    },
    async patchInboxSettings(request) {
      const session = await sessions.open(authorizationOf(request));
      const patch = await readJsonBody(request, LIMITS.verifyBodyBytes);
      const { confirm_new_forms } = await inboxForms.settings(session);
      const wanted = {
        confirm_new_forms: false,
        ...Object(applyMergePatch({ confirm_new_forms }, patch)),
      };
      return inboxForms.change(session, parseInboxSettings(isObject(patch) ? wanted : patch));
    },
  };
}

/** The operation of an owner who has inboxes asked that get copies. */
export function createCopyHandlers({ inboxForms }: HandlerContext): Pick<Handlers, 'askCopy'> {
  return {
    async askCopy(request, reply) {
      const [id, authorization] = [formIdIn(request), authorizationOf(request)];
      // The credential is checked before the body is read.
      await inboxForms.check(id, authorization);
      const address = parseNamedInbox(await readJsonBody(request, LIMITS.verifyBodyBytes));
      return sendSettings(reply, await inboxForms.askCopy(id, authorization, address, request.id));
    },
  };
}

/** The operations by which a form is offered to another inbox. */
export function createHandOverHandlers({
  handOver,
}: HandlerContext): Pick<Handlers, 'handOver' | 'getHandOver' | 'withdrawHandOver'> {
  return {
    async handOver(request, reply) {
      const [id, authorization] = [formIdIn(request), authorizationOf(request)];
      // The credential is checked before the body is read.
      await handOver.check(id, authorization);
      const to = parseNamedInbox(await readJsonBody(request, LIMITS.verifyBodyBytes));
      const answer = await handOver.offer(id, authorization, to, requesterOf(request));
      return reply.code(202).send(answer);
    },
    async getHandOver(request) {
      return handOver.read(formIdIn(request), authorizationOf(request));
    },
    async withdrawHandOver(request) {
      return handOver.withdraw(formIdIn(request), authorizationOf(request));
    },
  };
}

/** Keys for encryption, before an owner sets one. */
export function createKeyHandlers({
  sessions,
  findKey,
  checkKeys,
}: HandlerContext): Pick<Handlers, 'findInboxKey' | 'checkInboxKey'> {
  return {
    async findInboxKey(request) {
      const { address, inbox } = await sessions.open(authorizationOf(request));
      return findKey(address, inbox.owner);
    },
    async checkInboxKey(request) {
      const { inbox } = await sessions.open(authorizationOf(request));
      const body = await readJsonBody(request, LIMITS.createBodyBytes);
      return checkKeys.describe(body, inbox.owner);
    },
  };
}

/** Providers of mail report bounces; SNS calls its JSON text/plain, so its type is not looked at. */
export function createBounceHandlers({
  receiveReports,
}: HandlerContext): Pick<Handlers, 'reportBounce'> {
  return {
    async reportBounce(request) {
      const { provider } = request.params as { provider: string };
      const readReport = async () => {
        const octets = await readBody(request, LIMITS.bounceReportBytes);
        if (octets) return readJsonOctets(octets).value;
        throw tooLong(LIMITS.bounceReportBytes);
      };
      const given = { readBody: readReport, authorization: authorizationOf(request) };
      await receiveReports(provider, given, askerOf(request));
      return { success: true };
    },
  };
}

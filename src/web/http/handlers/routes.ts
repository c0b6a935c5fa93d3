import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../../contract/limits.ts';
import { parseCreateRequest, settingsIn } from '../../../forms/create-request.ts';
import type { CurrentSettings } from '../../../forms/manage-settings.ts';
import {
  parseSettings,
  settingsInvalid,
  tooLarge,
} from '../../../forms/settings/parse-settings.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody, readJsonText } from '../read-body.ts';
import { JSON_TYPE, sendPieces, mailAskerOf, COMMON_HEADERS, requesterOf } from '../replies.ts';
import { askerOf, authorizationOf, formIdIn, idempotencyKeyOf, callerOf } from '../request.ts';
import type { HandlerContext } from './handler-context.ts';

type RouteHandlers = Pick<
  Handlers,
  | 'createRoute'
  | 'getRoute'
  | 'deleteRoute'
  | 'getCounts'
  | 'claimRoute'
  | 'resendVerification'
  | 'listAccountRoutes'
>;

const CREATED = { active: 201, pending_verification: 202 } as const;

export function createRouteHandlers({
  routes,
  counts,
  settingsService,
  checkKeys,
}: HandlerContext): RouteHandlers {
  return {
    async createRoute(request, reply) {
      const { value, text } = await readJsonText(request, LIMITS.createBodyBytes);
      const asker = mailAskerOf(request);
      const keyFault = await checkKeys.faultIn(settingsIn(value), asker.caller);
      const context = { text, keyFault, service: settingsService() };
      const create = parseCreateRequest(value, idempotencyKeyOf(request), context);
      const { route, creator } = await routes.creator.create(create, asker);
      reply.code(creator.replayed ? 200 : CREATED[route.status]);
      return routes.toResource(route, { ...creator, remark: create.remark });
    },
    async getRoute(request, reply) {
      const route = await routes.read(formIdIn(request), askerOf(request));
      return reply.type(JSON_TYPE).send(routes.toText(route));
    },
    async deleteRoute(request) {
      return routes.remove(formIdIn(request), authorizationOf(request), request.id);
    },
    async getCounts(request) {
      return counts.read(formIdIn(request), authorizationOf(request));
    },
    async claimRoute(request) {
      return routes.claim(formIdIn(request), authorizationOf(request));
    },
    async resendVerification(request, reply) {
      const { route, sent } = await routes.resend(
        formIdIn(request),
        authorizationOf(request),
        mailAskerOf(request),
      );
      return reply.code(sent ? 202 : 200).send(routes.toResource(route));
    },
    async listAccountRoutes(request, reply) {
      routes.account.authorize(authorizationOf(request));
      const body = await readJsonBody(request, LIMITS.createBodyBytes);
      return sendPieces(reply, routes.account.list(body, request.id));
    },
  };
}

/** Scripts of other origins read the ETag too. */
const EXPOSED = `${COMMON_HEADERS['access-control-expose-headers']}, ETag`;

/** Answers with the settings of a form, and their ETag. */
export const sendSettings = (reply: FastifyReply, { view, etag }: CurrentSettings): FastifyReply =>
  reply.headers({ etag, 'access-control-expose-headers': EXPOSED }).send(view);

export function createSettingsHandlers({
  routes,
  settingsService,
  checkKeys,
}: HandlerContext): Pick<Handlers, 'getSettings' | 'putSettings'> {
  const { settings } = routes;
  const formOf = (request: FastifyRequest) => ({
    formId: formIdIn(request),
    authorization: authorizationOf(request),
  });
  return {
    async getSettings(request, reply) {
      const { formId, authorization } = formOf(request);
      return sendSettings(reply, await settings.read(formId, authorization));
    },
    async putSettings(request, reply) {
      const [form, requester] = [formOf(request), requesterOf(request)];
      // The credential is checked before the body is read.
      const route = await settings.find(form.formId, form.authorization);
      const tooLong = settingsInvalid([tooLarge('')]);
      const { value: sent, text } = await readJsonText(request, LIMITS.settingsBytes, tooLong);
      const { value, marks } = settings.reveal(route, sent);
      const wanted = parseSettings(value, {
        path: '',
        text,
        keyFault: await checkKeys.faultIn(value, callerOf(request)),
        service: settingsService(),
        form: route,
      });
      const change = { settings: wanted, marks, ifMatch: request.headers['if-match'] };
      return sendSettings(reply, await settings.replace(form, change, requester));
    },
  };
}

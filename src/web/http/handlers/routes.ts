import { LIMITS } from '../../../contract/limits.ts';
import { parseCreateRequest, settingsIn } from '../../../forms/create-request.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody, readJsonText } from '../read-body.ts';
import { JSON_TYPE, sendPieces } from '../replies.ts';
import { mailAskerOf, askerOf, authorizationOf, formIdIn, idempotencyKeyOf } from '../request.ts';
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
  operatorLimits,
  checkKeys,
}: HandlerContext): RouteHandlers {
  return {
    async createRoute(request, reply) {
      const { value, text } = await readJsonText(request, LIMITS.createBodyBytes);
      const asker = mailAskerOf(request);
      const keyFault = await checkKeys.faultIn(settingsIn(value), asker.caller);
      const context = { text, keyFault, limits: operatorLimits() };
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
      routes.authorizeLookup(authorizationOf(request));
      const body = await readJsonBody(request, LIMITS.createBodyBytes);
      return sendPieces(reply, routes.listAccount(body, request.id));
    },
  };
}

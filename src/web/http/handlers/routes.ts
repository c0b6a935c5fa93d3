import { parseStopRequest } from '../../../consent/decisions/inbox-requests.ts';
import type { Operations } from '../call.ts';
import { JSON_TYPE, sendPieces } from '../replies.ts';
import type { HandlerContext } from './handler-context.ts';

const CREATED = { active: 201, pending_verification: 202 } as const;

/** Forms and their life. */
export const routeOperations = ({ routes, counts, owners: { inboxForms } }: HandlerContext) =>
  ({
    async createRoute({ body, text, idempotencyKey, asker, reply }) {
      const wanted = await routes.creator.read({ body, text }, idempotencyKey, asker);
      const { route, creator } = await routes.creator.create(wanted, asker);
      reply.code(creator.replayed ? 200 : CREATED[route.status]);
      return routes.toResource(route, { ...creator, remark: wanted.remark });
    },
    async getRoute({ params, caller, requestId, reply }) {
      const route = await routes.read(params.formId, { caller, requestId });
      return reply.type(JSON_TYPE).send(routes.toText(route));
    },
    deleteRoute: ({ form, requestId }) => routes.remove(form, requestId),
    getCounts: ({ form }) => counts.read(form),
    claimRoute: ({ form }) => routes.claim(form),
    async resendVerification({ form, asker, reply }) {
      const { route, sent } = await routes.resend(form, asker);
      reply.code(sent ? 202 : 200);
      return routes.toResource(route);
    },
    stopRoute: async ({ form, body, requestId }) =>
      routes.toResource(await inboxForms.stop(form, parseStopRequest(body), requestId)),
    restartRoute: async ({ form, asker }) =>
      routes.toResource(await inboxForms.restart(form, asker)),
    renewManagementToken: ({ form, requestId }) => inboxForms.renewToken(form, requestId),
    listAccountRoutes: ({ body, requestId, reply }) =>
      sendPieces(reply, routes.listAccount(body, requestId)),
  }) satisfies Partial<Operations>;

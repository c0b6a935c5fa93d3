import { LIMITS } from '../../../contract/limits.ts';
import type { Log } from '../../../platform/log/log.ts';
import { parseCreateRequest } from '../../../domain/routes/create-request.ts';
import type { CreateRoute } from '../../../domain/routes/create-route.ts';
import type { FindRoute } from '../../../domain/routes/route-store.ts';
import type { Links } from '../../../domain/routes/links.ts';
import type { ManageRoute } from '../../../domain/routes/manage-route.ts';
import { toRouteResource } from '../../../domain/routes/route-resource.ts';
import type { InboxVerification } from '../../../domain/verification/inbox-verification.ts';
import { callerOf, idempotencyKeyOf } from '../request.ts';
import type { Handlers } from '../mount-operations.ts';
import { readJsonBody } from '../read-body.ts';
import type { AccountRoutes } from '../../../domain/routes/account-routes.ts';

interface Parts {
  createRoute: CreateRoute;
  findRoute: FindRoute;
  manageRoute: ManageRoute;
  verification: InboxVerification;
  links: Links;
  log: Log;
}

interface RouteParams {
  formId: string;
}

type RouteHandlers = Pick<Handlers, 'createRoute' | 'getRoute' | 'deleteRoute' | 'claimRoute'>;

const CREATED = { active: 201, pending_verification: 202 } as const;

export function createRouteHandlers(parts: Parts): RouteHandlers {
  const { createRoute, findRoute, manageRoute, verification, links, log } = parts;
  return {
    async createRoute(request, reply) {
      const body = await readJsonBody(request, LIMITS.createBodyBytes);
      const create = parseCreateRequest(
        body,
        idempotencyKeyOf(request),
        new URL(links.base()).hostname,
      );
      const requestId = request.id;
      const { route, creator } = await createRoute(create, {
        caller: callerOf(request),
        requestId,
      });
      const { formId, status } = route;
      log.routeCreated({ requestId, formId, status, replayed: creator.replayed });
      reply.code(creator.replayed ? 200 : CREATED[status]);
      return toRouteResource(route, links, verification.expiresAt(route), creator);
    },
    async getRoute(request) {
      const { formId } = request.params as RouteParams;
      const found = await findRoute(formId);
      const route = await verification.refresh(found, request.id, callerOf(request));
      return toRouteResource(route, links, verification.expiresAt(route));
    },
    async deleteRoute(request) {
      const { formId } = request.params as RouteParams;
      const deleted = await manageRoute.remove(formId, request.headers.authorization);
      log.routeDeleted({ requestId: request.id, formId: deleted.form_id });
      return deleted;
    },
    async claimRoute(request) {
      const { formId } = request.params as RouteParams;
      return manageRoute.claim(formId, request.headers.authorization);
    },
  };
}

export function createAccountHandlers(
  accountRoutes: AccountRoutes,
): Pick<Handlers, 'listAccountRoutes'> {
  return {
    async listAccountRoutes(request) {
      accountRoutes.authorize(request.headers.authorization);
      const body = await readJsonBody(request, LIMITS.createBodyBytes);
      return accountRoutes.list(body, request.id);
    },
  };
}

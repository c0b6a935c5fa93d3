import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InstallArtifact } from '../../../contract/schemas.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import { parseFramework } from '../../install/frameworks.ts';
import { buildGenericArtifact, buildRouteArtifact } from '../../install/install-artifact.ts';
import type { FindRoute } from '../../../domain/routes/route-store.ts';
import type { Links } from '../../../domain/routes/links.ts';
import type { Route } from '../../../domain/routes/route.ts';
import type { InboxVerification } from '../../../domain/verification/inbox-verification.ts';
import type { Handlers } from '../mount-operations.ts';

interface Parts {
  findRoute: FindRoute;
  verification: InboxVerification;
  links: Links;
}

/** A query as the router leaves it: a repeated parameter is a list. */
const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;

function sendArtifact(
  request: FastifyRequest,
  reply: FastifyReply,
  artifact: InstallArtifact,
): FastifyReply {
  if (queryOf(request).raw !== '1') return reply.send(artifact);
  return reply.type('text/plain; charset=utf-8').send(artifact.files[0]?.content);
}

export function createInstallHandlers(
  parts: Parts,
): Pick<Handlers, 'getInstall' | 'getRouteInstall'> {
  const { findRoute, verification, links } = parts;

  /** The code needs no provider: refused credentials leave the stored status, as its faults do. */
  async function findCurrentRoute(formId: string, requestId: string): Promise<Route> {
    const route = await findRoute(formId);
    try {
      return await verification.refresh(route, requestId);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'config_incomplete') return route;
      throw error;
    }
  }

  return {
    async getInstall(request, reply) {
      const framework = parseFramework(queryOf(request).framework);
      return sendArtifact(request, reply, buildGenericArtifact(framework));
    },
    async getRouteInstall(request, reply) {
      const framework = parseFramework(queryOf(request).framework);
      const { formId } = request.params as { formId: string };
      const route = await findCurrentRoute(formId, request.id);
      return sendArtifact(request, reply, buildRouteArtifact(framework, route, links));
    },
  };
}

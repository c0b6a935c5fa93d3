import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InstallArtifact } from '../../contract/schemas.ts';
import { parseFramework } from '../../install/frameworks.ts';
import { buildGenericArtifact, buildRouteArtifact } from '../../install/install-artifact.ts';
import type { FindRoute } from '../../routes/find-route.ts';
import type { Links } from '../../routes/links.ts';
import type { Handlers } from '../mount-operations.ts';

interface Parts {
  findRoute: FindRoute;
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
  const { findRoute, links } = parts;
  return {
    async getInstall(request, reply) {
      const framework = parseFramework(queryOf(request).framework);
      return sendArtifact(request, reply, buildGenericArtifact(framework));
    },
    async getRouteInstall(request, reply) {
      const framework = parseFramework(queryOf(request).framework);
      const { formId } = request.params as { formId: string };
      const route = await findRoute(formId);
      return sendArtifact(request, reply, buildRouteArtifact(framework, route, links));
    },
  };
}

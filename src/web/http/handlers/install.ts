import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InstallArtifact } from '../../../contract/schemas.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import {
  parseFramework,
  buildGenericArtifact,
  buildRouteArtifact,
} from '../../install/install-artifact.ts';
import type { Route } from '../../../forms/route.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { callerOf, formIdIn, queryOf } from '../request.ts';

function sendArtifact(
  request: FastifyRequest,
  reply: FastifyReply,
  artifact: InstallArtifact,
): FastifyReply {
  if (queryOf(request).raw !== '1') return reply.send(artifact);
  return reply.type('text/plain; charset=utf-8').send(artifact.files[0]?.content);
}

export function createInstallHandlers({
  routes,
  links,
  challenges,
  settingsService,
}: HandlerContext): Pick<Handlers, 'getInstall' | 'getRouteInstall'> {
  /** The code does not depend on the provider: if it refuses the credentials, the stored status is used. */
  async function readRoute(formId: string, requestId: string): Promise<Route> {
    try {
      return await routes.read(formId, { requestId });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'config_incomplete') throw error;
      return routes.find(formId);
    }
  }

  return {
    async getInstall(request, reply) {
      const framework = parseFramework(queryOf(request).framework);
      return sendArtifact(request, reply, buildGenericArtifact(framework));
    },
    async getRouteInstall(request, reply) {
      const framework = parseFramework(queryOf(request).framework);
      const route = await readRoute(formIdIn(request), request.id);
      challenges.noteCode(route, callerOf(request));
      const { maxFileBytes } = settingsService();
      const artifact = buildRouteArtifact(framework, route, links, maxFileBytes);
      return sendArtifact(request, reply, artifact);
    },
  };
}

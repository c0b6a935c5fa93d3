import { toJsonLine } from '../../../platform/text/json.ts';
import type { RouteHandlerMethod, FastifyReply, FastifyRequest } from 'fastify';
import { buildOpenApiDocument } from '../../../contract/openapi-document.ts';
import type { InstallArtifact } from '../../../contract/schemas.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import type { Route } from '../../../forms/route.ts';
import { renderSkill, renderSkillIndex } from '../../discovery/agent-skill.ts';
import { describeService } from '../../discovery/describe-service.ts';
import { renderLlmsText } from '../../discovery/llms-text.ts';
import { loadFormScript } from '../../apps/bundled.ts';
import { sendBody } from '../../apps/mount-apps.ts';
import {
  buildGenericArtifact,
  buildRouteArtifact,
  parseChoice,
  type CodeRequest,
} from '../../../install/install-artifact.ts';
import type { Handlers } from '../mount-operations.ts';
import { wantsPage } from '../replies.ts';
import { callerOf, formIdIn, queryOf } from '../request.ts';
import type { HandlerContext } from './handler-context.ts';

type DiscoveryHandlers = Pick<
  Handlers,
  | 'getService'
  | 'getHealth'
  | 'getWellKnown'
  | 'getOpenApi'
  | 'getLlmsText'
  | 'getReceiptKeys'
  | 'getAgentSkills'
  | 'getAgentSkill'
>;

/**
 * Renders once per public URL: it changes when the service listens, if it picks the port itself. All
 * answers share the octets, so that clients that do not read them take no memory each.
 */
function once(publicUrl: () => string, render: (publicUrl: string) => string): () => Buffer {
  let [url, octets]: [string?, Buffer?] = [];
  return () => {
    const current = publicUrl();
    if (url !== current || !octets) [url, octets] = [current, Buffer.from(render(current))];
    return octets;
  };
}

export function createDiscoveryHandlers({
  deployment,
  links,
  doors,
  monthlyLimit,
  receiptKeys,
}: Pick<
  HandlerContext,
  'deployment' | 'links' | 'doors' | 'monthlyLimit' | 'receiptKeys'
>): DiscoveryHandlers {
  const openApi = once(links.base, (url) => toJsonLine(buildOpenApiDocument(url)));
  const llmsText = once(links.base, (url) => renderLlmsText(url, monthlyLimit));
  const skill = once(links.base, renderSkill);
  const skillIndex = once(links.base, renderSkillIndex);
  const describe: RouteHandlerMethod = async () => describeService(deployment, links);
  return {
    async getService(request, reply) {
      return wantsPage(request)
        ? doors.openHome(request, reply)
        : describeService(deployment, links);
    },
    getHealth: describe,
    getWellKnown: describe,
    async getOpenApi(_request, reply) {
      return reply.type('application/json; charset=utf-8').send(openApi());
    },
    async getLlmsText(_request, reply) {
      return reply.type('text/plain; charset=utf-8').send(llmsText());
    },
    getReceiptKeys: async () => receiptKeys(),
    async getAgentSkills(_request, reply) {
      return reply.type('application/json; charset=utf-8').send(skillIndex());
    },
    async getAgentSkill(_request, reply) {
      return reply.type('text/markdown; charset=utf-8').send(skill());
    },
  };
}

function sendArtifact(
  request: FastifyRequest,
  reply: FastifyReply,
  artifact: InstallArtifact,
): FastifyReply {
  if (queryOf(request).raw !== '1') return reply.send(artifact);
  return reply.type('text/plain; charset=utf-8').send(artifact.files[0]?.content);
}

const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Accept-Encoding',
};

/** Whether a client has what would be sent (RFC 9110, 13.1.2: weak comparison). */
function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace('W/', ''));
  return tags?.some((tag) => tag === '*' || tag === etag.replace('W/', '')) ?? false;
}

/** Sends a file of the script for forms, unless its reader has it. */
const sendScript =
  (name: 'form.js' | 'form-solver.js'): RouteHandlerMethod =>
  async (request, reply) => {
    const file = (await loadFormScript()).get(name);
    if (!file) throw new ServiceError('not_found');
    reply.headers({ ...SCRIPT_HEADERS, etag: file.etag });
    if (isKnown(request, file.etag)) return reply.code(304).send();
    return sendBody(request, reply, file.bodies);
  };

export const createScriptHandlers = (): Pick<Handlers, 'getFormScript' | 'getFormSolver'> => ({
  getFormScript: sendScript('form.js'),
  getFormSolver: sendScript('form-solver.js'),
});

export function createInstallHandlers({
  routes,
  links,
  challenges,
  operatorLimits,
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

  function readRequest(request: FastifyRequest): CodeRequest {
    const { framework, style } = parseChoice(queryOf(request));
    return style === 'inline' ? { framework } : { framework, script: links.formScript() };
  }

  return {
    async getInstall(request, reply) {
      return sendArtifact(request, reply, buildGenericArtifact(readRequest(request)));
    },
    async getRouteInstall(request, reply) {
      const code = readRequest(request);
      const route = await readRoute(formIdIn(request), request.id);
      challenges.noteCode(route, callerOf(request));
      const { maxFileBytes } = operatorLimits();
      const artifact = buildRouteArtifact(code, route, links, maxFileBytes);
      return sendArtifact(request, reply, artifact);
    },
  };
}

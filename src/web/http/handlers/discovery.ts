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

/** Sends a file of the script for forms; without a name, the one that pages load. */
async function sendScript(request: FastifyRequest, reply: FastifyReply, file?: string) {
  const { name, files } = await loadFormScript();
  const bodies = files.get(file ?? name);
  if (!bodies) throw new ServiceError('not_found');
  return sendBody(request, reply.headers(SCRIPT_HEADERS), bodies);
}

export const createScriptHandlers = (): Pick<
  Handlers,
  'getFormScript' | 'getFormScriptVersion'
> => ({
  getFormScript: (request, reply) => sendScript(request, reply),
  getFormScriptVersion(request, reply) {
    const { version } = request.params as { version: string };
    return sendScript(request, reply, `form-${version}.js`);
  },
});

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

  async function readRequest(request: FastifyRequest): Promise<CodeRequest> {
    const { framework, style } = parseChoice(queryOf(request));
    if (style === 'inline') return { framework };
    const { name, integrity } = await loadFormScript();
    return { framework, script: { src: links.formScript(name), integrity } };
  }

  return {
    async getInstall(request, reply) {
      return sendArtifact(request, reply, buildGenericArtifact(await readRequest(request)));
    },
    async getRouteInstall(request, reply) {
      const code = await readRequest(request);
      const route = await readRoute(formIdIn(request), request.id);
      challenges.noteCode(route, callerOf(request));
      const { maxFileBytes } = settingsService();
      const artifact = buildRouteArtifact(code, route, links, maxFileBytes);
      return sendArtifact(request, reply, artifact);
    },
  };
}

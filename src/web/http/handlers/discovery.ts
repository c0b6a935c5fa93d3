import { buildOpenApiDocument } from '../../../contract/openapi-document.ts';
import { toJsonLine } from '../../../platform/text/json.ts';
import { renderSkill, renderSkillIndex } from '../../discovery/agent-skill.ts';
import { describeService } from '../../discovery/describe-service.ts';
import { renderLlmsText } from '../../discovery/llms-text.ts';
import type { Operations } from '../call.ts';
import { JSON_TYPE, wantsPage } from '../replies.ts';
import type { HandlerContext } from './handler-context.ts';

/**
 * Renders once per public URL, which changes when the service picks its port itself. All answers
 * share the octets, so that clients that do not read them take no memory each.
 */
function once(publicUrl: () => string, render: (publicUrl: string) => string): () => Buffer {
  let [url, octets]: [string?, Buffer?] = [];
  return () => {
    const current = publicUrl();
    if (url !== current || !octets) [url, octets] = [current, Buffer.from(render(current))];
    return octets;
  };
}

/** Operations that describe this deployment. */
export function discoveryOperations({
  deployment,
  links,
  doors,
  settings,
  keyring,
}: Pick<HandlerContext, 'deployment' | 'links' | 'doors' | 'keyring'> & {
  settings: Pick<HandlerContext['settings'], 'MONTHLY_LIMIT'>;
}) {
  const openApi = once(links.base, (url) => toJsonLine(buildOpenApiDocument(url)));
  const llmsText = once(links.base, (url) => renderLlmsText(url, settings.MONTHLY_LIMIT));
  const skill = once(links.base, renderSkill);
  const skillIndex = once(links.base, renderSkillIndex);
  const describe = () => describeService(deployment, links);
  return {
    getService: ({ request, reply }) =>
      wantsPage(request) ? doors.openHome(request, reply) : describe(),
    getHealth: describe,
    getWellKnown: describe,
    getOpenApi: ({ reply }) => reply.type(JSON_TYPE).send(openApi()),
    getLlmsText: ({ reply }) => reply.type('text/plain; charset=utf-8').send(llmsText()),
    getReceiptKeys: () => ({ keys: [keyring.signing.publicJwk] }),
    getAgentSkills: ({ reply }) => reply.type(JSON_TYPE).send(skillIndex()),
    getAgentSkill: ({ reply }) => reply.type('text/markdown; charset=utf-8').send(skill()),
  } satisfies Partial<Operations>;
}

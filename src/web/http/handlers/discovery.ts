import type { RouteHandlerMethod } from 'fastify';
import { buildOpenApiDocument } from '../../../contract/openapi-document.ts';
import { describeService, renderLlmsText } from '../../discovery/describe-service.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { wantsPage } from '../replies.ts';

type DiscoveryHandlers = Pick<
  Handlers,
  'getService' | 'getHealth' | 'getWellKnown' | 'getOpenApi' | 'getLlmsText' | 'getReceiptKeys'
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
  const openApi = once(links.base, (url) => JSON.stringify(buildOpenApiDocument(url)));
  const llmsText = once(links.base, (url) => renderLlmsText(url, monthlyLimit));
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
  };
}

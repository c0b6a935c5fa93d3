import type { RouteHandlerMethod } from 'fastify';
import { buildOpenApiDocument } from '../../contract/openapi-document.ts';
import type { ReceiptKeySet } from '../../contract/schemas.ts';
import { describeService, type Deployment } from '../../discovery/descriptor.ts';
import { renderLlmsText } from '../../discovery/llms-text.ts';
import type { Links } from '../../routes/links.ts';
import type { Handlers } from '../mount-operations.ts';

interface Parts {
  deployment: Deployment;
  links: Links;
  monthlyLimit: number;
  /** What checks the receipts of this deployment. */
  receiptKeys: () => ReceiptKeySet;
}

type DiscoveryHandlers = Pick<
  Handlers,
  'getService' | 'getHealth' | 'getWellKnown' | 'getOpenApi' | 'getLlmsText' | 'getReceiptKeys'
>;

export function createDiscoveryHandlers({
  deployment,
  links,
  monthlyLimit,
  receiptKeys,
}: Parts): DiscoveryHandlers {
  let openApi: string | undefined;
  const describe: RouteHandlerMethod = async () => describeService(deployment, links);
  return {
    getService: describe,
    getHealth: describe,
    getWellKnown: describe,
    async getOpenApi(_request, reply) {
      openApi ??= JSON.stringify(buildOpenApiDocument(links.base()));
      return reply.type('application/json; charset=utf-8').send(openApi);
    },
    async getLlmsText(_request, reply) {
      const text = renderLlmsText(links.base(), monthlyLimit);
      return reply.type('text/plain; charset=utf-8').send(text);
    },
    getReceiptKeys: async () => receiptKeys(),
  };
}

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fastify } from 'fastify';
import { createLinks } from '../../../platform/links.ts';
import { createDiscoveryHandlers } from './discovery.ts';

it('llms.txt and the OpenAPI document name the port in use, even when they were first read before listening', async () => {
  let publicUrl = 'http://localhost:8080';
  const { getLlmsText, getOpenApi } = createDiscoveryHandlers({
    deployment: {
      version: 'x',
      release: 'x',
      source: 'x',
      deliveryMode: 'arbitrary',
      startPage: true,
    },
    links: createLinks(() => publicUrl),
    doors: { openHome: (_request, reply) => reply },
    monthlyLimit: 250,
    receiptKeys: () => ({ keys: [] }),
  });
  const app = fastify().get('/llms.txt', getLlmsText).get('/openapi.json', getOpenApi);
  for (const url of ['/llms.txt', '/openapi.json']) {
    publicUrl = 'http://localhost:8080';
    const before = (await app.inject({ url })).payload;
    publicUrl = 'http://localhost:43210';
    const after = (await app.inject({ url })).payload;
    assert.equal(after, before.replaceAll('http://localhost:8080', publicUrl));
    assert.equal((await app.inject({ url })).payload, after);
  }
});

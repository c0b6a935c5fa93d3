import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fastify } from 'fastify';
import { Links } from '../../../platform/links.ts';
import { newKeyring } from '../../../../test/support/keys.ts';
import { Call } from '../call.ts';
import { discoveryOperations } from './discovery.ts';

it('llms.txt and the OpenAPI document name the port in use, even when they were first read before listening', async () => {
  let publicUrl = 'http://localhost:8080';
  const { getLlmsText, getOpenApi } = discoveryOperations({
    deployment: {
      version: 'x',
      release: 'x',
      source: 'x',
      deliveryMode: 'arbitrary',
      startPage: true,
    },
    links: new Links(() => publicUrl),
    doors: { openHome: (_request, reply) => reply },
    settings: { MONTHLY_LIMIT: 250 },
    keyring: newKeyring(),
  });
  const app = fastify()
    .get('/llms.txt', (request, reply) => getLlmsText(new Call(request, reply)))
    .get('/openapi.json', (request, reply) => getOpenApi(new Call(request, reply)));
  for (const url of ['/llms.txt', '/openapi.json']) {
    publicUrl = 'http://localhost:8080';
    const before = (await app.inject({ url })).payload;
    publicUrl = 'http://localhost:43210';
    const after = (await app.inject({ url })).payload;
    assert.equal(after, before.replaceAll('http://localhost:8080', publicUrl));
    assert.equal((await app.inject({ url })).payload, after);
  }
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import { startService } from '../support/service.ts';
import { listOf } from '../support/list-of.ts';

const JSON_TYPE = 'application/json';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const SEGMENTS = listOf(`
  f v1 routes verify claim install account mcp health metrics preview .well-known letterslot.json FORM
  cfm_AAAAAAAAAAAAAAAA constructor __proto__ .. %2e%2e %00 %0d%0aX:y %ff % %E2%80%AE ~ *
`).concat('');

/** Members that operations know, with values of every type. */
const NAMES = listOf(`
  email alias formName delivery mode webhook url emails token jsonrpc method params id name
  arguments form_id fields __proto__ toString
`);
const WORDS = listOf(`
  owner@example.com webhook both https://hooks.site.com/x 2.0 tools/call tools/list initialize
  create_form send_test_submission delete_form \ud800 \0
`).concat('A form');

const { value: json } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(...WORDS),
      fc.constantFrom(null, true, 0, -1, Number.MAX_VALUE, ''),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 6 }),
  ),
}));

/** Mostly correct requests, with some members replaced by others. */
const mostly = (value: unknown) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: json });

const creation = fc.record({
  email: mostly('owner@example.com'),
  alias: mostly('A form'),
  delivery: mostly({ mode: 'both', webhook: { url: 'https://hooks.site.com/x' } }),
});

const toolCall = fc.record({
  jsonrpc: mostly('2.0'),
  id: mostly(1),
  method: mostly('tools/call'),
  params: fc.record({
    name: fc.oneof(fc.constantFrom('create_form', 'delete_form', 'send_test_submission'), json),
    arguments: fc.oneof(creation, json),
  }),
});

const header = fc.oneof(
  fc.constantFrom('Bearer', 'Bearer x', 'text/html', '*/*', 'gzip', 'a, b', '', 'null', '\xff'),
  fc.string({ unit: fc.constantFrom(...Array.from(' ;,="\\<>abc/*')), maxLength: 12 }),
);

const request = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 5 }),
  query: fc.constantFrom(
    '',
    ...'? ?token=x ?token[]=x&token=y ?framework=__proto__&raw=1 ?%ff=%'.split(' '),
  ),
  type: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(JSON_TYPE, 'application/x-www-form-urlencoded') },
    header,
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      ...'accept authorization idempotency-key x-forwarded-for origin range'.split(' '),
    ),
    header,
    { maxKeys: 4 },
  ),
  body: fc.oneof(
    fc.oneof(json, creation, toolCall).map((value) => JSON.stringify(value) ?? ''),
    fc.string({ unit: 'binary', maxLength: 20 }),
  ),
});

// Guarantee: The process
it('any request is answered without an internal error, with a code of the contract', async (test) => {
  const service = await startService(test, {
    MONTHLY_LIMIT: '0',
    ACCOUNT_LOOKUP_SECRET: 's'.repeat(32),
  });
  const { form_id } = await service.activeRoute();
  const known = [
    ['POST', ['v1', 'routes']],
    ['POST', ['v1', 'account', 'routes']],
    ['POST', ['mcp']],
    ['POST', ['f', 'FORM']],
    ['POST', ['v1', 'routes', 'verify']],
  ] as const;
  const anywhere = fc.oneof(
    request,
    fc
      .tuple(request, fc.constantFrom(...known))
      .map(([one, [method, path]]) => ({ ...one, method, path: [...path], type: JSON_TYPE })),
  );
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(anywhere, async ({ method, path, query, type, headers, body }) => {
      const url = `/${path.join('/').replace('FORM', form_id)}${query}`;
      const answer = await service.service.app.inject({
        method,
        url,
        headers: { host: 'localhost', ...headers, 'content-type': type },
        ...(method !== 'GET' && method !== 'HEAD' && { payload: body }),
      });
      seen.add(answer.statusCode);
      assert.ok(answer.statusCode < 500, `${method} ${url}`);
      if (!answer.payload.startsWith('{"success":false')) return;
      assert.ok(answer.json().error in ERROR_CODES);
    }),
    { numRuns: 2_000 },
  );
  assert.doesNotMatch(service.logText(), /request_failed|crashed/);
  for (const status of [200, 202, 400, 401, 404, 405]) assert.ok(seen.has(status), `${status}`);
});

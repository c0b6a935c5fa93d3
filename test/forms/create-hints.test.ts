import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OPERATION_IDS, OPERATIONS, operationOf } from '../../src/contract/operations.ts';
import { startService, type TestService } from '../support/service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const post = ({ request }: TestService, body: string, headers = JSON_TYPE) =>
  request('/v1/routes', { method: 'POST', headers, body });

/** The body that a message shows. */
const shown = (message: string) => /\{.*?\}(?=[. ])/.exec(message)?.[0] ?? '';

it('the body in the error of a refused creation is accepted as it stands', async (test) => {
  const service = await startService(test);
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  const refused: [body: string, headers: typeof JSON_TYPE, code: string][] = [
    ['{}', JSON_TYPE, 'invalid_email'],
    ['{"alias":"Contact"}', JSON_TYPE, 'invalid_email'],
    ['{"email":"owner@example.com"}', JSON_TYPE, 'invalid_alias'],
    ['email=owner%40example.com&alias=Contact', urlencoded, 'invalid_json'],
    ['', urlencoded, 'invalid_json'],
  ];
  for (const [index, [body, headers, code]] of refused.entries()) {
    const { status, json } = await post(service, body, headers);
    assert.deepEqual([status, json.error], [400, code], body);
    const example = shown(json.message).replace('you@', `you-${index}@`);
    assert.equal((await post(service, example)).status, 202, json.message);
  }
});

it('a creation says what is missing, and what was probably sent in its place', async (test) => {
  const service = await startService(test);
  const cases: [body: object, code: string, meant: string | undefined, said: RegExp][] = [
    [{}, 'invalid_email', undefined, /^The email is missing: send \S.*\}\.$/],
    [{ email: 'jo@example.com' }, 'invalid_alias', undefined, /^The name is missing: send /],
    [{ emial: 'jo@example.com' }, 'invalid_email', 'email', /`emial` .* Did you mean “email”\?$/],
    [{ to: 'jo@example.com' }, 'invalid_email', 'email', /`to` .*; the inbox is `email`\.$/],
    [{ email: 'jo@example.com', nmae: 'A' }, 'invalid_alias', 'alias', /`nmae` .*is `alias`\.$/],
    [{ email: 'jo@example.com', alais: 'A' }, 'invalid_alias', 'alias', /Did you mean “alias”\?$/],
    [{ email: 'jo@example.com', colour: 'A' }, 'invalid_alias', undefined, /\}\.$/],
  ];
  for (const [body, code, meant, said] of cases) {
    const { json } = await post(service, JSON.stringify(body));
    const name = JSON.stringify(body);
    assert.deepEqual([json.error, json.did_you_mean], [code, meant], name);
    assert.match(json.message, said);
    assert.doesNotMatch(json.message, /jo@example|must be 1 to 120/);
    assert.deepEqual([json.errors[0].message, json.errors[0].did_you_mean], [json.message, meant]);
  }
});

it('a misspelt setting or framework names the one that was meant', async (test) => {
  const service = await startService(test);
  const body = { email: 'jo@example.com', alias: 'A', settings: { redirct: 'x', colour: 1 } };
  const { json } = await post(service, JSON.stringify(body));
  assert.deepEqual(
    json.errors.map(({ path, did_you_mean }: Record<string, string>) => [path, did_you_mean]),
    [
      ['/settings/redirct', 'redirect'],
      ['/settings/colour', undefined],
    ],
  );
  const code = await service.request('/v1/install?framework=raect');
  assert.deepEqual([code.json.error, code.json.did_you_mean], ['unknown_framework', 'react']);
});

it('the error about a body that is no JSON shows the example of its operation', async (test) => {
  const service = await startService(test);
  const { form_id, management_token } = await service.activeRoute();
  const headers = { authorization: `Bearer ${management_token}`, 'content-type': 'text/plain' };
  const own = OPERATION_IDS.map(operationOf).filter(
    ({ body, credential, path }) =>
      body?.read === 'json' && credential === 'managementToken' && path.includes('{formId}'),
  );
  assert.ok(own.length > 3);
  for (const { method, path, body } of own) {
    const { json } = await service.request(path.replace('{formId}', form_id), {
      method,
      headers,
      body: 'x',
    });
    const [example] = Object.values(body?.examples ?? {});
    assert.equal(json.error, 'invalid_json', path);
    assert.ok(json.message.endsWith(`, like ${JSON.stringify(example)}.`), json.message);
  }
  const { path } = OPERATIONS.requestSession;
  const asked = await service.request(path, { method: 'POST', headers: JSON_TYPE, body: '{}' });
  assert.match(asked.json.message, /^The email is missing/);
});

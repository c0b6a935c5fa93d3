import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../support/service.ts';
import { connectMcp } from './mcp-client.ts';

it('get_install_code returns what GET /v1/install returns', async (test) => {
  const service = await startService(test);
  const { call } = await connectMcp(test, service);
  const { json } = await service.request('/v1/install');
  assert.deepEqual((await call('get_install_code')).body, json);
  const { failed, body } = await call('get_install_code', { framework: 'react' });
  assert.equal(failed, false);
  assert.equal(body.framework, 'react');
  assert.match(JSON.stringify(body.files), /\{\{FORM_ENDPOINT\}\}/);
});

it("get_install_code puts the endpoint of a form into the code, with the form's state", async (test) => {
  const service = await startService(test);
  const created = (await service.create()).json;
  const { form_id, endpoint } = created;
  const { call } = await connectMcp(test, service);
  const { body } = await call('get_install_code', { form_id, framework: 'html' });
  assert.deepEqual([body.form_id, body.status], [form_id, 'pending_verification']);
  assert.equal(body.next_action.type, 'human_verification');
  assert.ok(JSON.stringify(body.files).includes(endpoint));
  await service.putSettings(created, { fields: [{ name: 'age', type: 'number' }] });
  const declared = (await call('get_install_code', { form_id, framework: 'vue' })).body;
  assert.match(JSON.stringify(declared.files), /name=\\"age\\"/);
});

it('get_install_code passes errors on', async (test) => {
  const service = await startService(test);
  const { call } = await connectMcp(test, service);
  const codeOf = async (args: Record<string, unknown>) =>
    (await call('get_install_code', args)).body.error;
  assert.equal(await codeOf({ framework: 'cobol' }), 'unknown_framework');
  assert.equal(await codeOf({ framework: 7 }), 'unknown_framework');
  assert.equal(await codeOf({ form_id: 'cfm_ZZZZZZZZZZZZZZZZ' }), 'route_not_found');
  assert.equal(await codeOf({ form_id: '..' }), 'route_not_found');
});

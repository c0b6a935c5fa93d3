import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { UNKNOWN } from '../contract/scenario.ts';
import { startService } from '../support/service.ts';
import { connectMcp } from './mcp-client.ts';

it('tools test a form, wait for it, and count what came', async (test) => {
  const service = await startService(test);
  const { form_id, management_token } = await service.activeRoute();
  const { call } = await connectMcp(test, service);
  const args = { form_id, management_token };
  const { failed, body } = await call('test_form', args);
  assert.deepEqual([failed, body.delivery, body.used], [false, { email: 'delivered' }, 1]);
  assert.match(service.sink.mails[0]?.email.subject ?? '', /^\[Test\] /);
  service.sink.refuseWith({ code: 550, text: 'no' });
  const refused = (await call('test_form', args)).body;
  assert.equal(refused.error, 'delivery_failed');
  assert.match(refused.reasons.email, /answered 550/);
  const [day] = (await call('get_form_counts', args)).body.days;
  assert.deepEqual([day.delivered, day.failed], [1, 1]);
});

it('tools read and change settings, and refuse hostile ones with every fault', async (test) => {
  const service = await startService(test);
  const { form_id, management_token } = await service.activeRoute();
  const { call } = await connectMcp(test, service);
  const set = (settings: unknown) =>
    call('set_form_settings', { form_id, management_token, settings });
  const settings = { language: 'de', redirect: 'https://example.com/thanks' };
  assert.deepEqual((await set({ ...settings, subject: '{form}' })).failed, false);
  assert.deepEqual((await set({ subject: null })).body.settings, settings);
  const hostile = [
    [{ subject: 'a\r\nBcc: x@example.com' }, 1],
    [{ redirect: 'javascript:1', colour: 'red' }, 2],
    [JSON.parse('{"__proto__":{"language":"fr"}}'), 1],
    [{ success_message: 'x'.repeat(LIMITS.settingsBytes) }, 1],
  ] as const;
  for (const [given, least] of hostile) {
    const { failed, body } = await set(given);
    assert.deepEqual([failed, body.error], [true, 'settings_invalid']);
    assert.ok(body.errors.length >= least, JSON.stringify(body.errors));
  }
  for (const given of [undefined, null, 'text', []]) assert.equal((await set(given)).failed, true);
  const read = await call('get_form_settings', { form_id, management_token });
  assert.deepEqual(read.body.settings, settings);
});

it('an agent makes an access key, lists it and ends it', async (test) => {
  const service = await startService(test);
  const { form_id, management_token } = await service.activeRoute();
  const { call } = await connectMcp(test, service);
  const form = { form_id, management_token };
  const made = (await call('create_access_key', { ...form, name: 'Website' })).body;
  assert.match(made.secret, /^lsk_/);
  assert.deepEqual((await call('list_access_keys', form)).body.keys, [made.key]);
  const end = (key_id: unknown) => call('end_access_key', { ...form, key_id });
  for (const id of ['../settings', 'key_none', 7, undefined]) {
    assert.equal((await end(id)).body.error, 'access_key_not_found');
  }
  assert.equal((await end(made.key.key_id)).failed, false);
  assert.deepEqual((await call('list_access_keys', form)).body.keys, []);
});

it('tools refuse the management token of another form', async (test) => {
  const service = await startService(test);
  const [first, second] = [await service.activeRoute(), (await service.create()).json];
  const { call } = await connectMcp(test, service);
  const args = { form_id: first.form_id, management_token: second.management_token };
  assert.equal((await call('delete_form', args)).body.error, 'management_token_invalid');
});

it('tools answer a wrong management token with the code of the contract', async (test) => {
  const service = await startService(test);
  const { call } = await connectMcp(test, service);
  const cases = [
    [{}, 'management_token_required'],
    [{ form_id: '../../health' }, 'management_token_required'],
    [{ form_id: UNKNOWN, management_token: 'nonsense' }, 'management_token_invalid'],
    [{ form_id: UNKNOWN, management_token: 'lss_x' }, 'session_invalid'],
  ] as const;
  for (const tool of ['test_form', 'get_form_counts', 'get_form_settings', 'set_form_settings'])
    for (const [args, code] of cases) assert.equal((await call(tool, args)).body.error, code);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OWNER, startService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { connectMcp } from './mcp-client.ts';

const FORM = { email: OWNER, alias: 'Contact form' };
const KEY = { idempotency_key: '5f3c1a9e7b204d6c8e1f0a2b3c4d5e6f' };

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

describe('create_form, repeated', () => {
  it('create_form without an idempotency_key creates another form each time', async (test) => {
    const service = await startService(test);
    const { call } = await connectMcp(test, service);
    const { body: first } = await call('create_form', FORM);
    const { body: again } = await call('create_form', FORM);
    assert.notEqual(again.form_id, first.form_id);
    assert.equal(again.replayed, undefined);
    assert.match(again.management_token, /^lsm_/);
    assert.notEqual(again.management_token, first.management_token);
  });

  // Guarantee: A form
  it('the tool create_form never gives a stranger’s form to a caller of the same network', async (test) => {
    const service = await startService(test, { TRUSTED_PROXIES: '127.0.0.1' });
    const stranger = await connectMcp(test, service, from('192.0.2.1'));
    const victim = await connectMcp(test, service, from('192.0.2.1'));
    const { body: theirs } = await stranger.call('create_form', FORM);
    const { body: own } = await victim.call('create_form', FORM);
    assert.notEqual(own.form_id, theirs.form_id);
    await service.confirm(service.verificationToken());
    const deletion = { form_id: own.form_id, management_token: theirs.management_token };
    const { body } = await stranger.call('delete_form', deletion);
    assert.equal(body.error, 'management_token_invalid');
    const status = await victim.call('get_form_status', { form_id: own.form_id });
    assert.equal(status.body.status, 'active');
  });

  it('create_form returns the same form and token to the holder of the idempotency_key', async (test) => {
    const service = await startService(test);
    const { call } = await connectMcp(test, service);
    const { body: first } = await call('create_form', { ...FORM, ...KEY });
    const { body: again } = await call('create_form', { ...FORM, ...KEY });
    assert.deepEqual(again, { ...first, replayed: true });
    assert.equal(service.sink.mails.length, 1);
    const conflict = await call('create_form', { ...FORM, alias: 'Other', ...KEY });
    assert.equal(conflict.body.error, 'idempotency_key_conflict');
  });

  it('create_form names arguments that have no effect, and where they belong', async (test) => {
    const service = await startService(test);
    const { call } = await connectMcp(test, service);
    const { body } = await call('create_form', { ...FORM, webhook: { url: 'https://x.example' } });
    assert.match(body.message, / `webhook` has no effect here; put it under `delivery.webhook`\.$/);
  });

  it('create_form shares its idempotency_key with the creation over HTTP', async (test) => {
    const service = await startService(test);
    const { call } = await connectMcp(test, service);
    const { body } = await call('create_form', { ...FORM, ...KEY });
    const { json } = await service.create({}, { 'idempotency-key': KEY.idempotency_key });
    assert.deepEqual(json, { ...body, replayed: true });
  });
});

/** What a caller may do once a minute. */
const LIMITED: [what: string, env: Record<string, string>, tool: string][] = [
  ['creations', { CREATE_RATE_PER_MINUTE: '1' }, 'create_form'],
  ['submissions', { SUBMIT_RATE_PER_MINUTE: '0/1' }, 'send_test_submission'],
  ['polls', { CREATE_RATE_PER_MINUTE: '9', CLIENT_RATE_PER_MINUTE: '1' }, 'get_form_status'],
];

for (const [what, env, tool] of LIMITED)
  it(`the limit of ${what} counts the caller of a tool, not this machine`, async (test) => {
    const proxied = { ...env, TRUSTED_PROXIES: '127.0.0.1' };
    const service = await startService(test, proxied, standing());
    const { form_id } = await service.activeRoute();
    const ann = await connectMcp(test, service, from('192.0.2.1'));
    const bob = await connectMcp(test, service, from('192.0.2.2'));
    const use = ({ call }: typeof ann, name = 'a') =>
      call(tool, { form_id, email: `${name}@example.com`, alias: 'Form' });
    assert.equal((await use(ann)).failed, false);
    const { body } = await use(ann, 'b');
    assert.deepEqual([body.error, body.retryable], ['rate_limited', true]);
    assert.ok(body.retry_after_seconds > 0);
    assert.equal((await use(bob, 'c')).failed, false);
    assert.equal((await ann.call('get_service_info')).failed, false);
    if (tool !== 'create_form') return;
    // HTTP and MCP share one budget.
    const http = await service.create({ email: 'd@example.com' }, from('192.0.2.1').headers);
    assert.equal(http.json.error, 'rate_limited');
  });

it('a caller of a tool cannot name itself when no proxy is trusted', async (test) => {
  const service = await startService(test, { CREATE_RATE_PER_MINUTE: '1' }, standing());
  const ann = await connectMcp(test, service, from('192.0.2.1'));
  const bob = await connectMcp(test, service, from('192.0.2.2'));
  await ann.call('create_form', FORM);
  const { body } = await bob.call('create_form', { email: 'b@example.com', alias: 'Form' });
  assert.equal(body.error, 'rate_limited');
});

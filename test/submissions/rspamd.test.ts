import assert from 'node:assert/strict';
import { it } from 'node:test';
import { itHeedsRspamd } from '../support/describe-rspamd.ts';
import { RSPAMD_TEST_WORDS, startRspamd } from '../support/rspamd.ts';
import { startService } from '../support/service.ts';

itHeedsRspamd(async (test) => {
  const rspamd = await startRspamd(test, 'secret');
  return { RSPAMD_URL: rspamd.url, RSPAMD_PASSWORD: 'secret' };
});

it('Rspamd is asked once for each submission that nothing else refuses, and about no test of a form', async (test) => {
  const rspamd = await startRspamd(test);
  const env = { RSPAMD_URL: rspamd.url, SUBMIT_RATE_PER_MINUTE: '0/0' };
  const { activeRoute, putSettings, request, submit } = await startService(test, env);
  const route = await activeRoute();
  const asked = async (fields: Record<string, string>, headers = {}) => {
    const before = rspamd.calls.length;
    const { status } = await submit(route.form_id, fields, headers);
    return [status, rspamd.calls.length - before];
  };
  assert.deepEqual(await asked({ message: 'Hello' }), [200, 1]);
  assert.deepEqual(await asked({ message: ' ' }), [400, 0]);
  assert.deepEqual(await asked({ message: 'Hello', _gotcha: 'x' }), [200, 0]);
  const call = `/v1/routes/${route.form_id}/test`;
  const authorization = `Bearer ${route.management_token}`;
  const before = rspamd.calls.length;
  assert.equal((await request(call, { method: 'POST', headers: { authorization } })).status, 200);
  assert.equal(rspamd.calls.length, before);
  await putSettings(route, { challenge: 'always' });
  assert.deepEqual(await asked({ message: 'Hello' }), [428, 0], 'refused anyway');
  await putSettings(route, { origins: ['https://example.com'] });
  assert.deepEqual(await asked({ message: 'Hello' }), [403, 0]);
});

it('a submission is delivered without a mark while Rspamd is away', async (test) => {
  const rspamd = await startRspamd();
  const service = await startService(test, { RSPAMD_URL: rspamd.url });
  const { form_id: form } = await service.activeRoute();
  await rspamd.close();
  const { status } = await service.submit(form, { message: RSPAMD_TEST_WORDS.reject });
  assert.equal(status, 200);
  assert.doesNotMatch(service.sink.mails.at(-1)?.email.subject ?? '', /Suspicious/);
  assert.match(service.logText(), /"event":"rspamd_failed"[^\n]*"reason":"ECONNREFUSED"/);
});

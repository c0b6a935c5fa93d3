import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OWNER, startService, type TestService } from '../support/service.ts';

const SECRET = 'a-secret-of-the-account-broker-0123456789';
const BROKER = { ACCOUNT_LOOKUP_SECRET: SECRET };

function list({ request }: TestService, body: unknown, authorization = `Bearer ${SECRET}`) {
  return request('/v1/account/routes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  });
}

it('account lists the routes of exactly the given addresses, oldest first', async (test) => {
  let time = Date.now();
  const service = await startService(test, BROKER, { now: () => (time += 1_000) });
  const first = await service.activeRoute({ email: OWNER, alias: 'First' });
  const second = (await service.create({ email: 'other@example.com', alias: 'Second' })).json;
  const third = (await service.create({ email: OWNER.toUpperCase(), alias: 'Third' })).json;
  await service.create({ email: OWNER.replace('@', '+x@') });
  const { json } = await list(service, { emails: [OWNER, 'other@example.com', OWNER] });
  const ids = json.routes.map(({ form_id }: { form_id: string }) => form_id);
  assert.deepEqual(ids, [first.form_id, second.form_id, third.form_id]);
  assert.deepEqual(json.routes[0], {
    form_id: first.form_id,
    alias: 'First',
    status: 'active',
    endpoint: first.endpoint,
    status_url: first.status_url,
    created_at: first.created_at,
  });
  assert.equal(json.routes[1].status, 'pending_verification');
});

it('account lists are only for the holder of the secret, whatever the body', async (test) => {
  const service = await startService(test, BROKER);
  const wrong = ['', 'Bearer', 'Bearer ', `Bearer ${SECRET}x`, `Basic ${SECRET}`, SECRET];
  for (const authorization of wrong) {
    const answer = await list(service, 'not even an object', authorization);
    assert.equal(answer.json.error, 'account_lookup_unauthorized', authorization);
  }
  assert.equal((await list(service, { emails: [OWNER] }, `bearer ${SECRET}`)).status, 200);
});

it('account lists take one to ten addresses and nothing else', async (test) => {
  const service = await startService(test, BROKER);
  const eleven = Array.from({ length: 11 }, (_, index) => `a${index}@example.com`);
  const bodies = [[], {}, { emails: [] }, { emails: OWNER }, { emails: eleven }, 'x', null];
  for (const body of [...bodies, { emails: [OWNER], more: 1 }]) {
    assert.equal((await list(service, body)).json.error, 'invalid_json', JSON.stringify(body));
  }
  for (const email of ['nobody', '*', 7, [OWNER], null]) {
    assert.equal((await list(service, { emails: [OWNER, email] })).json.error, 'invalid_email');
  }
  assert.equal((await list(service, { emails: eleven.slice(1) })).status, 200);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../support/service.ts';

it('the test of a form fills in its own fields, so that the mail looks like that of a visitor', async (test) => {
  const { activeRoute, request, sink } = await startService(test);
  const fields = [
    { name: 'name', label: 'Your name', required: true },
    { name: 'email', type: 'email', required: true },
    { name: 'topic', type: 'select', options: ['Prices', 'Help'], required: true },
  ];
  const settings = { fields, unknown_fields: 'refuse', subject: '{topic}: {name}' };
  const { form_id: id, management_token: token } = await activeRoute({ settings });
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await request(`/v1/routes/${id}/test`, { method: 'POST', headers });
  assert.equal(status, 200);
  const { email } = sink.mails.at(-1) ?? {};
  assert.equal(email?.subject, '[Test] Prices: Ada Lovelace');
  assert.deepEqual(
    email?.replyTo?.map(({ address }) => address),
    ['ada@example.com'],
  );
  assert.match(email?.text ?? '', /Your name[^]+Ada Lovelace[^]+Topic[^]+Prices/);
  assert.doesNotMatch(email?.text ?? '', /message/i);
});

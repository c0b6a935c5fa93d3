import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callWith, inboxTokenIn, sessionOf } from '../support/inbox-session.ts';
import { OWNER } from '../support/service.ts';
import { until } from '../support/until.ts';
import { prepareTwoNodes } from './two-nodes.ts';

const start = await prepareTwoNodes();

it('on two nodes a link begins one session, which is good for both, and a new token works on both', async (test) => {
  const { one: first, other: second } = await start(test);
  const { form_id } = await first.activeRoute();
  await callWith(first, 'POST', '/v1/inbox/sessions', { body: { email: OWNER } });
  await until('the mail', () => first.sink.mails.length > 0);
  const [mail] = first.sink.mails;
  assert.ok(mail);
  const body = { token: inboxTokenIn(mail) };
  const exchanges = Array.from({ length: 20 }, (_, at) =>
    callWith(at % 2 ? first : second, 'POST', '/v1/inbox/sessions/exchange', { body }),
  );
  const begun = (await Promise.all(exchanges)).filter(({ status }) => status === 200);
  assert.equal(begun.length, 1);
  for (const node of [first, second]) {
    const { json } = await callWith(node, 'GET', '/v1/inbox/routes', {
      bearer: begun[0]?.json.session,
    });
    assert.equal(json.routes[0].form_id, form_id);
  }
  const path = `/v1/routes/${form_id}`;
  const renewed = await callWith(first, 'POST', `${path}/management-token`, {
    bearer: sessionOf(first, OWNER),
  });
  const bearer = renewed.json.management_token;
  assert.equal((await callWith(second, 'POST', `${path}/claim`, { bearer })).status, 200);
  const session = begun[0]?.json.session;
  const ended = await callWith(first, 'POST', '/v1/inbox/sessions/end', {
    bearer: session,
    body: {},
  });
  assert.deepEqual([ended.status, ended.json], [200, { success: true }]);
  const listed = await callWith(second, 'GET', '/v1/inbox/routes', { bearer: session });
  assert.equal(listed.json.error, 'session_invalid', 'ended on all nodes at once');
});

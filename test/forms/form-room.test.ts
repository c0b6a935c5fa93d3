import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agreeToHandOver, offeredForm } from '../support/handed-form.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { owned, removeForm } from '../support/manage-form.ts';
import { OWNER, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const KEY = { 'idempotency-key': 'a-key-of-the-second-form' };
const TWO = { FORMS_PER_INBOX: '2' };

it('an inbox has as many forms as the operator allows, and a deletion makes room', async (test) => {
  const service = await startService(test, TWO);
  const { form_id } = await service.activeRoute();
  const second = await service.create({ alias: 'Second' }, KEY);
  assert.equal(second.status, 201);
  await until('the notice of the second form', () => service.sink.mails.length === 1);
  for (const email of [OWNER, 'owner+shop@example.com', 'o.wner@example.com']) {
    const { status, json } = await service.create({ email, alias: 'Third' });
    assert.deepEqual([status, json.error], [429, 'rate_limited']);
    assert.match(json.message, /2 forms.*deleting forms/);
    assert.equal(json.retry_after_seconds, 3_600);
  }
  const replay = await service.create({ alias: 'Second' }, KEY);
  assert.deepEqual([replay.status, replay.json.form_id], [200, second.json.form_id]);
  assert.equal((await service.create({ alias: 'Other' }, KEY)).status, 422);
  assert.equal((await service.create({ email: 'another@example.com' })).status, 202);
  assert.equal(service.sink.mails.length, 2, 'no mail about a form that was not made');
  assert.equal((await removeForm(service, owned(service, { form_id }))).status, 200);
  assert.equal((await service.create({ alias: 'Third' })).status, 201);
});

it('forms made at the same moment stay within the number', async (test) => {
  const service = await startService(test, { FORMS_PER_INBOX: '5' });
  await service.activeRoute();
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.create()));
  assert.equal(answers.filter(({ status }) => status === 201).length, 4);
});

it('a refused form uses up no verification mail of its inbox', async (test) => {
  const service = await startService(test, { FORMS_PER_INBOX: '1' });
  await service.create();
  for (let time = 0; time < 4; time += 1) {
    assert.match((await service.create()).json.message, /deleting forms/);
  }
});

it('a form is not handed over to an inbox that has no room', async (test) => {
  const service = await startService(test, TWO);
  const { token, form_id } = await offeredForm(service, 'full@example.com');
  const [one] = await Promise.all(
    ['One', 'Two'].map((alias) => service.create({ email: 'full@example.com', alias })),
  );
  const refused = await agreeToHandOver(service, token);
  assert.deepEqual([refused.status, refused.json.error], [429, 'rate_limited']);
  assert.match(refused.json.message, /deleting forms/);
  const bearer = sessionOf(service, OWNER);
  const { json } = await callWith(service, 'GET', '/v1/inbox/routes', { bearer });
  assert.equal(json.routes[0].form_id, form_id);
  assert.equal((await removeForm(service, one?.json)).status, 200);
  assert.equal((await agreeToHandOver(service, token)).status, 200);
});

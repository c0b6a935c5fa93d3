import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callWith, linkTokenOf } from '../support/inbox-session.ts';
import { manage, removeForm, settingsOf } from '../support/manage-form.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';

const STRANGER = 'stranger@example.com';

const exchange = (service: TestService, token: unknown) =>
  callWith(service, 'POST', '/v1/inbox/sessions/exchange', { body: { token } });

const list = (service: TestService, bearer: string) =>
  callWith(service, 'GET', '/v1/inbox/routes', { bearer });

const end = (service: TestService, bearer: string, body: object) =>
  callWith(service, 'POST', '/v1/inbox/sessions/end', { bearer, body });

const begin = async (service: TestService, email = OWNER): Promise<string> =>
  (await exchange(service, linkTokenOf(service, email))).json.session;

const holds = async (service: TestService, ...bearers: string[]) =>
  (await Promise.all(bearers.map((bearer) => list(service, bearer)))).map(
    ({ status }) => status === 200,
  );

it('a session that was ended opens nothing, and others go on', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  const [one, other] = [await begin(service), await begin(service)];
  assert.deepEqual((await end(service, one, {})).json, { success: true });
  assert.deepEqual(await holds(service, one, other), [false, true]);
  const form = { form_id, management_token: one };
  for (const refused of [
    await settingsOf(service, form),
    (await manage(service, form, 'POST', '/stop', {})).json,
    (await removeForm(service, form)).json,
    (await end(service, one, {})).json,
  ]) {
    assert.equal(refused.error, 'session_invalid');
  }
});

// Guarantee: The owner of an inbox
it('all sessions of an inbox end at once, and a new one begins at once', async (test) => {
  const service = await startService(test, {}, standing());
  await service.activeRoute();
  const [one, other, stranger] = [
    await begin(service),
    await begin(service),
    await begin(service, STRANGER),
  ];
  assert.equal((await end(service, one, { everywhere: true })).status, 200);
  assert.deepEqual(await holds(service, one, other, stranger), [false, false, true]);
  const next = await begin(service);
  assert.deepEqual(await holds(service, next, one), [true, false]);
  assert.equal((await end(service, next, { everywhere: true })).status, 200);
  assert.deepEqual(await holds(service, next, await begin(service)), [false, true]);
});

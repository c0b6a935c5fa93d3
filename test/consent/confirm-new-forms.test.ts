import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { OWNER, startService, unsubscribeToken, type TestService } from '../support/service.ts';

const DAY = 86_400_000;

/** Long enough for clocks that a test moves. */
const session = (service: TestService, email = OWNER) =>
  sessionOf(service, email, Date.now() + 400 * DAY);

const act = (service: TestService, formId: string, path: string, body?: object) =>
  callWith(service, 'POST', `/v1/routes/${formId}/${path}`, { bearer: session(service), body });

const settings = (service: TestService) =>
  callWith(service, 'GET', '/v1/inbox/settings', { bearer: session(service) });

const confirmNewForms = (service: TestService, on: boolean) =>
  callWith(service, 'PUT', '/v1/inbox/settings', {
    bearer: session(service),
    body: { confirm_new_forms: on },
  });

const statusOfNewForm = async (service: TestService) =>
  (await service.create({ alias: 'A new form' })).json.status;

it('with confirm_new_forms each new form waits, however old the switch is, until it is off', async (test) => {
  let time = Date.now();
  const service = await startService(test, {}, { now: () => time });
  await service.activeRoute();
  assert.equal((await settings(service)).json.confirm_new_forms, false);
  assert.equal(await statusOfNewForm(service), 'active');
  await confirmNewForms(service, true);
  time += (LIMITS.newFormHoldDays + 1) * DAY;
  assert.equal((await settings(service)).json.confirm_new_forms, true);
  assert.equal(await statusOfNewForm(service), 'pending_verification');
  await confirmNewForms(service, false);
  assert.equal((await settings(service)).json.confirm_new_forms, false);
  assert.equal(await statusOfNewForm(service), 'active');
});

it('a stop for spam switches it on for good, by a session as by the link of a mail', async (test) => {
  let time = Date.now();
  const service = await startService(test, {}, { now: () => time });
  const stay = await service.activeRoute();
  const { form_id } = (await service.create()).json;
  await act(service, form_id, 'stop', { reason: 'spam' });
  await act(service, form_id, 'restart');
  time += (LIMITS.newFormHoldDays + 1) * DAY;
  assert.equal((await settings(service)).json.confirm_new_forms, true, 'by a session');
  await confirmNewForms(service, false);
  await service.submit(stay.form_id, { message: 'Hi' });
  const body = new URLSearchParams({ token: unsubscribeToken(service), choice: 'spam' });
  await service.request('/v1/routes/stop', { method: 'POST', body });
  time += (LIMITS.newFormHoldDays + 1) * DAY;
  assert.equal((await settings(service)).json.confirm_new_forms, true, 'by the link of a mail');
});

it('another stop holds new forms for its days, and a restart lifts that', async (test) => {
  let time = Date.now();
  const service = await startService(test, {}, { now: () => time });
  await service.activeRoute();
  const { form_id } = (await service.create()).json;
  await act(service, form_id, 'stop', {});
  assert.equal((await settings(service)).json.confirm_new_forms, true);
  await act(service, form_id, 'restart');
  assert.equal((await settings(service)).json.confirm_new_forms, false);
  await act(service, form_id, 'stop', {});
  time += (LIMITS.newFormHoldDays + 1) * DAY;
  assert.equal((await settings(service)).json.confirm_new_forms, false);
});

it('the switch of one inbox is not that of another spelling', async (test) => {
  const service = await startService(test);
  await confirmNewForms(service, true);
  const { json } = await callWith(service, 'GET', '/v1/inbox/settings', {
    bearer: session(service, OWNER.replace('@', '+tag@')),
  });
  assert.equal(json.confirm_new_forms, false);
});

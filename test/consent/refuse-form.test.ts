import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { removeForm } from '../support/manage-form.ts';
import {
  linkedToken,
  startService,
  unsubscribeToken,
  type TestService,
} from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { press } from './press.ts';

const EMAIL = 'not.me@example.com';
const DAY = 86_400_000;

const refuse = (service: TestService, token: string, accept = '') =>
  press(service, 'refuse', { token }, { accept });

// Guarantee: The owner of an inbox
it('a refusal removes the form and keeps its address from such mails for 30 days', async (test) => {
  let time = Date.now();
  const service = await startService(test, {}, { now: () => time });
  const { json } = await service.create({ email: EMAIL });
  const refused = await refuse(service, linkedToken(service, 'refuse'));
  assert.deepEqual(refused.json, { success: true, status: 'deleted', form_id: json.form_id });
  assert.equal((await service.request(`/v1/routes/${json.form_id}`)).status, 404);
  for (const email of [EMAIL, 'Not.Me@example.com', 'not.me+again@example.com']) {
    const again = await service.create({ email });
    assert.equal(again.json.error, 'rate_limited', email);
    assert.equal(again.json.retry_after_seconds, 30 * 86_400);
  }
  assert.equal((await service.create({ email: 'notme@example.com' })).status, 202, 'a neighbour');
  time += 30 * DAY - 1_000;
  assert.equal((await service.create({ email: EMAIL })).json.retry_after_seconds, 1);
  time += 1_000;
  assert.equal((await service.create({ email: EMAIL })).status, 202);
});

it('a refusal holds although the form was deleted, and can be repeated', async (test) => {
  const service = await startService(test);
  const { json } = await service.create({ email: EMAIL });
  const token = linkedToken(service, 'refuse');
  await removeForm(service, json);
  assert.equal((await refuse(service, token)).status, 200);
  assert.equal((await refuse(service, token)).status, 200);
  assert.equal((await service.create({ email: EMAIL })).json.error, 'rate_limited');
});

it('a refusal has no effect on a form that was confirmed, active, stopped or deleted', async (test) => {
  const service = await startService(test);
  const { json } = await service.create({ email: EMAIL });
  const token = linkedToken(service, 'refuse');
  await service.confirm(service.verificationToken());
  const { form_id } = json;
  const stillOpen = async (alias: string) =>
    assert.notEqual((await service.create({ email: EMAIL, alias })).json.error, 'rate_limited');

  assert.equal((await refuse(service, token)).json.status, 'active');
  const page = await refuse(service, token, 'text/html');
  assert.doesNotMatch(page.text, /<form/, 'a forwarded mail gives nobody a way to stop it');
  assert.equal((await service.request(`/v1/routes/${form_id}`)).json.status, 'active');
  await stillOpen('Second');

  await service.submit(form_id, { message: 'Hello' });
  const stop = unsubscribeToken(service, service.sink.mails.find(isDelivery));
  await press(service, 'stop', { token: stop });
  assert.equal((await refuse(service, token)).json.status, 'pending_verification');
  assert.equal((await service.request(`/v1/routes/${form_id}`)).status, 200);
  await stillOpen('Third');

  await removeForm(service, json);
  assert.equal((await refuse(service, token)).status, 200);
  const gone = await service.request(`/v1/routes/refuse?token=${token}`);
  assert.doesNotMatch(gone.text, /<form/);
  await stillOpen('Fourth');
});

it('a refusal can be undone with the same link, and only by its button', async (test) => {
  const service = await startService(test);
  await service.create({ email: EMAIL });
  const token = linkedToken(service, 'refuse');
  await refuse(service, token);
  const page = await service.request(`/v1/routes/refuse?token=${token}`);
  assert.match(page.text, /name="choice" value="allow"/);
  assert.equal((await service.create({ email: EMAIL })).json.error, 'rate_limited');
  const allowed = await press(service, 'refuse', { token, choice: 'allow' });
  assert.equal(allowed.json.status, 'allowed');
  assert.equal((await service.create({ email: EMAIL })).status, 202);
});

it('a refusal link ends 30 days after its mail when the form is gone', async (test) => {
  let time = Date.now();
  const service = await startService(test, {}, { now: () => time });
  const { json } = await service.create({ email: EMAIL });
  const token = linkedToken(service, 'refuse');
  await removeForm(service, json);
  time += 31 * DAY;
  assert.equal((await refuse(service, token)).status, 200);
  assert.equal((await service.create({ email: EMAIL })).status, 202);
});

it('a refusal stores no address', async (test) => {
  const service = await startService(test);
  await service.create({ email: EMAIL });
  await refuse(service, linkedToken(service, 'refuse'));
  for (const name of readdirSync(service.folder)) {
    const bytes = readFileSync(join(service.folder, name), 'latin1');
    assert.ok(!bytes.includes('not.me'), name);
  }
  assert.ok(!service.logText().includes('not.me'));
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { press } from '../consent/press.ts';
import {
  linkedToken,
  OWNER,
  startService,
  tokenIn,
  unsubscribeToken,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { startVerifiedService } from '../support/verified-service.ts';

/** Strangers have forms made for the inbox of OWNER until it gets no more mail for them. */
async function useUpVerificationMails({ create }: TestService): Promise<void> {
  const errors = [];
  for (const email of ['own.er+1', 'own.er+2', 'own.er+3', 'own.er+4']) {
    errors.push((await create({ email: `${email}@example.com` })).json.error);
  }
  assert.equal(errors.at(-1), 'rate_limited');
}

// Guarantee: The owner of an inbox
it('an owner can restart a form by mail after strangers used up the mail budget', async (test) => {
  const at = Date.now();
  const service = await startService(test, {}, { now: () => at });
  const { form_id: formId } = await service.activeRoute();
  await service.submit(formId, { message: 'Hello' });
  const token = unsubscribeToken(service);
  await press(service, 'stop', { token });
  await until('the notice', () => service.sink.mails.length === 2);
  await useUpVerificationMails(service);
  service.sink.mails.length = 0;
  assert.equal((await press(service, 'restart', { token })).status, 202);
  const [mail] = service.sink.mails;
  assert.ok(mail);
  assert.equal((await service.confirm(tokenIn(mail))).json.status, 'active');
});

it('an owner in verified mode can restart a form although strangers used a quoted link', async (test) => {
  const service = await startVerifiedService(test);
  const { json } = await service.create();
  service.fake.verify(OWNER);
  service.pass(3_600_000 * 2);
  await service.poll(json.form_id);
  await service.submit(json.form_id, { message: 'Hello' });
  const [quoted, token] = [linkedToken(service, 'stop'), unsubscribeToken(service)];
  for (let round = 0; round < 4; round += 1) await press(service, 'stop', { token: quoted });
  service.sink.mails.length = 0;
  await press(service, 'stop', { token });
  await until('the notice', () => service.sink.mails.length === 1);
  const restart = linkedToken(service, 'restart');
  await useUpVerificationMails(service);
  assert.equal((await press(service, 'restart', { token: restart })).json.status, 'active');
});

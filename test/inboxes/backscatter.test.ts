import assert from 'node:assert/strict';
import { it } from 'node:test';
import { removeForm } from '../support/manage-form.ts';
import { OWNER, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const VISITOR = 'forged.sender@innocent.example';

const FIELDS = {
  message: 'hello',
  email: VISITOR,
  _replyto: VISITOR,
  _cc: VISITOR,
  _autoresponse: 'Thank you for your order',
  copy: 'yes',
};

it('a visitor is never sent mail: no copy, no thanks, no bounce', async (test) => {
  const service = await startService(test, { MONTHLY_LIMIT: '3' });
  const { form_id } = await service.activeRoute();
  const statuses: number[] = [];
  const submit = async (fields: Record<string, string>) =>
    statuses.push((await service.submit(form_id, { ...FIELDS, ...fields })).status);
  await submit({});
  await submit({ _test: 'true' });
  for (const code of [450, 550, 552]) {
    service.sink.refuseWith({ code, text: 'mailbox unavailable' });
    await submit({});
  }
  service.sink.refuseWith(undefined);
  await submit({ _gotcha: 'x' });
  await submit({ _redirect: 'javascript:x' });
  await submit({});
  await submit({ message: 'over the limit of the month' });
  assert.deepEqual(statuses, [200, 200, 503, 503, 503, 200, 400, 200, 429]);
  // The confirmation, three deliveries and the notice about the month; three were refused.
  await until('the mail about the month', () => service.sink.mails.length === 3 + 1);
  assert.equal(service.sink.received(), 1 + 3 + 3 + 1);
  assert.ok(service.sink.mails.every(({ recipients }) => recipients.join() === OWNER));
});

it('no mail is sent about a refused verification mail or a deleted form', async (test) => {
  const service = await startService(test);
  service.sink.refuseWith({ code: 550, text: 'no such user' });
  assert.equal((await service.create({ email: VISITOR })).json.error, 'delivery_failed');
  service.sink.refuseWith(undefined);
  const form = await service.activeRoute();
  await removeForm(service, form);
  await service.submit(form.form_id, FIELDS);
  assert.deepEqual(service.sink.mails, []);
});

it('every mail of the service tells machines not to reply, and no message of a visitor does', async (test) => {
  const service = await startService(test);
  const { json } = await service.create();
  await service.confirm(service.verificationToken());
  await service.submit(json.form_id, FIELDS);
  assert.equal(service.sink.mails.length, 2);
  const [own, message] = service.sink.mails;
  assert.match(own?.raw ?? '', /^Auto-Submitted: auto-generated\r$/m);
  assert.match(own?.raw ?? '', /^X-Auto-Response-Suppress: All\r$/m);
  assert.doesNotMatch(message?.raw ?? '', /^(Auto-Submitted|X-Auto-Response-Suppress):/im);
  for (const { raw, from } of service.sink.mails) {
    assert.doesNotMatch(raw, /^(Disposition-Notification-To|Return-Receipt-To|Errors-To):/im);
    assert.equal(from, 'forms@letterslot.example', 'bounces go to the operator');
  }
});

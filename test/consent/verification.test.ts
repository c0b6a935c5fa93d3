import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resend } from '../support/manage-form.ts';
import { startService } from '../support/service.ts';

const HOUR = 3_600_000;

const HTML = { accept: 'text/html' };

it('a verification link activates once, and repeating it succeeds', async (test) => {
  const { create, confirm, request, verificationToken } = await startService(test);
  const { form_id } = (await create()).json;
  const token = verificationToken();
  for (const _ of [1, 2]) {
    const { status, json } = await confirm(token);
    assert.deepEqual([status, json.status], [200, 'active']);
    assert.deepEqual(json.next_action, { type: 'none' });
    assert.ok(!('management_token' in json) && !('verification_expires_at' in json));
  }
  assert.equal((await request(`/v1/routes/${form_id}`)).json.status, 'active');
});

it('a verification link answers a browser with a page', async (test) => {
  const { create, request, verificationToken } = await startService(test);
  await create({ alias: 'Shop <1>' });
  const body = new URLSearchParams({ token: verificationToken() });
  const answer = await request('/v1/routes/verify', { method: 'POST', headers: HTML, body });
  const error = await request('/v1/routes/verify?token=garbage', { headers: HTML });
  for (const { headers } of [answer, error]) {
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
  }
  assert.deepEqual([answer.status, error.status], [200, 401]);
  assert.match(answer.text, /Shop &lt;1&gt;/);
});

it('a verification link has no button after 24 hours, and a mail that is sent again has a new one', async (test) => {
  let time = Date.now();
  const service = await startService(test, {}, { now: () => time });
  const form = (await service.create()).json;
  const first = service.verificationToken();
  time += 25 * HOUR;
  const page = await service.request(`/v1/routes/verify?token=${first}`);
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.text, /<button|<form/);
  assert.equal((await service.confirm(first)).json.error, 'verification_token_expired');
  const { status, json } = await resend(service, form);
  assert.deepEqual([status, json.management_token], [202, undefined]);
  assert.equal(Date.parse(json.verification_expires_at), time + 24 * HOUR);
  assert.equal((await service.confirm(service.verificationToken())).json.status, 'active');
});

it('a resent mail that the mail server refuses leaves the form, and costs nothing', async (test) => {
  const service = await startService(test);
  const form = (await service.create()).json;
  service.sink.refuseWith({ code: 550, text: 'no' });
  for (const _ of [1, 2, 3]) {
    assert.equal((await resend(service, form)).json.error, 'delivery_failed');
  }
  service.sink.refuseWith(undefined);
  assert.equal((await resend(service, form)).status, 202);
});

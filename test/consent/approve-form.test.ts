import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resend } from '../support/manage-form.ts';
import { readMetrics, METRICS_TOKEN } from '../support/metered-service.ts';
import {
  linkedToken,
  startService,
  unsubscribeToken,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { startVerifiedService } from '../support/verified-service.ts';
import { poll, press } from './press.ts';

const APPROVED = 'The form is active: submissions are delivered.';

const approve = (service: TestService, token: string, accept = '') =>
  press(service, 'approve', { token }, { accept });

const isNotice = ({ email }: { email: { subject?: string | undefined } }) =>
  email.subject?.startsWith('A new form delivers to this inbox · ') ?? false;

async function noticeOf({ sink }: TestService, formId: string) {
  const find = () => sink.mails.find((mail) => isNotice(mail) && mail.email.text?.includes(formId));
  await until('the notice of the form', () => find() !== undefined);
  const mail = find();
  assert.ok(mail);
  return mail;
}

/** The token that the button of a page posts. */
function tokenField(page: string): string {
  const [, token] = /name="token" value="([^"]+)"/.exec(page) ?? [];
  assert.ok(token);
  return token;
}

/** A form that is active because its inbox confirmed another, with its notice's links. */
async function newForm(service: TestService, body: object = {}) {
  await service.activeRoute(body);
  const { status, json } = await service.create({ ...body, alias: 'Second form' });
  assert.equal(status, 201);
  const mail = await noticeOf(service, json.form_id);
  const token = linkedToken(service, 'approve', mail);
  return { form_id: json.form_id, management_token: json.management_token, mail, token };
}

const isApproved = async (service: TestService, formId: string) =>
  (await poll(service, formId)).message === APPROVED;

describe('the approval link in the notice of a new form', () => {
  it('an approval link approves its form, once or repeatedly, in log and metrics too', async (test) => {
    const service = await startService(test, { METRICS_TOKEN });
    const { form_id, token, mail } = await newForm(service);
    assert.match(mail.email.text ?? '', /at most 50 of its 250 submissions a\s+month/);
    assert.match((await poll(service, form_id)).message, /has been mailed a link to approve it/);
    for (const _time of ['once', 'again']) {
      const { status, json } = await approve(service, token);
      assert.deepEqual([status, json.status, json.form_id], [200, 'active', form_id]);
      assert.deepEqual([json.message, json.management_token], [APPROVED, undefined]);
    }
    assert.equal(await isApproved(service, form_id), true);
    assert.equal(service.logText().split('"event":"route_approved"').length - 1, 1);
    const events = (await readMetrics(service)).byLabel('letterslot_route_events_total');
    assert.equal(events['approved'], 1);
  });

  it('the notice of a new form names no share if the form may use the whole month', async (test) => {
    for (const MONTHLY_LIMIT of ['0', '25']) {
      const { mail } = await newForm(await startService(test, { MONTHLY_LIMIT }));
      assert.doesNotMatch(mail.email.text ?? '', /at most/);
    }
  });

  it('an approval link leads to a page with a button, and later to one that says it is done', async (test) => {
    const service = await startService(test);
    const { form_id, token } = await newForm(service);
    const link = `/v1/routes/approve?token=${token}`;
    const asked = await service.request(link);
    assert.match(asked.text, /“Second form”[^]*<form method="post" action="approve">/);
    assert.ok(asked.text.includes(`/f/${form_id}`));
    const done = await approve(service, token, 'text/html');
    for (const { text } of [done, await service.request(link)]) {
      assert.match(text, /<h1>The form is approved<\/h1>/);
      assert.doesNotMatch(text, /action="approve"/);
    }
  });

  it('an approval link does not start a form that its owner has stopped', async (test) => {
    const service = await startService(test);
    const { form_id, token, mail } = await newForm(service);
    const stopped = await press(service, 'stop', { token: unsubscribeToken(service, mail) });
    assert.equal(stopped.json.status, 'pending_verification');
    const { status, json } = await approve(service, token);
    assert.deepEqual([status, json.status], [200, 'pending_verification']);
    const page = await approve(service, token, 'text/html');
    assert.match(page.text, /<h1>The form is stopped<\/h1>/);
    assert.doesNotMatch(page.text, /approve/i);
    const restart = tokenField(page.text);
    service.sink.mails.length = 0;
    assert.equal((await press(service, 'restart', { token: restart })).status, 202);
    assert.ok(service.verificationToken(), 'the way back goes through the inbox');
    assert.equal((await poll(service, form_id)).status, 'pending_verification');
    assert.doesNotMatch(service.logText(), /"event":"route_approved"/);
  });

  it('a form that was confirmed itself needs no approval', async (test) => {
    const service = await startService(test);
    const { form_id, token, mail } = await newForm(service);
    await press(service, 'stop', { token: unsubscribeToken(service, mail) });
    const restarting = () =>
      service.sink.mails.find(({ email }) => email.text?.includes('verify?'));
    await until('the mail with the way back', () => restarting() !== undefined);
    const [, back = ''] = /verify\?token=([\w.%-]+)/.exec(restarting()?.email.text ?? '') ?? [];
    assert.equal((await service.confirm(decodeURIComponent(back))).json.message, APPROVED);
    assert.equal(await isApproved(service, form_id), true);
    assert.equal((await approve(service, token)).json.message, APPROVED);
  });
});

describe('the notice of a new form, sent again', () => {
  it('a repeated notice of a new form has the same approval link, until it is approved', async (test) => {
    const service = await startService(test);
    const form = await newForm(service);
    service.sink.mails.length = 0;
    const again = await resend(service, form);
    assert.deepEqual([again.status, again.json.status], [202, 'active']);
    assert.equal(linkedToken(service, 'approve'), form.token);
    await approve(service, form.token);
    assert.equal((await resend(service, form)).status, 200);
    assert.equal(service.sink.mails.length, 1);
  });

  it('repeated notices of a new form have a budget, which gets back what was not sent', async (test) => {
    const service = await startService(test);
    const form = await newForm(service);
    const answers: unknown[] = [];
    const again = async () => answers.push((await resend(service, form)).json.error);
    service.sink.refuseWith({ code: 550, text: 'no' });
    for (const _ of [1, 2, 3]) await again();
    service.sink.refuseWith(undefined);
    for (const _ of [1, 2, 3]) await again();
    const refused = Array<string>(3).fill('delivery_failed');
    assert.deepEqual(answers, [...refused, undefined, undefined, 'rate_limited']);
  });
});

describe('approval in verified mode', () => {
  it('in verified mode, a form needs approval if its inbox was verified before it was made', async (test) => {
    const service = await startVerifiedService(test);
    service.fake.add('owner@example.com', { verified: true });
    const webhook = { url: 'https://hooks.example.com/in' };
    const body = { delivery: { mode: 'both', webhook } };
    const { form_id } = (await service.create(body)).json;
    const mail = await noticeOf(service, form_id);
    assert.match(mail.email.text ?? '', /https:\/\/hooks\.example\.com\/in\n/, 'disclosed');
    assert.equal(await isApproved(service, form_id), false);
    const approved = await approve(service, linkedToken(service, 'approve', mail));
    assert.equal(approved.json.message, APPROVED);
  });

  it('in verified mode, a form whose owner clicked for it needs no approval, nor after a restart', async (test) => {
    const service = await startVerifiedService(test);
    const { form_id } = (await service.create()).json;
    service.fake.verify('owner@example.com');
    service.pass(5_000);
    assert.equal(await isApproved(service, form_id), true);
    const second = (await service.create({ alias: 'Second form' })).json.form_id;
    const mail = await noticeOf(service, second);
    assert.equal(await isApproved(service, second), false);
    await press(service, 'stop', { token: unsubscribeToken(service, mail) });
    const restart = () =>
      service.sink.mails.find(({ email }) => email.text?.includes('/restart?token='));
    await until('the mail with the way back', () => restart() !== undefined);
    await press(service, 'restart', { token: linkedToken(service, 'restart', restart()) });
    assert.equal(await isApproved(service, second), true);
    assert.equal(service.sink.mails.filter(isNotice).length, 1);
  });
});

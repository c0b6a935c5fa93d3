import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkedToken, startService, tokenIn, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

const HELLO = { message: 'Hello' };
const DAY = 86_400_000;

const post = (
  { request }: TestService,
  page: string,
  fields: Record<string, string>,
  accept = '',
) =>
  request(`/v1/routes/${page}`, {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams(fields),
  });

const poll = async ({ request }: TestService, formId: string) =>
  (await request(`/v1/routes/${formId}`)).json;

/** An active form and the stop token of its first delivery. */
async function deliver(service: TestService, body: object = {}) {
  const route = await service.activeRoute(body);
  assert.equal((await service.submit(route.form_id, HELLO)).status, 200);
  const mail = service.sink.mails.find(isDelivery);
  assert.ok(mail);
  return { ...route, token: linkedToken(service, 'stop', mail), mail };
}

describe('the stop link of a delivered mail', () => {
  it('is in its text, its HTML and its List-Unsubscribe fields (RFC 8058)', async (test) => {
    const service = await startService(test);
    const { mail, token } = await deliver(service);
    const url = `${service.url}/v1/routes/stop?token=${token}`;
    const field = (name: string) => mail.email.headers.find(({ key }) => key === name)?.value;
    assert.equal(field('list-unsubscribe'), `<${url}>`);
    assert.equal(field('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.ok(mail.email.text?.includes(`Stop this form: ${url}`));
    assert.ok(
      mail.email.html?.includes(`<a href="${url}" style="color:inherit">Stop this form</a>`),
    );
  });

  it('changes nothing when it is opened', async (test) => {
    const service = await startService(test);
    const { form_id, token } = await deliver(service);
    for (const method of ['GET', 'HEAD']) {
      const opened = await service.request(`/v1/routes/stop?token=${token}`, { method });
      assert.equal(opened.status, 200);
    }
    assert.equal((await poll(service, form_id)).status, 'active');
  });

  it('stops that form alone: its submitters get 409, its month is not touched', async (test) => {
    const service = await startService(test, { METRICS_TOKEN: 'm'.repeat(32) });
    const { form_id, token } = await deliver(service);
    const other = await service.activeRoute({ alias: 'Another form' });
    const stopped = await post(service, 'stop', { token });
    assert.equal(stopped.status, 200);
    assert.equal(stopped.json.status, 'pending_verification');
    assert.match(stopped.json.message, /owner of the inbox stopped the form/);
    const refused = await service.submit(form_id, HELLO);
    assert.equal(refused.json.error, 'inbox_not_verified');
    assert.match(refused.json.next_action.poll.url, new RegExp(form_id));
    assert.equal((await service.submit(other.form_id, HELLO)).json.used, 2);
    assert.equal((await post(service, 'stop', { token })).status, 200, 'repeating it succeeds');
  });

  for (const body of [
    new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    (() => {
      const form = new FormData();
      form.set('List-Unsubscribe', 'One-Click');
      return form;
    })(),
  ]) {
    it(`works by one click of a mail program that posts ${body.constructor.name}`, async (test) => {
      const service = await startService(test);
      const { form_id, token } = await deliver(service);
      const path = `/v1/routes/stop?token=${token}`;
      const bare = await service.request(path, { method: 'POST' });
      assert.equal(bare.json.error, 'verification_token_required', 'a POST without the words');
      assert.equal((await service.request(path, { method: 'POST', body })).status, 200);
      assert.equal((await poll(service, form_id)).status, 'pending_verification');
    });
  }

  it('counts a report apart', async (test) => {
    const METRICS_TOKEN = 'm'.repeat(32);
    const service = await startService(test, { METRICS_TOKEN });
    const { token } = await deliver(service);
    await post(service, 'stop', { token, reason: 'spam' });
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { text } = await service.request('/metrics', { headers });
    assert.match(text, /letterslot_route_events_total\{event="stopped"\} 1/);
    assert.match(text, /letterslot_route_events_total\{event="reported"\} 1/);
  });

  it('is of no use for another form', async (test) => {
    const service = await startService(test);
    const { token } = await deliver(service);
    const other = await service.activeRoute({ alias: 'Another form' });
    const forged = token.replace(/^[^.]+/, other.form_id);
    const answer = await post(service, 'stop', { token: forged });
    assert.equal(answer.json.error, 'verification_token_invalid');
    assert.equal((await poll(service, other.form_id)).status, 'active');
  });
});

describe('a stopped form', () => {
  it('delivers again by the button on the page that stopped it', async (test) => {
    const service = await startService(test);
    const { form_id, token } = await deliver(service);
    const { text } = await post(service, 'stop', { token }, 'text/html');
    const [, undo = ''] = /action="verify"[\s\S]*?value="([^"]+)"/.exec(text) ?? [];
    const { verification_expires_at: until } = await poll(service, form_id);
    assert.ok(Date.parse(until) > Date.now() + DAY - 60_000, 'as long as any other token');
    assert.equal((await service.confirm(undo)).json.status, 'active');
    assert.equal((await service.submit(form_id, HELLO)).status, 200);
  });

  it('delivers again by a link that its owner has sent from the stop link', async (test) => {
    const service = await startService(test);
    const { form_id, token } = await deliver(service);
    await post(service, 'stop', { token });
    const page = await service.request(`/v1/routes/stop?token=${token}`);
    assert.match(page.text, /action="restart"/);
    service.sink.mails.length = 0;
    const sent = await post(service, 'restart', { token });
    assert.equal(sent.status, 202);
    assert.equal((await poll(service, form_id)).status, 'pending_verification');
    const [mail] = service.sink.mails;
    assert.ok(mail);
    assert.equal((await service.confirm(tokenIn(mail))).json.status, 'active');
    assert.equal(
      (await poll(service, form_id)).message,
      'The form is active: submissions are delivered.',
    );
  });

  it('is asked for by nobody else: no mail on resend, none on a replay', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    const key = { 'idempotency-key': 'a key' };
    const created = (await service.create({}, key)).json;
    await service.confirm(service.verificationToken());
    await service.submit(created.form_id, HELLO);
    await post(service, 'stop', { token: linkedToken(service, 'stop') });
    service.sink.mails.length = 0;
    time += 2 * DAY;
    const authorization = `Bearer ${created.management_token}`;
    const path = `/v1/routes/${created.form_id}/verification`;
    const resent = await service.request(path, { method: 'POST', headers: { authorization } });
    assert.equal(resent.status, 200);
    assert.equal(resent.json.status, 'pending_verification');
    const replayed = await service.create({}, key);
    assert.deepEqual([replayed.status, replayed.json.status], [200, 'pending_verification']);
    assert.deepEqual(service.sink.mails, []);
  });

  it('makes its inbox unconfirmed for new forms, when it was the only one', async (test) => {
    const service = await startService(test);
    const { token } = await deliver(service);
    await post(service, 'stop', { token });
    assert.equal((await service.create({ alias: 'Another form' })).status, 202);
  });
});

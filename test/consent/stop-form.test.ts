import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService, tokenIn } from '../support/service.ts';
import { until } from '../support/until.ts';
import { deliver, poll, press } from './press.ts';

const HELLO = { message: 'Hello' };

describe('the stop link of a delivered mail', () => {
  it('a stop link is in List-Unsubscribe as a link that stops at once (RFC 8058)', async (test) => {
    const service = await startService(test);
    const { mail, token } = await deliver(service);
    const field = (name: string) => mail.email.headers.find(({ key }) => key === name)?.value;
    const url = `${service.url}/v1/routes/stop?token=${token}`;
    assert.equal(field('list-unsubscribe'), `<${url}>`);
    assert.equal(field('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    for (const part of [mail.email.text, mail.email.html]) {
      assert.ok(part && !part.includes(token), 'a reply quotes the text');
    }
  });

  it('a stop link is in text and HTML as a link that asks the inbox', async (test) => {
    const service = await startService(test);
    const { mail, ask } = await deliver(service);
    const url = `${service.url}/v1/routes/stop?token=${ask}`;
    assert.ok(mail.email.text?.includes(`Stop this form: ${url}`));
    const [, shown] =
      new RegExp(`href="${RegExp.escape(url)}"[^>]*>([^<]*)</a>`).exec(mail.email.html ?? '') ?? [];
    assert.equal(shown, 'Stop this form');
  });

  it('a stop link shows no address on any of its pages', async (test) => {
    const service = await startService(test);
    const { token, ask } = await deliver(service);
    const get = async (page: string, link: string) =>
      (await service.request(`/v1/routes/${page}?token=${link}`)).text;
    const html = 'text/html';
    const pages = [
      await get('stop', token),
      await get('stop', ask),
      (await press(service, 'stop', { token: ask }, { accept: html })).text,
      (await press(service, 'restart', { token: ask }, { accept: html })).text,
      (await press(service, 'stop', { token }, { accept: html })).text,
      await get('stop', ask),
      await get('restart', ask),
    ];
    for (const page of pages) {
      assert.match(page, /<h1>/);
      assert.doesNotMatch(page, /owner@|example\.com/);
    }
  });

  // Guarantee: The owner of an inbox
  it('a stop link stops one form: its submitters get 409, its month stays', async (test) => {
    const service = await startService(test, { METRICS_TOKEN: 'm'.repeat(32) });
    const { form_id, token } = await deliver(service);
    const other = await service.activeRoute({ alias: 'Another form' });
    const stopped = await press(service, 'stop', { token });
    assert.equal(stopped.status, 200);
    assert.equal(stopped.json.status, 'pending_verification');
    assert.match(stopped.json.message, /owner of the inbox stopped the form/);
    const refused = await service.submit(form_id, HELLO);
    assert.equal(refused.json.error, 'inbox_not_verified');
    assert.match(refused.json.next_action.poll.url, new RegExp(form_id));
    assert.equal((await service.submit(other.form_id, HELLO)).json.used, 2);
    assert.equal((await press(service, 'stop', { token })).status, 200, 'repeating it succeeds');
  });

  for (const Body of [URLSearchParams, FormData])
    it(`a stop link works by a mail program's one click as ${Body.name}`, async (test) => {
      const body = new Body();
      body.set('List-Unsubscribe', 'One-Click');
      const service = await startService(test);
      const { form_id, token } = await deliver(service);
      const path = `/v1/routes/stop?token=${token}`;
      const bare = await service.request(path, { method: 'POST' });
      assert.equal(bare.json.error, 'verification_token_required', 'a POST without the words');
      assert.equal((await service.request(path, { method: 'POST', body })).status, 200);
      assert.equal((await poll(service, form_id)).status, 'pending_verification');
    });

  it('a report by the stop link is counted apart', async (test) => {
    const METRICS_TOKEN = 'm'.repeat(32);
    const service = await startService(test, { METRICS_TOKEN });
    const { token } = await deliver(service);
    await press(service, 'stop', { token, choice: 'spam' });
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { text } = await service.request('/metrics', { headers });
    assert.match(text, /letterslot_route_events_total\{event="stopped"\} 1/);
    assert.match(text, /letterslot_route_events_total\{event="reported"\} 1/);
  });
});

describe('stop links quoted in replies', () => {
  it('a quoted stop link stops nothing by itself, not even as a one-click request', async (test) => {
    const service = await startService(test);
    const { form_id, ask } = await deliver(service);
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const path = `/v1/routes/stop?token=${ask}`;
    assert.equal((await service.request(path, { method: 'POST', body: oneClick })).status, 202);
    assert.equal((await press(service, 'stop', { token: ask, choice: 'spam' })).status, 202);
    assert.equal((await poll(service, form_id)).status, 'active');
    assert.equal((await service.submit(form_id, HELLO)).status, 200);
  });

  it('a quoted stop link mails the inbox a link that stops the form', async (test) => {
    const service = await startService(test);
    const { form_id, ask } = await deliver(service);
    service.sink.mails.length = 0;
    const asked = await press(service, 'stop', { token: ask });
    assert.deepEqual([asked.status, asked.json.status], [202, 'active']);
    const [mail] = service.sink.mails;
    assert.match(mail?.email.subject ?? '', / · Do you want to stop your form\?$/);
    const [, link = ''] = /Stop this form:\s+(\S+)/.exec(mail?.email.text ?? '') ?? [];
    const page = await service.request(link.replace(service.url, ''));
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(page.text) ?? [];
    assert.equal((await press(service, 'stop', { token })).json.status, 'pending_verification');
    assert.equal((await poll(service, form_id)).status, 'pending_verification');
  });

  it('a quoted stop link mails an inbox three times an hour, within its own budget', async (test) => {
    const service = await startService(test);
    const { ask } = await deliver(service);
    for (const _ of [1, 2, 3]) {
      assert.equal((await press(service, 'stop', { token: ask })).status, 202);
    }
    assert.equal((await press(service, 'stop', { token: ask })).json.error, 'rate_limited');
    assert.equal((await service.create({ email: 'own.er@example.com' })).status, 202);
  });

  it('a quoted stop link starts no stopped form: it mails the inbox a link', async (test) => {
    const service = await startService(test);
    const { form_id, ask, token } = await deliver(service);
    await press(service, 'stop', { token });
    assert.equal((await press(service, 'restart', { token: ask })).status, 202);
    assert.equal((await poll(service, form_id)).status, 'pending_verification');
  });
});

describe('the mail about a stop', () => {
  it('the mail about a stop comes with each one, names the form and starts it again', async (test) => {
    const service = await startService(test);
    const { form_id, token } = await deliver(service);
    for (const choice of ['', 'spam']) {
      service.sink.mails.length = 0;
      await press(service, 'stop', { token, choice });
      await until('the mail', () => service.sink.mails.length === 1);
      const [mail] = service.sink.mails;
      assert.ok(mail);
      assert.match(mail.email.subject ?? '', / · Your form was stopped$/);
      assert.ok(mail.email.text?.includes('“Contact form”'));
      assert.equal(mail.email.text?.includes('reported as spam'), choice === 'spam');
      assert.equal((await service.confirm(tokenIn(mail))).json.status, 'active');
      assert.equal((await service.submit(form_id, HELLO)).status, 200);
    }
  });

  it('no mail about a stop comes when nothing was stopped', async (test) => {
    const service = await startService(test);
    const { token } = await deliver(service);
    await press(service, 'stop', { token });
    await press(service, 'stop', { token });
    await service.close();
    const stopped = service.sink.mails.filter(({ email }) => email.subject?.includes('stopped'));
    assert.equal(stopped.length, 1);
  });
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { OWNER, startService, unsubscribeToken, type TestService } from '../support/service.ts';
import { manage, removeForm } from '../support/manage-form.ts';
import { startVerifiedService } from '../support/verified-service.ts';
import { press } from './press.ts';

const DAY = 86_400_000;
const OTHER = 'other@example.com';

/** Long enough for clocks that a test moves. */
const session = (service: TestService, email = OWNER) =>
  sessionOf(service, email, Date.now() + 400 * DAY);

const list = (service: TestService, email = OWNER) =>
  callWith(service, 'GET', '/v1/inbox/routes', { bearer: session(service, email) });

const act = (service: TestService, formId: string, path: string, body?: object) =>
  callWith(service, 'POST', `/v1/routes/${formId}/${path}`, { bearer: session(service), body });

const alter = (service: TestService, sql: string) => {
  const database = new DatabaseSync(join(service.folder, 'test.db'));
  database.exec(sql);
  database.close();
};

const statusOf = async (service: TestService, formId: string) =>
  (await service.request(`/v1/routes/${formId}`)).json.status;

/** An active form that nothing has come to, as the list shows it. */
const listed = ({ form_id }: { form_id: string }, name: string) => ({
  form_id,
  alias: name,
  name,
  status: 'active',
  paused: false,
  state: 'active',
  website: null,
  last_delivery: null,
  counts: { delivered: 0, failed: 0, refused: 0 },
});

describe('the list of an inbox', () => {
  it('the list of an inbox has its forms oldest first, their state, last delivery and counts, and its month', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '40' });
    const first = await service.activeRoute();
    const settings = { paused: true, origins: ['https://example.com'] };
    const second = (await service.create({ alias: 'Second', settings })).json;
    const third = (await service.create({ alias: 'Third' })).json;
    await service.create({ email: OTHER });
    await act(service, third.form_id, 'stop', {});
    await service.submit(first.form_id, { message: 'Hello' });
    await service.submit(first.form_id, { message: '' });
    const { json } = await list(service);
    assert.equal(json.email, OWNER);
    assert.deepEqual([json.month.used, json.month.limit], [1, 40]);
    assert.match(json.month.resets_at, /-01T00:00:00\.000Z$/);
    assert.deepEqual(
      json.routes.map(
        ({ endpoint: _endpoint, created_at: _created, ...rest }: Record<string, unknown>) => rest,
      ),
      [
        {
          ...listed(first, 'Contact form'),
          last_delivery: new Date().toISOString().slice(0, 10),
          counts: { delivered: 1, failed: 0, refused: 1 },
        },
        {
          ...listed(second, 'Second'),
          paused: true,
          state: 'paused',
          website: 'https://example.com',
        },
        { ...listed(third, 'Third'), status: 'pending_verification', state: 'stopped' },
      ],
    );
  });

  it('the list of an inbox without forms is empty, and says nothing of a month without a limit', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '0' });
    const { json } = await list(service);
    assert.deepEqual([json.routes, json.month.used, json.month.limit], [[], null, null]);
  });

  it('the list of an inbox leaves out forms of others and damaged ones', async (test) => {
    const service = await startService(test);
    const mine = await service.activeRoute();
    const damaged = (await service.create()).json;
    const foreign = (await service.create({ email: OTHER })).json;
    alter(
      service,
      `UPDATE routes SET sealed = '' WHERE form_id = '${damaged.form_id}';
       UPDATE routes SET owner = (SELECT owner FROM routes WHERE form_id = '${mine.form_id}')
       WHERE form_id = '${foreign.form_id}'`,
    );
    const ids = (await list(service)).json.routes.map(
      ({ form_id }: { form_id: string }) => form_id,
    );
    assert.deepEqual(ids, [mine.form_id]);
  });
});

describe('stopping and starting a form with a session', () => {
  it('a form that its owner stops delivers nothing until they start it again, and no mail is sent', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    for (const time of ['once', 'again']) {
      const { json } = await act(service, form_id, 'stop', {});
      assert.equal(json.status, 'pending_verification', time);
    }
    assert.equal((await service.submit(form_id, { message: 'Hi' })).status, 409);
    for (const time of ['once', 'again']) {
      assert.equal((await act(service, form_id, 'restart')).json.status, 'active', time);
    }
    assert.equal((await service.submit(form_id, { message: 'Hi' })).status, 200);
    await service.close();
    assert.equal(service.sink.mails.length, 1, 'the delivery alone');
  });

  it('a form that waits for its inbox is confirmed by a session, days after its link expired', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    const { form_id } = (await service.create()).json;
    time += 3 * DAY;
    assert.equal((await act(service, form_id, 'restart')).json.status, 'active');
    assert.equal(await statusOf(service, form_id), 'active');
  });

  it('a form that is active without approval is approved by a restart', async (test) => {
    const service = await startService(test);
    await service.activeRoute();
    const { form_id, message } = (await service.create()).json;
    assert.match(message, /approve/);
    const { json } = await act(service, form_id, 'restart');
    assert.equal(json.message, 'The form is active: submissions are delivered.');
    assert.match(service.logText(), /"event":"route_approved"/);
  });

  it('the link of a mail from before a restart stops the form again', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, { message: 'Hi' });
    const token = unsubscribeToken(service);
    await act(service, form_id, 'stop', {});
    await act(service, form_id, 'restart');
    await press(service, 'stop', { token });
    assert.equal(await statusOf(service, form_id), 'pending_verification');
  });

  it('in verified mode a restart has the provider decide', async (test) => {
    const service = await startVerifiedService(test);
    const { fake, pass } = service;
    const { form_id } = (await service.create()).json;
    fake.verify(OWNER);
    pass(6_000);
    assert.equal(await statusOf(service, form_id), 'active');
    await act(service, form_id, 'stop', {});
    pass(6_000);
    assert.equal(await statusOf(service, form_id), 'pending_verification');
    fake.forget(OWNER);
    assert.equal((await act(service, form_id, 'restart')).json.status, 'pending_verification');
    fake.verify(OWNER);
    assert.equal((await act(service, form_id, 'restart')).json.status, 'active');
  });

  it('a management token neither stops, starts nor renews itself', async (test) => {
    const service = await startService(test);
    const { form_id, management_token } = await service.activeRoute();
    for (const end of ['/stop', '/restart', '/management-token']) {
      const { json } = await manage(service, { form_id, management_token }, 'POST', end, {});
      assert.equal(json.error, 'management_token_invalid');
    }
    assert.equal(await statusOf(service, form_id), 'active');
  });
});

describe('a new management token', () => {
  const remove = (service: TestService, form_id: string, management_token: string) =>
    removeForm(service, { form_id, management_token });

  it('a new management token ends the one before it, and a replay of the creation has no token', async (test) => {
    const service = await startService(test);
    const key = { 'idempotency-key': 'a-key-of-this-test' };
    const { form_id, management_token } = (await service.create({}, key)).json;
    const renewed = (await act(service, form_id, 'management-token')).json.management_token;
    const newest = (await act(service, form_id, 'management-token')).json.management_token;
    for (const old of [management_token, renewed]) {
      assert.equal((await remove(service, form_id, old)).json.error, 'management_token_invalid');
    }
    const { json } = await service.create({}, key);
    assert.deepEqual([json.form_id, json.replayed], [form_id, true]);
    assert.ok(!('management_token' in json));
    assert.equal((await remove(service, form_id, newest)).status, 200);
  });

  it('of new management tokens at the same time, exactly one works', async (test) => {
    const first = await startService(test);
    const second = await startService(test, { DATABASE_URL: `file:${first.folder}/test.db` });
    const { form_id } = (await first.create()).json;
    const nodes = [first, second, first, second];
    const answers = await Promise.all(nodes.map((node) => act(node, form_id, 'management-token')));
    const tokens = answers.map(({ json }) => json.management_token);
    const claim = (bearer: string) =>
      callWith(first, 'POST', `/v1/routes/${form_id}/claim`, { bearer });
    const statuses = await Promise.all(tokens.map(async (token) => (await claim(token)).status));
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 403, 403, 403],
    );
  });
});

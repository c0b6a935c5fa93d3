import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FormTarget } from '../../src/contract/channels.ts';
import { startChatServices, type ChatServices } from '../support/chat-services.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { linkedToken, startService, type TestService } from '../support/service.ts';
import { signedCall } from '../support/signed-call.ts';
import { until } from '../support/until.ts';

describe('the targets of a form', () => {
  const clock = { now: Date.now() };
  let chats: ChatServices;
  let service: TestService;
  const endings: (() => unknown)[] = [];
  before(async () => {
    chats = await startChatServices({ after: (end) => void endings.push(end as () => unknown) });
    const { env, receivers } = chats;
    service = await startService(undefined, env, { receivers, now: () => clock.now });
  });
  after(async () => {
    await service.close();
    for (const end of endings) await end();
  });

  /** A confirmed form of an inbox of its own, changed by its owner. */
  async function newForm(name: string, asked: object = {}) {
    const email = `${name}@example.com`;
    const route = await service.activeRoute({ email, ...asked });
    const owner = { ...route, management_token: sessionOf(service, email) };
    chats.calls.length = 0;
    service.sink.mails.length = 0;
    chats.answerWith(undefined);
    const path = `/v1/routes/${route.form_id}/settings`;
    const headers = { authorization: `Bearer ${owner.management_token}` };
    return {
      ...route,
      put: (targets: readonly FormTarget[], as: typeof route = owner) =>
        service.putSettings(as, { targets }),
      read: async () => (await service.request(path, { headers })).json,
      submit: async () => (await service.submit(route.form_id, { message: 'm' })).json.delivery,
      call: () => signedCall(service, chats, route.form_id),
    };
  }

  const both = () => ({
    delivery: { mode: 'both', webhook: { url: chats.target('webhook').url } },
  });

  it('a webhook of the settings gets a secret, which is shown once and signs its calls', async () => {
    const form = await newForm('secret');
    const target = chats.target('webhook');
    const { json } = await form.put([target]);
    const [{ secret }] = json.settings.targets;
    assert.match(secret, /^whsec_/);
    assert.deepEqual((await form.read()).settings.targets, [target]);
    assert.deepEqual((await form.put([target])).json.settings.targets, [target], 'it keeps it');
    const { verify, body } = await form.call();
    verify(secret);
    assert.deepEqual(Object.keys(JSON.parse(body)), ['type', 'timestamp', 'data']);
    assert.throws(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`));
  });

  it('a webhook that is proposed has its secret in the answer, which holds once the owner agrees', async () => {
    const form = await newForm('proposed');
    const target = chats.target('webhook');
    const { json } = await form.put([target], form);
    assert.equal(json.settings.targets, undefined);
    const [{ secret }] = json.proposed.targets;
    const body = new URLSearchParams({ token: linkedToken(service, 'settings') });
    await service.request('/v1/routes/settings', { method: 'POST', body });
    (await form.call()).verify(secret);
  });

  it('a form made with a webhook has it as its first target, which settings neither remove nor double', async () => {
    const form = await newForm('made', both());
    const webhook = chats.target('webhook');
    assert.deepEqual((await form.read()).settings.targets, [webhook]);
    assert.deepEqual((await form.put([])).json.settings.targets, [webhook]);
    const slack = chats.target('slack');
    const { json } = await form.put([slack, webhook]);
    assert.deepEqual(json.settings.targets, [webhook, slack]);
    const other = chats.target('webhook', '/second');
    await form.put([slack, { ...slack, url: `${slack.url}2` }, other]);
    assert.deepEqual(await form.submit(), {
      email: 'delivered',
      webhook: 'queued',
      slack: 'queued',
      slack_2: 'queued',
      webhook_2: 'queued',
    });
  });

  it('a secret that is sent back must be the current one', async () => {
    const form = await newForm('sent-back');
    const target = chats.target('webhook');
    const [{ secret }] = (await form.put([target])).json.settings.targets;
    assert.equal((await form.put([{ ...target, secret }])).status, 200);
    const { status, json } = await form.put([{ ...target, secret: `${secret}x` }]);
    assert.deepEqual([status, json.errors[0].path], [400, '/targets/0/secret']);
  });

  it('a form made with a webhook in its settings shows its secret like any other', async () => {
    const target = chats.target('webhook');
    const form = await newForm('made-with', { settings: { targets: [target] } });
    (await form.call()).verify(form.webhook?.secret ?? '');
  });

  /** The notices of targets that are gone. */
  const told = () =>
    service.sink.mails.filter(({ email }) => email.subject?.includes('no longer accepts messages'));

  for (const status of [404, 410])
    // Guarantee: Mails, pages and integrations
    // a target that is gone is switched off, and its owner gets one mail
    it(`a target that answers ${status} is switched off, its owner gets one notice, and saving it switches it on`, async () => {
      const form = await newForm(`gone-${status}`, {
        settings: { targets: [chats.target('slack')] },
      });
      chats.answerWith((response) => void response.writeHead(status).end());
      await Promise.all([form.submit(), form.submit(), form.submit()]);
      await until('the mail', () => told().length > 0);
      const text = told()[0]?.email.text ?? '';
      assert.match(text, /hooks\.slack\.com/);
      assert.match(text, new RegExp(`HTTP ${status}`));
      const { targets_off: off } = await form.read();
      assert.deepEqual(
        [off[0].path, off[0].name, off[0].status],
        ['/settings/targets/0', 'slack', status],
      );
      const { length } = chats.calls;
      assert.deepEqual(await form.submit(), { email: 'delivered', slack: 'dropped' });
      const dry = await service.submit(form.form_id, { message: 'm', _dry_run: 'true' });
      assert.deepEqual(dry.json.would.deliver, { email: true, webhook: false, slack: false });
      assert.deepEqual([chats.calls.length, told().length], [length, 1]);
      chats.answerWith(undefined);
      const { json } = await form.put([chats.target('slack')]);
      assert.equal(json.targets_off, undefined);
      assert.deepEqual(await form.submit(), { email: 'delivered', slack: 'queued' });
    });

  for (const status of [400, 403, 429])
    it(`a target that answers ${status} is not switched off`, async () => {
      const form = await newForm(`kept-${status}`, {
        settings: { targets: [chats.target('discord')] },
      });
      chats.answerWith((response) => void response.writeHead(status).end());
      await form.submit();
      await until('the outcome', () => service.logText().includes(`"replyCode":${status}`));
      assert.equal((await form.read()).targets_off, undefined);
    });

  it('the owner gets a mail about every target that is gone, however many are gone at once', async () => {
    const types = ['slack', 'discord', 'teams', 'telegram', 'ntfy'] as const;
    const targets = types.map((type) => chats.target(type));
    const form = await newForm('all-gone', { settings: { targets } });
    chats.answerWith((response) => void response.writeHead(410).end());
    await form.submit();
    await until('a mail for each', () => told().length === types.length);
  });

  it('the webhook that a form was made with ends at 410 alone, and never where visitors wait for it', async () => {
    const form = await newForm('both-gone', both());
    chats.answerWith((response) => void response.writeHead(404).end());
    await form.submit();
    await until('the call', () => chats.calls.length === 1);
    chats.answerWith((response) => void response.writeHead(410).end());
    assert.deepEqual(await form.submit(), { email: 'delivered', webhook: 'queued' });
    await until('the end', async () => (await form.read()).targets_off !== undefined);
    assert.equal((await form.read()).targets_off[0].status, 410);
    const { delivery } = both();
    const waits = await newForm('awaited', { delivery: { ...delivery, mode: 'webhook' } });
    chats.answerWith((response) => void response.writeHead(410).end());
    for (let time = 0; time < 2; time += 1) await waits.submit();
    assert.equal(chats.calls.length, 2);
    assert.equal((await waits.read()).targets_off, undefined);
  });

  it('a target that asks to wait is not called before, and other targets are', async () => {
    const targets = [chats.target('slack'), chats.target('ntfy')];
    const form = await newForm('waits', { settings: { targets } });
    chats.answerWith((response, { host }) =>
      host === 'ntfy.sh'
        ? response.writeHead(200).end()
        : response.writeHead(429, { 'retry-after': '30' }).end(),
    );
    await form.submit();
    await until('the pause', () =>
      service.logText().includes(`"formId":"${form.form_id}","seconds":30`),
    );
    assert.deepEqual(await form.submit(), { email: 'delivered', slack: 'dropped', ntfy: 'queued' });
    await until('the other', () => chats.callsOf('ntfy').length === 2);
    assert.equal(chats.callsOf('slack').length, 1);
  });

  it('a test reaches every place and names those that failed', async () => {
    const targets = [chats.target('telegram'), chats.target('teams')];
    const form = await newForm('tested', { settings: { targets } });
    chats.answerWith((response, { host }) =>
      response.writeHead(host === 'api.telegram.org' ? 403 : 202).end('private words'),
    );
    const { json } = await service.request(`/v1/routes/${form.form_id}/test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${form.management_token}` },
    });
    assert.deepEqual(json.delivery, { email: 'delivered', telegram: 'failed', teams: 'delivered' });
    assert.match(json.reasons.telegram, /bot may not write/);
  });
});

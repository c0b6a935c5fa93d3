import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import {
  startProvider,
  withWrongCredentials,
  type Provider,
  type ProviderName,
} from '../support/mail-providers.ts';
import { startService, type TestService } from '../support/service.ts';
import { TEST_CA } from '../support/webhook-receiver.ts';

const FIELDS = { name: 'Ada', message: 'Hello' };

async function start(
  test: TestContext,
  name: ProviderName,
  env: Record<string, string> = {},
): Promise<{ provider: Provider; service: TestService }> {
  const provider = await startProvider(test, name);
  const settings = { ...provider.env, ...env };
  const service = await startService(test, settings, { ca: TEST_CA, api: { proof: 0 } });
  return { provider, service };
}

/** A confirmed form, by the verification mail that the provider got. */
async function activeForm({ provider, service }: Awaited<ReturnType<typeof start>>) {
  const { json } = await service.create();
  const text = (provider.mails.at(-1)?.raw ?? '').replace(/=\r\n/g, '');
  const [, token = ''] = /verify\?token=3?D?([\w.%-]+)/.exec(text) ?? [];
  const confirmed = await service.confirm(decodeURIComponent(token));
  assert.equal(confirmed.status, 200, confirmed.text);
  return json.form_id as string;
}

it('notices, submissions and marked submissions leave by the provider, and nothing by SMTP', async (test) => {
  const started = await start(test, 'gmail', {
    MARKED_MAIL_FROM: 'Unchecked <unchecked@other.example>',
  });
  const { provider, service } = started;
  const formId = await activeForm(started);
  assert.equal((await service.submit(formId, FIELDS)).status, 200);
  const spam = {
    ...FIELDS,
    message: 'http://a.example http://b.example http://c.example '.repeat(9),
  };
  assert.equal((await service.submit(formId, spam)).status, 200);
  const senders = provider.mails.map(({ raw }) => /^From:[^<]*<([^>]+)>/m.exec(raw)?.[1]);
  assert.deepEqual(senders, [
    'forms@letterslot.example',
    'forms@letterslot.example',
    'unchecked@other.example',
  ]);
  assert.equal(service.sink.received(), 0);
});

it('the Retry-After of a provider becomes that of the visitor, and nothing was counted', async (test) => {
  const started = await start(test, 'mailgun');
  const { provider, service } = started;
  const formId = await activeForm(started);
  provider.answerWith({ status: 429, headers: { 'retry-after': '33' } });
  const answer = await service.submit(formId, FIELDS, { accept: 'application/json' });
  assert.equal(answer.status, 503);
  assert.equal(answer.json.error, 'delivery_failed');
  assert.equal(answer.json.retry_after_seconds, 33);
  assert.equal(answer.headers.get('retry-after'), '33');
});

it('refused credentials make a node not ready, with the names of the settings, until the next success', async (test) => {
  const started = await start(test, 'mailgun');
  const { provider, service } = started;
  const formId = await activeForm(started);
  provider.answerWith({ status: 401 });
  for (let count = 1; count <= 3; count += 1)
    assert.equal((await service.submit(formId, FIELDS)).status, 503);
  const refused = await service.request('/ready');
  assert.equal(refused.status, 503);
  assert.equal(refused.json.checks.credentials, 'MAIL_API_USER, MAIL_API_KEY');
  const lines = service.logText().match(/.*"mail_credentials_refused".*/g) ?? [];
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines.join(''), /canary/);
  provider.answerWith('accept');
  assert.equal((await service.submit(formId, FIELDS)).status, 200);
  assert.equal((await service.request('/ready')).status, 200);
});

it('wrong credentials are found by /ready at once, where a token server judges them', async (test) => {
  const provider = await startProvider(test, 'graph');
  const env = withWrongCredentials(provider.env);
  const service = await startService(test, env, { ca: TEST_CA });
  const { status, json } = await service.request('/ready');
  assert.equal(status, 503);
  assert.match(json.checks.credentials, /MAIL_OAUTH_CLIENT_ID, MAIL_OAUTH_CLIENT_SECRET/);
  assert.equal(json.checks.token_server, 'failed');
});

it('a doubtful delivery says so, and is not sent again by itself', async (test) => {
  const started = await start(test, 'graph');
  const { provider, service } = started;
  const formId = await activeForm(started);
  const before = provider.submissions();
  provider.answerWith('cut');
  const answer = await service.submit(formId, FIELDS, { accept: 'application/json' });
  assert.equal(answer.status, 503);
  assert.match(answer.json.message, /may not have been delivered/);
  assert.equal(provider.submissions() - before, 1);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startScriptedSmtp, staySilent } from '../support/scripted-smtp.ts';
import { METRICS_TOKEN, readMetrics } from '../support/metered-service.ts';
import { OWNER, startService, type Answer } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { startFaultyMail } from './faulty-mail.ts';

/** Far longer than a loaded machine needs; the first submission, not asserted, may be slower. */
const TIMES = { deadline: 60_000, opening: 500, probe: 500, pause: 20 };

function assertRefused({ status, json, headers }: Answer): void {
  assert.deepEqual([status, json.error, json.retryable], [503, 'delivery_failed', true]);
  assert.deepEqual([json.retry_after_seconds, headers.get('retry-after')], [5, '5']);
  assert.doesNotMatch(String(json.message), /may not have been|busy/);
}

// Guarantee: A submission
it('with a silent mail server visitors, programs and /ready are answered at once, and mail flows once it speaks', async (test) => {
  const mail = await startFaultyMail(test, {
    env: { METRICS_TOKEN },
    overrides: { smtp: TIMES },
  });
  const { service, smtp, send, follow } = mail;
  const lines = (event: string) => service.logText().split(`"event":"${event}"`).length - 1;
  assert.equal((await send()).status, 200);
  follow({ connect: staySilent });
  await Promise.all([send(), send(), send()]);
  const taken = smtp.messages.length;
  // Each of them would take a minute without an answer.
  for (let at = 0; at < 5; at += 1) assertRefused(await send());
  assertRefused(await service.create({ email: 'another@example.com' }));
  assert.match(service.logText(), /"event":"verification_not_mailed".*"kind":"overloaded"/);
  const { json } = await service.request('/ready');
  assert.deepEqual(json, { ready: true, checks: { store: 'ok', smtp: 'failed' } });
  assert.deepEqual([lines('mail_server_unusable'), lines('mail_server_usable')], [1, 0]);
  smtp.script = {};
  await until('the server to be asked', () => lines('mail_server_usable') === 1);
  assert.equal((await send()).status, 200);
  assert.equal(smtp.messages.length, taken + 1);
  await mail.settle();
  const { value } = await readMetrics(service);
  const outages = (event: string) => value('letterslot_mail_server_outages_total', { event });
  assert.deepEqual([outages('begun'), outages('ended')], [1, 1]);
  assert.deepEqual([lines('mail_server_unusable'), lines('mail_server_usable')], [1, 1]);
});

it('a silent server of marked mail refuses marked submissions, and others go on', async (test) => {
  const silent = await startScriptedSmtp({ connect: staySilent });
  const sink = await startSmtpSink();
  test.after(() => Promise.all([silent.close(), sink.close()]));
  const env = {
    MARKED_MAIL_FROM: 'spam@marked.example',
    MARKED_SMTP_URL: `smtp://127.0.0.1:${silent.server.port}`,
  };
  const service = await startService(test, env, { smtp: TIMES });
  const { form_id } = await service.activeRoute();
  const odd = { message: '[url=https://shop.example/a]cheap[/url]', _honey: 'x' };
  await service.submit(form_id, odd);
  assertRefused(await service.submit(form_id, odd, { accept: 'application/json' }));
  assert.equal((await service.submit(form_id, { message: 'Hello' })).status, 200);
  const { json } = await service.request('/ready');
  const checks = { store: 'ok', smtp: 'ok', marked_smtp: 'failed' };
  assert.deepEqual(json, { ready: true, checks });
  silent.script = {};
  await until('the server to be asked', () => /_usable".*"marked":true/.test(service.logText()));
  assert.equal((await service.submit(form_id, odd)).status, 200);
  assert.deepEqual([silent.messages.length, service.sink.mails.length], [1, 1]);
  assert.deepEqual(service.sink.mails[0]?.recipients, [OWNER]);
});

it('a service stops while its mail server is silent and is being asked', async (test) => {
  const { service, smtp, send, follow } = await startFaultyMail(test, {
    overrides: { smtp: { ...TIMES, probe: 600_000, deadline: 600_000 } },
  });
  follow({ connect: staySilent });
  await Promise.all([send(), send()]);
  assertRefused(await send());
  await service.close();
  await smtp.allEnded();
  assert.doesNotMatch(service.logText(), /"level":"(error|fatal)"/);
});

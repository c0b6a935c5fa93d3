import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { USER } from '../support/judge-mail-requests.ts';
import { withWrongCredentials } from '../support/mail-providers.ts';
import { startService, tokenIn } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startTokenServer } from '../support/token-server.ts';
import { TEST_CA } from '../support/webhook-receiver.ts';
import { startDovecotSubmission } from './dovecot-submission.ts';
import { UNLESS_ROOT, unlessInstalled } from './programs.ts';

const skip = UNLESS_ROOT || unlessInstalled('/usr/lib/dovecot/submission-login', 'doveadm');

setDefaultCACertificates([...getCACertificates(), TEST_CA]);

async function start(test: TestContext, change = (env: Record<string, string>) => env) {
  const sink = await startSmtpSink(test);
  const tokens = await startTokenServer(test);
  const dovecot = await startDovecotSubmission(test, tokens.introspect(USER), sink.port);
  const env = {
    SMTP_URL: '',
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(dovecot.port),
    SMTP_TLS: 'starttls',
    SMTP_USER: USER,
    SMTP_CONNECTIONS: '1',
    ...tokens.env,
  };
  return { sink, tokens, dovecot, service: await startService(test, change(env)) };
}

describe(
  "OAuth 2 with Debian's Dovecot, which asks the token server about each login",
  { skip },
  () => {
    it('a revoked token is renewed once, and the next mail arrives', async (test) => {
      const { sink, tokens, dovecot, service } = await start(test);
      const logins = () => dovecot.output().match(/Login: user=<.*?>, method=XOAUTH2/g)?.length;
      const { json } = await service.create();
      const [notice] = sink.mails;
      assert.ok(notice, dovecot.output());
      assert.equal((await service.confirm(tokenIn(notice))).status, 200);
      assert.equal((await service.submit(json.form_id, { message: 'before' })).status, 200);
      assert.deepEqual([logins(), tokens.requests()], [1, 1]);
      tokens.revoke();
      await dovecot.kick(USER);
      assert.equal((await service.submit(json.form_id, { message: 'after' })).status, 200);
      assert.match(sink.mails.at(-1)?.email.text ?? '', /after/);
      assert.deepEqual([logins(), tokens.requests()], [2, 2]);
      assert.equal((await service.request('/ready')).status, 200);
    });

    it('a wrong client secret makes the node not ready, and nobody logs in', async (test) => {
      const { dovecot, service } = await start(test, withWrongCredentials);
      const { status, json } = await service.request('/ready');
      assert.equal(status, 503);
      assert.match(json.checks.credentials, /MAIL_OAUTH_CLIENT_SECRET/);
      assert.equal(json.checks.token_server, 'failed');
      assert.doesNotMatch(dovecot.output(), /Login:/);
    });
  },
);

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { startProvider, withWrongCredentials } from '../support/mail-providers.ts';
import { runCli } from '../support/run-cli.ts';
import { newSqlite } from './deployment.ts';

const CA = { NODE_EXTRA_CA_CERTS: join(import.meta.dirname, '../support/tls/ca.pem') };

async function examine(test: TestContext, env: Record<string, string>, ...args: string[]) {
  const settings = { ...(await newSqlite(test)), ...env, ...CA };
  const { out } = await runCli(settings, ['doctor', '--dns', '127.0.0.1:1', ...args]);
  return out;
}

describe('the doctor about mail by HTTPS', () => {
  it('doctor --mail sends one mail of each sender by the provider', async (test) => {
    const provider = await startProvider(test, 'graph');
    const env = { ...provider.env, MARKED_MAIL_FROM: 'Unchecked <unchecked@other.example>' };
    const out = await examine(test, env, '--mail', 'me@example.com');
    assert.match(out, /ok +mail +graph took it from forms@letterslot\.example/);
    assert.match(out, /ok +marked: mail +graph took it from unchecked@other\.example/);
    assert.deepEqual(provider.faults, []);
    assert.deepEqual(
      provider.mails.map(({ to }) => to),
      ['me@example.com', 'me@example.com'],
    );
  });

  it('doctor names the settings that a token server refuses, and no secret', async (test) => {
    const provider = await startProvider(test, 'gmail');
    const out = await examine(test, withWrongCredentials(provider.env));
    assert.match(
      out,
      /FAIL +mail api +the credentials are refused \(OAUTH_400\): check .*MAIL_OAUTH/,
    );
    assert.doesNotMatch(out, /canary|wrong/);
  });

  it('doctor names what a provider refuses when a mail is sent', async (test) => {
    const provider = await startProvider(test, 'mailgun');
    const wrong = withWrongCredentials(provider.env);
    const out = await examine(test, wrong, '--mail', 'me@example.com');
    assert.match(
      out,
      /FAIL +mail +the credentials are refused \(EREPLY 401\): check MAIL_API_USER/,
    );
  });

  it('doctor names a mail server whose name leads nowhere, apart from one whose port is closed', async (test) => {
    const smtp = { SMTP_URL: '', SMTP_HOST: 'nowhere.invalid', MAIL_FROM: 'forms@example.com' };
    const nowhere = await examine(test, smtp);
    assert.match(nowhere, /FAIL +smtp +nowhere\.invalid leads to no server/);
    const closed = await examine(test, { ...smtp, SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' });
    assert.match(closed, /FAIL +smtp +no session with 127\.0\.0\.1:1 \(ECONNREFUSED\): /);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { MailAccess } from '../../src/delivery/https/open.ts';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import type { MailFailure } from '../../src/mail/mailer.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { startProvider } from '../support/mail-providers.ts';
import { startService } from '../support/service.ts';
import { listen } from '../support/smtp-sink.ts';
import { startTokenServer, type TokenServer } from '../support/token-server.ts';
import { until } from '../support/until.ts';
import { TEST_CA } from '../support/webhook-receiver.ts';

const USER = 'forms@letterslot.example';
const letter = () => ({
  envelope: { from: USER, to: 'owner@example.com' },
  message: 'Subject: x\r\n\r\nhello\r\n',
});

/** As Google refuses a token, after a challenge; or as Exchange does, at once. */
type Refusal = 'challenge' | 'at once';

/** A mail server that takes tokens alone, by STARTTLS. */
async function startTokenSmtp(test: TestContext, tokens: TokenServer, refusal: Refusal) {
  const seen = { logins: 0, mails: 0, methods: new Set<string>() };
  const tls = (name: string) => readFileSync(join(import.meta.dirname, '../support/tls', name));
  const server = new SMTPServer({
    key: tls('server.key'),
    cert: tls('server.pem'),
    // It offers others too, of which none may be tried.
    authMethods: ['LOGIN', 'PLAIN', 'XOAUTH2'],
    onAuth({ method, username, accessToken }, _session, done) {
      seen.logins += 1;
      seen.methods.add(method);
      if (method === 'XOAUTH2' && username === USER && tokens.isValid(accessToken))
        return done(null, { user: username });
      if (refusal === 'challenge')
        return done(null, { data: { status: '401', schemes: 'bearer' } });
      return done(Object.assign(new Error('Authentication unsuccessful'), { responseCode: 535 }));
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        seen.mails += 1;
        done();
      });
    },
  });
  return { port: await listen(test, server), seen };
}

async function start(test: TestContext, refusal: Refusal = 'challenge', refresh = false) {
  const tokens = await startTokenServer(test);
  const { port, seen } = await startTokenSmtp(test, tokens, refusal);
  const settings = readSettings(
    {
      SMTP_HOST: 'localhost',
      SMTP_PORT: String(port),
      SMTP_USER: USER,
      MAIL_FROM: USER,
      ...(refresh ? tokens.refreshEnv : tokens.env),
    },
    readFileSync,
  );
  const lines: string[] = [];
  const log = {
    mailCredentialsRefused: (line: object) => void lines.push(JSON.stringify(line)),
    refreshTokenRotated: () => void lines.push('rotated'),
  };
  const access = new MailAccess(settings, log, TEST_CA);
  const server = settings.SMTP_URL;
  assert.ok(server && access.tokens);
  const newPool = () => {
    const pool = new SmtpPool({
      ...server,
      tls: { rejectUnauthorized: false },
      ...(access.tokens && { tokens: access.tokens }),
    });
    test.after(() => pool.close());
    return pool;
  };
  test.after(() => access.close());
  return { tokens, seen, access, newPool, lines };
}

const failureOf = (sent: Promise<void>) =>
  sent.then(
    () => undefined,
    (error: MailFailure) => error,
  );

describe('SMTP with OAuth 2', () => {
  for (const refresh of [false, true]) {
    const grant = refresh ? 'a refresh token' : 'client credentials';
    it(`SMTP logs in by a token of ${grant}, which is fetched once`, async (test) => {
      const { tokens, seen, newPool } = await start(test, 'challenge', refresh);
      const [first, second] = [newPool(), newPool()];
      await Promise.all([first.send(letter), second.send(letter), first.send(letter)]);
      assert.equal(seen.mails, 3);
      assert.deepEqual([...seen.methods], ['XOAUTH2']);
      assert.equal(tokens.requests(), 1);
    });
  }

  for (const refusal of ['challenge', 'at once'] as const)
    it(`30 mails after a revocation cost one token request, when it is refused ${refusal}`, async (test) => {
      const { tokens, seen, newPool, access } = await start(test, refusal);
      await newPool().send(letter);
      tokens.revoke();
      await Promise.all(Array.from({ length: 30 }, () => newPool().send(letter)));
      assert.equal(seen.mails, 31);
      assert.equal(tokens.requests(), 2);
      assert.equal(access.credentials.fault, undefined);
    });

  it('a token is renewed before it ends', async (test) => {
    const { tokens, newPool } = await start(test);
    tokens.expireAfter(1);
    await newPool().send(letter);
    await until('the end of the token', async () => {
      await newPool().send(letter);
      return tokens.requests() === 2;
    });
  });

  it('a user that the server refuses with a fresh token is named, and tried twice', async (test) => {
    const { tokens, seen, newPool, access, lines } = await start(test);
    const pool = newPool();
    const isValid = tokens.isValid;
    tokens.isValid = () => false;
    const failure = await failureOf(pool.send(letter));
    assert.deepEqual([failure?.kind, failure?.replyCode], ['refused', 535]);
    assert.equal(seen.logins, 2);
    assert.match(access.credentials.fault ?? '', /^SMTP_USER, MAIL_OAUTH_CLIENT_ID/);
    assert.doesNotMatch(lines.join(), /canary/);
    tokens.isValid = isValid;
    await pool.send(letter);
    assert.equal(access.credentials.fault, undefined);
  });

  it('a token server that is away, hangs up or redirects refuses mails, and is no mail server that is away', async (test) => {
    const { tokens, newPool, seen, access } = await start(test);
    tokens.answerWith(307);
    const redirected = await failureOf(newPool().send(letter));
    assert.deepEqual([redirected?.kind, redirected?.reason], ['refused', 'OAUTH_307']);
    await tokens.close();
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const failure = await failureOf(newPool().send(letter));
        assert.equal(failure?.kind, 'refused');
      }),
    );
    assert.equal(seen.logins, 0);
    assert.equal(tokens.requests(), 1, 'a failure answers all for a moment');
    assert.equal(access.credentials.fault, undefined);
  });

  it('a refresh token that the server replaces is used next, and the log says so', async (test) => {
    const { tokens, newPool, lines } = await start(test, 'challenge', true);
    tokens.rotate();
    await newPool().send(letter);
    assert.deepEqual(lines, ['rotated']);
    tokens.revoke();
    await newPool().send(letter);
    assert.equal(tokens.requests(), 2);
  });

  it('/ready tells a token server that is away from a mail server that is away', async (test) => {
    const tokens = await startTokenServer(test);
    const { port } = await startTokenSmtp(test, tokens, 'challenge');
    const env = {
      SMTP_URL: '',
      SMTP_HOST: 'localhost',
      SMTP_PORT: String(port),
      SMTP_TLS: 'starttls',
      SMTP_USER: USER,
      ...tokens.env,
    };
    await tokens.close();
    const service = await startService(test, env, { ca: TEST_CA });
    const { status, json } = await service.request('/ready');
    assert.equal(status, 200);
    assert.deepEqual(json.checks, { store: 'ok', smtp: 'ok', token_server: 'failed' });
    assert.doesNotMatch(service.logText(), /mail_server_unusable/);
  });
});

describe('HTTPS with OAuth 2', () => {
  it('30 mails after a revocation cost one token request, also when the grant is revoked', async (test) => {
    const provider = await startProvider(test, 'gmail');
    const settings = readSettings(provider.env, readFileSync);
    const log = { mailCredentialsRefused: () => undefined, refreshTokenRotated: () => undefined };
    const access = new MailAccess(settings, log, TEST_CA);
    test.after(() => access.close());
    const pool = await access.openPool({});
    const { tokens } = provider;
    const mail = () => ({
      ...letter(),
      message: `From: ${USER}\r\nTo: owner@example.com\r\n${letter().message}`,
    });
    await pool.send(mail);
    tokens.revoke();
    await Promise.all(Array.from({ length: 30 }, () => pool.send(mail)));
    assert.equal(tokens.requests(), 2);
    assert.equal(provider.mails.length, 31);
    tokens.revoke();
    tokens.answerWith(400);
    const failures = await Promise.all(
      Array.from({ length: 30 }, () => failureOf(pool.send(mail))),
    );
    assert.ok(failures.every((failure) => failure?.kind === 'refused'));
    assert.equal(tokens.requests(), 3);
    assert.match(access.credentials.fault ?? '', /MAIL_OAUTH_REFRESH_TOKEN/);
  });
});

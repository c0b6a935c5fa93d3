import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { runCli } from '../support/run-cli.ts';
import { startScriptedSmtp, staySilent } from '../support/scripted-smtp.ts';
import { listen } from '../support/smtp-sink.ts';
import { newSqlite } from './deployment.ts';

const TLS = join(import.meta.dirname, '..', 'support', 'tls');
const pem = (name: string) => readFileSync(join(TLS, name), 'utf8');
const CA = { NODE_EXTRA_CA_CERTS: join(TLS, 'ca.pem') };

/** A mail server whose only user is me:s3cret, and which counts the mails it gets. */
async function startServer(test: TestContext, options: SMTPServerOptions) {
  let mails = 0;
  const passwords: unknown[] = [];
  const server = new SMTPServer({
    key: pem('server.key'),
    cert: pem('server.pem'),
    disableReverseLookup: true,
    onAuth({ password }, _session, done) {
      passwords.push(password);
      if (password === 's3cret') done(null, { user: 'me' });
      else done(new Error('no'));
    },
    onData(stream, _session, done) {
      mails += 1;
      stream.resume().on('end', done);
    },
    ...options,
  });
  return { port: await listen(test, server), passwords, mails: () => mails };
}

async function examine(test: TestContext, url: string, env: Record<string, string> = {}) {
  const settings = {
    ...(await newSqlite(test)),
    SMTP_URL: url,
    MAIL_FROM: 'forms@example.com',
    ...env,
  };
  const { code, out } = await runCli(settings, ['doctor', '--dns', '127.0.0.1:1']);
  assert.doesNotMatch(out, /s3cret|wrong/);
  return { code, lines: out.split('\n').filter((line) => / smtp/.test(line)) };
}

describe('the doctor about the mail server', { concurrency: 3 }, () => {
  it('doctor, SMTP: STARTTLS, a good certificate and a login: ok, and nothing is sent', async (test) => {
    const { port, mails, passwords } = await startServer(test, {});
    const { lines } = await examine(test, `smtp://me:s3cret@localhost:${port}`, CA);
    const [answers = '', tls = '', certificate = '', login = ''] = lines;
    assert.match(answers, new RegExp(`^ok +smtp +localhost:${port} answers`));
    assert.match(tls, /^ok +smtp TLS +STARTTLS is offered and used/);
    assert.match(certificate, /^ok +smtp certificate +valid, for another \d{5} days/);
    assert.match(login, /^ok +smtp login +accepted/);
    assert.deepEqual([mails(), passwords], [0, ['s3cret']]);
  });

  it('doctor, SMTP: TLS from the first byte, and a server that is set in parts: ok', async (test) => {
    const { port } = await startServer(test, { secure: true });
    const login = { SMTP_USER: 'me', SMTP_PASSWORD: 's3cret', SMTP_TLS: 'implicit' };
    const parts = { SMTP_HOST: 'localhost', SMTP_PORT: String(port), ...login };
    const { lines } = await examine(test, '', { ...parts, ...CA });
    assert.match(lines[1] ?? '', /^ok +smtp TLS +from the first byte/);
  });

  it('doctor, SMTP: an untrusted certificate: FAIL with the settings to change, no password sent', async (test) => {
    const { port, passwords } = await startServer(test, {});
    const { code, lines } = await examine(test, `smtp://me:s3cret@localhost:${port}`);
    assert.equal(code, 1);
    assert.match(
      lines.join(),
      /^FAIL +smtp certificate +no authority that this machine trusts.*NODE_EXTRA_CA_CERTS.*tls\.rejectUnauthorized=false.*\(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)/,
    );
    assert.doesNotMatch(lines.join(), /renew|not valid for|ignoreTLS/);
    assert.deepEqual(passwords, []);
  });

  it('doctor, SMTP: a self-signed certificate: FAIL, and NODE_EXTRA_CA_CERTS is enough', async (test) => {
    const { port } = await startServer(test, { cert: pem('self-signed.pem') });
    const url = `smtp://localhost:${port}?requireTLS=true`;
    const { lines } = await examine(test, url);
    assert.match(
      lines.join(),
      /^FAIL +smtp certificate +no authority that this.*ignoreTLS=true, as the server is this machine \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    const trusting = await examine(test, url, {
      NODE_EXTRA_CA_CERTS: join(TLS, 'self-signed.pem'),
    });
    assert.match(trusting.lines.join(), /^FAIL +smtp certificate +it is not valid for localhost/);
  });

  it('doctor, SMTP: a certificate of another name: FAIL', async (test) => {
    const { port } = await startServer(test, {});
    const { lines } = await examine(test, `smtp://127.0.0.1:${port}?requireTLS=true`, CA);
    assert.match(
      lines.join(),
      /^FAIL +smtp certificate +it is not valid for 127\.0\.0\.1: use the name in the certificate.*\(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
    assert.doesNotMatch(lines.join(), /renew|NODE_EXTRA/);
  });

  it('doctor, SMTP: an expired certificate: FAIL, to be renewed', async (test) => {
    const { port } = await startServer(test, { cert: pem('expired.pem') });
    const { lines } = await examine(test, `smtp://localhost:${port}?requireTLS=true`, {
      NODE_EXTRA_CA_CERTS: join(TLS, 'expired.pem'),
    });
    assert.match(
      lines.join(),
      /^FAIL +smtp certificate +it has expired: have it renewed.*\(CERT_HAS_EXPIRED\)/,
    );
  });

  it('doctor, SMTP: a relay on this machine, self-signed, without a login: ok', async (test) => {
    const { port } = await startServer(test, { cert: pem('self-signed.pem'), authOptional: true });
    const { lines } = await examine(test, `smtp://127.0.0.1:${port}`);
    assert.match(lines[0] ?? '', /^ok +smtp +127/);
    assert.match(lines.join(), /ok +smtp TLS +STARTTLS is offered and used/);
    assert.match(lines.join(), /ok +smtp certificate +not checked; the server is this machine/);
  });

  it('doctor, SMTP: a port without TLS that is set as one with TLS: FAIL', async (test) => {
    const { port } = await startServer(test, {});
    const { lines } = await examine(test, `smtps://localhost:${port}`, CA);
    assert.match(lines.join(), /^FAIL +smtp TLS +this port does not begin with TLS: write smtp:/);
  });

  it('doctor, SMTP: a certificate that is not checked: a warning', async (test) => {
    const { port } = await startServer(test, {});
    const url = `smtp://me:s3cret@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
    assert.match(
      (await examine(test, url)).lines.join(),
      /warn +smtp certificate +not checked, because SMTP_URL says so/,
    );
  });

  it('doctor, SMTP: a refused password: FAIL', async (test) => {
    const { port } = await startServer(test, {});
    const { code, lines } = await examine(test, `smtp://me:wrong@localhost:${port}`, CA);
    assert.equal(code, 1);
    assert.match(lines.join(), /^FAIL +smtp login +the server refuses the user or password/);
  });

  it('doctor, SMTP: no login where the server wants one: FAIL, before any recipient', async (test) => {
    const { port, mails } = await startServer(test, {});
    const { code, lines } = await examine(test, `smtp://127.0.0.1:${port}`);
    assert.equal(code, 1);
    assert.match(
      lines.join('\n'),
      /^FAIL +smtp login +the server takes no mail without one \(“530 .+”\): put user and password/m,
    );
    assert.equal(mails(), 0);
  });

  const DEAD_MILTER = { MAIL: '451 4.7.1 Service \u001bunavailable' };
  const EVERYTHING =
    /^FAIL +smtp +the server refuses every mail for now, “451 4\.7\.1 Service ?unavailable”: .* a milter/m;
  const OFFER = '250-scripted.example\r\n250 AUTH PLAIN';
  for (const [what, script, line] of [
    [
      'refuses a sender without the login that it offers',
      { EHLO: OFFER, MAIL: '554 5.7.1 c4nary' },
      /^FAIL +smtp login +the server takes no mail without one \(“554 .*c4nary”\)/m,
    ],
    [
      'wants a login for a recipient',
      { EHLO: OFFER, RCPT: '530 c4nary' },
      /^FAIL +smtp login +the server takes no mail without one \(“530 .*c4nary”\)/m,
    ],
    [
      'relays nothing without the login that it offers',
      { EHLO: OFFER, RCPT: '454 4.7.1 c4nary' },
      /^FAIL +smtp login +the server takes no mail without one \(“454 .*c4nary”\)/m,
    ],
    [
      'offers a login and does not know MAIL_FROM as a recipient',
      { EHLO: OFFER, RCPT: '550 5.1.1 c4nary' },
      /^warn +smtp login +none, and without it .*\(“550 .*c4nary”\): if mails fail, put user/m,
    ],
    [
      'refuses the sender and offers no login',
      { EHLO: '250 scripted.example', MAIL: '550 c4nary' },
      /^FAIL +smtp sender +the server refuses MAIL_FROM \(“550 .*c4nary”\)/m,
    ],
    [
      'refuses the sender as a recipient and offers no login',
      { EHLO: '250 scripted.example', RCPT: '550 c4nary' },
      /^ok +smtp login +none/m,
    ],
    ['refuses each mail for now', { EHLO: OFFER, ...DEAD_MILTER }, EVERYTHING],
    [
      'refuses STARTTLS and each mail for now',
      { EHLO: '250-scripted.example\r\n250 STARTTLS', STARTTLS: '454 c4nary', ...DEAD_MILTER },
      EVERYTHING,
    ],
    [
      'takes the envelope without the login that it offers',
      { EHLO: OFFER },
      /^ok +smtp login +none/m,
    ],
  ] as const)
    it(`doctor, SMTP: without a user, a server that ${what}: reported, no message sent`, async (test) => {
      const smtp = await startScriptedSmtp(script);
      test.after(smtp.close);
      const { lines } = await examine(test, `smtp://127.0.0.1:${smtp.server.port}`);
      assert.match(lines.join('\n'), line);
      assert.deepEqual([smtp.messages, smtp.verbs.at(-1)], [[], 'QUIT']);
      assert.ok(!smtp.verbs.includes('DATA'));
    });

  it('doctor, SMTP: no STARTTLS where it is required: FAIL', async (test) => {
    const { port } = await startServer(test, { disabledCommands: ['STARTTLS'] });
    const { lines } = await examine(test, `smtp://localhost:${port}?requireTLS=true`);
    assert.match(lines.join(), /^FAIL +smtp TLS +the server offers no working STARTTLS/);
  });

  it('doctor, SMTP: no server, or a silent one: FAIL, in time', async (test) => {
    const { lines } = await examine(test, 'smtp://127.0.0.1:1');
    assert.match(lines.join(), /^FAIL +smtp +no session with 127\.0\.0\.1:1 \(E\w+\)/);
    const silent = await startScriptedSmtp({ connect: staySilent });
    test.after(silent.close);
    const answer = await examine(test, `smtp://127.0.0.1:${silent.server.port}`);
    assert.match(
      answer.lines.join(),
      /^FAIL +smtp +127.* takes connections and does not greet within 25 s.* \(EGREETING\)/,
    );
    assert.equal(silent.sessions(), 1);
  });

  it('doctor, SMTP: a server that answers no recipient: a warning', async (test) => {
    const silent = await startScriptedSmtp({ RCPT: staySilent });
    test.after(silent.close);
    const { lines } = await examine(test, `smtp://user:pass@127.0.0.1:${silent.server.port}`);
    assert.match(lines.join('\n'), /^warn +smtp +the server .* answers no sender or recipient/m);
  });

  it('doctor, SMTP: a server that greets after 6 s: a warning that names the wait, and no firewall', async (test) => {
    const slow = await startScriptedSmtp({
      connect: (socket) => void setTimeout(() => socket.write('220 late\r\n'), 6_000),
    });
    test.after(slow.close);
    const { lines } = await examine(test, `smtp://127.0.0.1:${slow.server.port}`);
    assert.match(lines.join(), /^warn +smtp +127.* greeted after \d+\.\d s \(postscreen/);
    assert.doesNotMatch(lines.join(), /FAIL|firewall/);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Finding } from '../../src/cli/operator/doctor/finding.ts';
import { checkSender, sendTestMail } from '../../src/cli/operator/doctor/check-sender.ts';
import { createDns } from '../../src/cli/operator/doctor/check-dns.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { startDnsZone } from '../support/dns-zone.ts';
import { CLOSED_PORT } from '../support/own-port.ts';
import { runCli } from '../support/run-cli.ts';
import { listen } from '../support/smtp-sink.ts';
import { newSqlite } from './deployment.ts';

const TLS = join(import.meta.dirname, '..', 'support', 'tls');
const pem = (name: string) => readFileSync(join(TLS, name), 'utf8');

/** A mail server with TLS and one user, which keeps the recipients and octets of what it takes. */
async function startServer(test: TestContext, options: SMTPServerOptions) {
  const taken: { to: string | undefined; text: string; secure: boolean }[] = [];
  const server = new SMTPServer({
    key: pem('server.key'),
    cert: pem('server.pem'),
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'p@ss:w/rd'
        ? done(null, { user: 'me' })
        : done(new Error()),
    async onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      taken.push({
        to: envelope.rcptTo[0]?.address,
        text: Buffer.concat(chunks).toString(),
        secure,
      });
      done();
    },
    ...options,
  });
  return { port: await listen(test, server), taken };
}

const ZONE = {
  'example.com': ['v=spf1 include:spf.provider.example a:away.example -all'],
  'spf.provider.example': ['v=spf1 ip4:203.0.113.0/28 ~all'],
  '_dmarc.example.com': ['v=DMARC1; p=none'],
  'unchecked.example': ['v=spf1 include:spf.provider.example -all'],
};

describe('the doctor about a mail that it sends', () => {
  for (const [how, tls, secure] of [
    ['STARTTLS', 'starttls', false],
    ['TLS from the first byte', 'implicit', true],
  ] as const)
    it(`doctor --mail sends one mail of each sender by ${how} and a login, and says what to fix first`, async (test) => {
      const { port, taken } = await startServer(test, { secure });
      const zone = await startDnsZone(ZONE);
      test.after(zone.close);
      const env = {
        ...(await newSqlite(test)),
        PORT: String(CLOSED_PORT),
        SMTP_HOST: 'localhost',
        SMTP_PORT: String(port),
        SMTP_USER: 'me',
        SMTP_PASSWORD: 'p@ss:w/rd',
        SMTP_TLS: tls,
        MAIL_FROM: 'Forms <forms@example.com>',
        MARKED_MAIL_FROM: 'Unchecked <forms@unchecked.example>',
        NODE_EXTRA_CA_CERTS: join(TLS, 'ca.pem'),
      };
      const args = ['doctor', '--mail', 'you@example.com', '--dns', zone.server];
      const { code, out } = await runCli(env, [...args, '--json']);
      const { findings, fix_first: first } = JSON.parse(out) as {
        findings: Finding[];
        fix_first: string;
      };
      assert.equal(code, 0, out);
      for (const wanted of ['mail', 'marked: mail']) {
        const mail = findings.find(({ subject }) => subject === wanted);
        assert.match(`${mail?.verdict} ${mail?.message}`, /^ok localhost:\d+ took it: look where/);
      }
      assert.deepEqual(
        taken.map((one) => [one.to, one.secure]),
        [
          ['you@example.com', true],
          ['you@example.com', true],
        ],
      );
      const senders = taken.map(({ text }) => /^From: .*\r\n <(.*)>\r\n/.exec(text)?.[1] ?? '');
      assert.deepEqual(senders.toSorted(), ['forms@example.com', 'forms@unchecked.example']);
      assert.match(taken[0]?.text ?? '', /spf=pass, dkim=pass and dmarc=pass/);
      const apart = findings.find(({ subject }) => subject === 'marked sender');
      assert.equal(apart?.verdict, 'ok');
      assert.match(first, /^DKIM: .*\(docs\/sending-mail-details\.md#dkim\)$/);
      assert.doesNotMatch(out, /p@ss/);
    });

  const refuse = (responseCode: number) => (done: (error: Error) => void) =>
    done(Object.assign(new Error('c4nary of this mailbox'), { responseCode }));
  const refusals: [what: string, options: SMTPServerOptions, reply: RegExp][] = [
    ['the recipient', { onRcptTo: (_to, _session, done) => refuse(550)(done) }, /“550 c4nary of/],
    ['the sender', { onMailFrom: (_from, _session, done) => refuse(553)(done) }, /“553 c4nary of/],
    [
      'the message',
      { onData: (stream, _, done) => void stream.resume().on('end', () => refuse(554)(done)) },
      /“554 c4nary of/,
    ],
  ];
  for (const [what, options, reply] of refusals)
    it(`doctor --mail quotes a server that refuses ${what}`, async (test) => {
      const { port } = await startServer(test, { authOptional: true, ...options });
      const env = { SMTP_HOST: 'localhost', SMTP_PORT: `${port}`, MAIL_FROM: 'forms@example.com' };
      const finding = await sendTestMail(
        readSettings(env, () => ''),
        'you@example.com',
      );
      assert.equal(finding.verdict, 'FAIL');
      assert.match(finding.message, /^localhost:\d+ did not take it \(“/);
      assert.match(finding.message, reply);
    });

  it('doctor --mail without a mail server: FAIL, and what to set', async (test) => {
    const { code, out } = await runCli(await newSqlite(test), [
      'doctor',
      '--mail',
      'a@example.com',
    ]);
    assert.equal(code, 1);
    assert.match(out, /^FAIL +mail +there is no mail server to send it: set SMTP_HOST/m);
    assert.match(out, /\nFix first: mail: /);
  });

  const hosts = { 'mail.example': '203.0.113.7', 'away.example': '198.51.100.9' };
  const cases: [what: string, host: string, ...expected: RegExp[]][] = [
    ['within an include', 'mail.example', /^ok PTR 203.* leads back/m, /^ok SPF address/m],
    ['named by a:', 'away.example', /^ok PTR 198/m, /^ok SPF address example\.com allows 198/m],
    [
      'not named',
      '192.0.2.5',
      /^warn PTR 192.* has no name/m,
      /^warn SPF address .*ip4:192\.0\.2\.5/m,
    ],
    ['unknown', 'no.example', /^warn PTR no\.example: no public address/m],
  ];
  for (const [what, host, ...expected] of cases)
    it(`doctor --mail, the address of the mail server is ${what}`, async (test) => {
      const zone = await startDnsZone(ZONE, { addresses: hosts });
      test.after(zone.close);
      const env = { SMTP_HOST: host, MAIL_FROM: 'forms@example.com' };
      const found = await checkSender(
        createDns(zone.server),
        readSettings(env, () => ''),
      );
      const lines = found.map((one) => `${one.verdict} ${one.subject} ${one.message}`).join('\n');
      for (const line of expected) assert.match(lines, line);
    });

  it('doctor --mail makes ten lookups for SPF at most, as receivers do, and does not read all as a', async (test) => {
    const ten = Array.from({ length: 10 }, (_, index) => `a:no${index}.example`).join(' ');
    const domains = { 'ten.example': `v=spf1 ${ten} a:mail.example`, 'all.example': 'v=spf1 all' };
    const zone = await startDnsZone(
      Object.fromEntries(Object.entries(domains).map(([name, record]) => [name, [record]])),
      { addresses: { ...hosts, 'all.example': '203.0.113.7' } },
    );
    test.after(zone.close);
    for (const domain of Object.keys(domains)) {
      const env = { SMTP_HOST: 'mail.example', MAIL_FROM: `forms@${domain}` };
      const settings = readSettings(env, () => '');
      const found = await checkSender(createDns(zone.server), settings);
      const spf = found.find(({ subject }) => subject === 'SPF address');
      assert.equal(spf?.verdict, 'warn', `${domain}: ${spf?.message}`);
    }
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import { type SmtpServer, smtpUrl } from '../../src/platform/settings/smtp-url.ts';
import { isFailure, letterOf, startPool } from './start-pool.ts';

const pem = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', 'support', 'tls', name), 'utf8');

/** A mail server with STARTTLS; `secured` tells for each message if its session was encrypted. */
async function startTls(test: TestContext, certificate: string) {
  const secured: boolean[] = [];
  const tlsServer = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    key: pem('server.key'),
    cert: pem(certificate),
    onData(stream, session, done) {
      secured.push(session.secure);
      stream.resume().on('end', () => done());
    },
  });
  tlsServer.on('error', () => undefined);
  tlsServer.listen(0, '127.0.0.1');
  await once(tlsServer.server, 'listening');
  const pools: SmtpPool[] = [];
  test.after(async () => {
    for (const pool of pools) await pool.close();
    await new Promise<void>((resolve) => void tlsServer.close(() => resolve()));
  });
  const { port } = tlsServer.server.address() as AddressInfo;
  const open = (server: SmtpServer) => {
    const pool = new SmtpPool(server);
    pools.push(pool);
    return pool;
  };
  return { port, secured, open };
}

const auth = { user: 'me', pass: 's3cret' };

for (const [name, script] of [
  ['is not offered', {}],
  ['is offered and refused', { EHLO: '250-x\r\n250-STARTTLS\r\n250 AUTH PLAIN' }],
  [
    'is announced and not begun',
    {
      EHLO: '250-x\r\n250 STARTTLS',
      STARTTLS: (socket: Socket) => void socket.end('220 go\r\n250 x\r\n'),
    },
  ],
] as const)
  it(`required TLS that ${name} ends the session before AUTH and MAIL`, async (test) => {
    const server = { requireTls: true, ignoreTls: false, auth };
    const { smtp, send } = await startPool(test, {}, server, script);
    await assert.rejects(send(), isFailure('refused'));
    for (const verb of ['AUTH', 'MAIL']) assert.ok(!smtp.verbs.includes(verb), verb);
  });

const server = (port: number, host = 'localhost', query = 'requireTLS=true') =>
  smtpUrl(`smtp://${host}:${port}?${query}`);

for (const [name, cert, host, reason] of [
  ['nobody vouches for', 'server.pem', 'localhost', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['that signed itself', 'self-signed.pem', 'localhost', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['that has expired', 'expired.pem', 'localhost', 'CERT_HAS_EXPIRED'],
  ['of another name', 'server.pem', '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
] as const)
  it(`a TLS certificate ${name} is refused, with its error code`, async (test) => {
    const { port, secured, open } = await startTls(test, cert);
    const strict = server(port, host);
    const ca =
      reason.startsWith('DEPTH') || reason.startsWith('UNABLE') ? [] : [pem('ca.pem'), pem(cert)];
    const tls = ca.length > 0 ? { ca } : {};
    const pool = open({ ...strict, tls: { ...strict.tls, ...tls } });
    await assert.rejects(pool.send(letterOf('x')), isFailure('refused', reason));
    assert.deepEqual(secured, []);
  });

for (const [what, host, query, encrypted] of [
  [
    'is not looked at where SMTP_URL says so',
    'localhost',
    'requireTLS=true&tls.rejectUnauthorized=false',
    true,
  ],
  ['does not matter to a relay on this machine', '127.0.0.1', '', true],
  ['does not matter where STARTTLS is ignored', '127.0.0.1', 'ignoreTLS=true', false],
] as const)
  it(`a self-signed TLS certificate ${what}`, async (test) => {
    const { port, secured, open } = await startTls(test, 'self-signed.pem');
    const pool = open(server(port, host, query));
    await pool.send(letterOf('x'));
    assert.deepEqual(secured, [encrypted]);
  });

it('the TLS certificate of a relay on this machine is checked if SMTP_URL says so', async (test) => {
  const { port, open } = await startTls(test, 'self-signed.pem');
  const pool = open(server(port, '127.0.0.1', 'tls.rejectUnauthorized=true'));
  await assert.rejects(
    pool.send(letterOf('x')),
    isFailure('refused', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
  );
});

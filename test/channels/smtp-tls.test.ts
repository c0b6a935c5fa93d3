import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { SmtpPool } from '../../src/channels/smtp-pool.ts';
import type { SmtpServer } from '../../src/channels/smtp-connect.ts';
import { isFailure, letterOf, startPool } from './start-pool.ts';

describe('TLS', () => {
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
  ] as const) {
    it(`that is required and ${name} ends the session before AUTH and MAIL`, async (test) => {
      const server = { requireTls: true, ignoreTls: false, auth };
      const { smtp, send } = await startPool(test, {}, server, script);
      await assert.rejects(send(), isFailure('refused'));
      for (const verb of ['AUTH', 'MAIL']) assert.ok(!smtp.verbs.includes(verb), verb);
    });
  }

  it('with a certificate nobody vouches for is refused, unless told otherwise', async (test) => {
    const mails: string[] = [];
    const secured: boolean[] = [];
    const tlsServer = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      onData(stream, session, done) {
        secured.push(session.secure);
        mails.push('mail');
        stream.resume().on('end', () => done());
      },
    });
    tlsServer.on('error', () => undefined);
    tlsServer.listen(0, '127.0.0.1');
    await once(tlsServer.server, 'listening');
    const address = tlsServer.server.address();
    assert.ok(address && typeof address === 'object');
    const server: SmtpServer = {
      host: '127.0.0.1',
      port: address.port,
      secure: false,
      requireTls: true,
      ignoreTls: false,
      auth: undefined,
      name: undefined,
      tls: {},
    };
    const strict = new SmtpPool(server);
    const trusting = new SmtpPool({ ...server, tls: { rejectUnauthorized: false } });
    test.after(async () => {
      await Promise.all([strict.close(), trusting.close()]);
      await new Promise<void>((resolve) => void tlsServer.close(() => resolve()));
    });
    await assert.rejects(strict.send(letterOf('x')), isFailure('refused'));
    assert.equal(mails.length, 0);
    await trusting.send(letterOf('x'));
    assert.deepEqual(secured, [true]);
  });
});

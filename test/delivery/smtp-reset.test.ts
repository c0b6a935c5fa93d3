import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { PIPELINING, staySilent, type Act, type Script } from '../support/scripted-smtp.ts';
import { asSent, isFailure, startPool } from './start-pool.ts';

/** Runs `act` the first time and answers `usual` later. */
const once = (act: Act, usual: string): Act => {
  let done = false;
  return (socket) => {
    const chosen = done ? usual : act;
    done = true;
    if (typeof chosen === 'string') socket.write(`${chosen}\r\n`);
    else chosen(socket);
  };
};

const start = (test: TestContext, script: Script, options = {}) =>
  startPool(test, { connections: 1, ...options }, {}, script);

describe('a session in which the server refused a message', () => {
  for (const [moment, usual] of [
    ['MAIL', '250 fine'],
    ['RCPT', '250 fine'],
    ['DATA', '354 go on'],
    ['message', '250 taken'],
  ] as const) {
    // A refusal of the sender for now may be about the session.
    for (const code of moment === 'MAIL' ? [550] : [451, 550])
      it(`a session refused with ${code} at ${moment} is reset and carries the next message`, async (test) => {
        const { smtp, send } = await start(test, {});
        // The scripted server reads no message after a DATA reply from the script.
        smtp.script[moment] = `${code} no`;
        await assert.rejects(send('a'), isFailure('refused', 'EREPLY'));
        smtp.script[moment] = usual;
        await send('b');
        const refused = moment === 'message' ? asSent('a') : [];
        assert.deepEqual(smtp.messages, [...refused, ...asSent('b')]);
        assert.equal(smtp.sessions(), 1);
        assert.ok(smtp.verbs.includes('RSET') && !smtp.verbs.includes('QUIT'));
      });
  }

  it('a session goes on when every command of a pipelined envelope was refused', async (test) => {
    const { smtp, send } = await start(test, {
      ...PIPELINING,
      MAIL: once('550 no', '250 fine'),
      RCPT: once('503 no sender', '250 fine'),
      DATA: '503 no recipient',
    });
    await assert.rejects(send('a'), isFailure('refused'));
    delete smtp.script.DATA;
    await send('b');
    assert.deepEqual(smtp.messages, asSent('b'));
    assert.equal(smtp.sessions(), 1);
  });

  it('a session ends when the server expects the message after refusing its recipient', async (test) => {
    const { smtp, send } = await start(test, { ...PIPELINING, RCPT: once('550 no', '250 fine') });
    await assert.rejects(send('a'), isFailure('refused'));
    await send('b');
    assert.deepEqual(smtp.messages, asSent('b'));
    assert.equal(smtp.sessions(), 2);
  });

  it('a session ends when the server replies 421', async (test) => {
    const { smtp, send } = await start(test, { RCPT: once('421 leaving', '250 fine') });
    await assert.rejects(send('a'), isFailure('refused'));
    await send('b');
    assert.equal(smtp.sessions(), 2);
    assert.ok(!smtp.verbs.includes('RSET'));
  });

  for (const [what, act] of [
    ['refused', '502 what?'],
    ['closed with 421', (socket: Socket) => void socket.end('421 leaving\r\n')],
    ['not answered', staySilent],
    ['hung up on', (socket: Socket) => void socket.destroy()],
  ] as const)
    it(`a session is replaced when its RSET is ${what}, and the next message arrives once`, async (test) => {
      const { smtp, send } = await start(test, { RCPT: once('550 no', '250 fine'), RSET: act });
      await assert.rejects(send('a'), isFailure('refused'));
      await send('b');
      assert.deepEqual(smtp.messages, asSent('b'));
      assert.equal(smtp.sessions(), 2);
    });

  it('a session does not refuse a message by the reply to the next envelope', async (test) => {
    const { smtp, send } = await start(
      test,
      {
        ...PIPELINING,
        message: once(staySilent, '250 taken'),
        // All of the second envelope is refused; the missing reply is the one to the first message.
        MAIL: '250 fine',
      },
      { deadline: 500 },
    );
    const [one, two] = [send('a'), send('b')];
    smtp.script.MAIL = once('250 fine', '550 no');
    smtp.script.RCPT = once('250 fine', '503 no');
    smtp.script.DATA = '354 go on';
    await assert.rejects(one, isFailure('doubtful'));
    await assert.rejects(two);
  });
});

describe('a session that is given up', () => {
  it('an abandoned session says QUIT to a server that answers', async (test) => {
    const { smtp, send } = await start(test, { message: '252 perhaps' });
    await assert.rejects(send(), isFailure('doubtful'));
    await smtp.allEnded();
    assert.equal(smtp.verbs.at(-1), 'QUIT');
  });

  it('an abandoned session says QUIT after a refused login, and nobody waits for the reply', async (test) => {
    const auth = { user: 'u', pass: 'p' };
    const { smtp, send } = await startPool(test, {}, { auth }, { AUTH: '535 no' });
    await assert.rejects(send(), isFailure('refused', 'EAUTH'));
    await smtp.allEnded();
    assert.equal(smtp.verbs.at(-1), 'QUIT');
  });

  it('an abandoned session ends although the server goes on talking', async (test) => {
    let timer: NodeJS.Timeout | undefined;
    const { smtp, send } = await start(test, {
      message(socket) {
        timer = setInterval(() => void socket.write('2'), 100);
        socket.once('close', () => clearInterval(timer));
        socket.write('what?\r\n');
      },
    });
    await assert.rejects(send(), isFailure('doubtful', 'EPROTOCOL'));
    await smtp.allEnded();
  });
});

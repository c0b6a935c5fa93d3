import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { it } from 'node:test';
import { hangUp, PIPELINING } from '../support/scripted-smtp.ts';
import { asSent, isFailure, startPool } from './start-pool.ts';

const endings: [name: string, end: (socket: Socket) => void][] = [
  ['closed', (socket) => void socket.end()],
  ['reset', (socket) => void socket.resetAndDestroy()],
  ['closed with 421', (socket) => void socket.end('421 idle for too long\r\n')],
];
for (const [name, end] of endings)
  it(`an idle session that was ${name} does not fail the next message`, async (test) => {
    const { smtp, send } = await startPool(
      test,
      {},
      {},
      {
        message(socket) {
          socket.write('250 taken\r\n');
          setImmediate(end, socket);
        },
      },
    );
    await send('first');
    await smtp.allEnded();
    await send('second');
    assert.deepEqual(smtp.messages, asSent('first', 'second'));
    assert.equal(smtp.sessions(), 2);
  });

for (const [moment, act] of [
  ['MAIL', hangUp],
  ['RCPT', hangUp],
  ['DATA', hangUp],
  ['MAIL', (socket: Socket) => void socket.end('421 idle for too long\r\n')],
] as const)
  it(`an idle session that ends at ${moment} is replaced by a fresh one`, async (test) => {
    const { smtp, send } = await startPool(test);
    await send('first');
    smtp.script = {
      [moment](socket: Socket) {
        smtp.script = {};
        act(socket);
      },
    };
    await send('second');
    assert.deepEqual(smtp.messages, asSent('first', 'second'));
    assert.equal(smtp.sessions(), 2);
  });

for (const [how, usual] of [
  ['by single commands', {}],
  ['in a group', PIPELINING],
] as const)
  it(`an idle session that takes nothing more is replaced by a fresh one, asked ${how}`, async (test) => {
    const { smtp, send } = await startPool(test);
    // As Postfix refuses on sessions from before its milter went away, whatever came back since.
    const refusing = new Set<Socket>();
    smtp.script = {
      ...usual,
      MAIL(socket) {
        const isRefused = refusing.has(socket);
        refusing.add(socket);
        socket.write(isRefused ? '451 4.7.1 later\r\n' : '250 fine\r\n');
      },
    };
    await send('first');
    await send('second');
    await send('third');
    assert.deepEqual(smtp.taken, asSent('first', 'second', 'third'));
    assert.equal(smtp.sessions(), 3);
  });

it('a message that a fresh session refuses for now is not sent again', async (test) => {
  const { smtp, send } = await startPool(test, {}, {}, { MAIL: '451 later' });
  await assert.rejects(send(), isFailure('refused'));
  await assert.rejects(send(), isFailure('refused'));
  assert.deepEqual(
    smtp.verbs.filter((verb) => verb === 'MAIL'),
    ['MAIL', 'MAIL'],
  );
});

it('an idle session is not replaced twice for one message', async (test) => {
  const { smtp, send } = await startPool(test);
  await send();
  smtp.script = { MAIL: hangUp };
  await assert.rejects(send(), isFailure('refused'));
  assert.deepEqual([smtp.sessions(), smtp.messages.length], [2, 1]);
});

it('an idle session is not replaced when the server refused the message', async (test) => {
  const { smtp, send } = await startPool(test);
  await send();
  smtp.script = { RCPT: '550 no' };
  await assert.rejects(send(), isFailure('refused'));
  smtp.script = { message: '421 closing' };
  await assert.rejects(send(), isFailure('refused'));
  assert.deepEqual([smtp.sessions(), smtp.messages.length], [1, 2]);
});

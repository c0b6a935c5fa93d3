import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { hangUp } from '../support/scripted-smtp.ts';
import { asSent, isFailure, startPool } from './start-pool.ts';

describe('an idle session that the server ended', () => {
  const endings: [name: string, end: (socket: Socket) => void][] = [
    ['closed', (socket) => void socket.end()],
    ['reset', (socket) => void socket.resetAndDestroy()],
    ['closed with 421', (socket) => void socket.end('421 idle for too long\r\n')],
  ];
  for (const [name, end] of endings) {
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
  }

  for (const [moment, act] of [
    ['MAIL', hangUp],
    ['RCPT', hangUp],
    ['DATA', hangUp],
    ['MAIL', (socket: Socket) => void socket.end('421 idle for too long\r\n')],
  ] as const) {
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
  }

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
});

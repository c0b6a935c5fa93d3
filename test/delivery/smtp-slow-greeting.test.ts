import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { PIPELINING, type Script } from '../support/scripted-smtp.ts';
import { until } from '../support/until.ts';
import { asSent, isFailure, startPool } from './start-pool.ts';

const GREETING = '220 scripted.example ESMTP\r\n';

/** Greets nobody until `release`, but the first `greeted` connections. */
function holdGreetings(script: Script, greeted = 0) {
  const held: Socket[] = [];
  let connections = 0;
  script.connect = (socket) => {
    connections += 1;
    if (connections <= greeted) socket.write(GREETING);
    else held.push(socket);
  };
  return {
    held,
    release() {
      delete script.connect;
      for (const socket of held.splice(0)) socket.write(GREETING);
    },
  };
}

/** Answers no message until `release`. */
function holdMessages(script: Script) {
  const held: Socket[] = [];
  script.message = (socket) => void held.push(socket);
  return () => {
    delete script.message;
    for (const socket of held.splice(0)) socket.write('250 taken\r\n');
  };
}

/** Greets after more than a second, which is slow. */
const greetLate = (socket: Socket) => void setTimeout(() => socket.write(GREETING), 1_100);

describe('a mail server that is slow to greet', { concurrency: true }, () => {
  it('a session whose message gave up before the greeting carries the next message', async (test) => {
    const { smtp, pool, send } = await startPool(test);
    const greetings = holdGreetings(smtp.script);
    await assert.rejects(pool.check(50), isFailure('refused', 'ETIMEDOUT'));
    greetings.release();
    await until('the session to be ready', () => pool.usage.idle === 1);
    await send();
    assert.deepEqual([smtp.sessions(), smtp.messages.length], [1, 1]);
  });

  for (const script of [{}, PIPELINING]) {
    const how = script === PIPELINING ? ', pipelined' : '';
    it(`messages that wait for greetings go, in order, to a session that works${how}`, async (test) => {
      const { smtp, pool, send } = await startPool(test, { connections: 2 }, {}, { ...script });
      const greetings = holdGreetings(smtp.script, 1);
      const releaseMessages = holdMessages(smtp.script);
      const sending = [send('a')];
      await smtp.received(1);
      sending.push(send('b'));
      await until('the second connection', () => greetings.held.length === 1);
      sending.push(send('c'), send('d'));
      releaseMessages();
      await Promise.all(sending);
      assert.deepEqual(smtp.messages, asSent('a', 'b', 'c', 'd'));
      greetings.release();
      await until('the second session', () => pool.usage.idle === 2);
      assert.equal(smtp.sessions(), 2);
    });
  }

  it('a message takes the session being opened if the mail server refuses another one', async (test) => {
    const { smtp, pool, send } = await startPool(test);
    const greetings = holdGreetings(smtp.script);
    await assert.rejects(pool.check(50), isFailure('refused'));
    const refused = Promise.withResolvers<void>();
    smtp.script.connect = (socket) => {
      socket.once('close', () => refused.resolve());
      socket.end('421 one at a time\r\n');
    };
    const sending = send();
    await refused.promise;
    greetings.release();
    await sending;
    assert.deepEqual([smtp.sessions(), smtp.messages.length], [2, 1]);
  });

  it('an SMTP pool that closes ends the sessions that are being opened', async (test) => {
    const { smtp, pool } = await startPool(test);
    holdGreetings(smtp.script);
    await assert.rejects(pool.check(50), isFailure('refused'));
    await pool.close();
    await smtp.allEnded();
    assert.equal(smtp.sessions(), 1);
  });

  it('a slow mail server keeps one session while there are messages, and is asked for one ahead', async (test) => {
    const { smtp, pool, send } = await startPool(test, { idle: 100 }, {}, { connect: greetLate });
    await Promise.all([send(), send()]);
    const said = (verb: string) => smtp.verbs.filter((each) => each === verb).length;
    await until('the session to be asked twice', () => said('NOOP') >= 2);
    await until('the other session to end', () => smtp.verbs.includes('QUIT'));
    assert.deepEqual([smtp.sessions(), pool.usage.idle], [2, 1]);
    smtp.dropSessions();
    await until('a session ahead of messages', () => said('EHLO') === 3);
    await until('that session to be asked', () => pool.usage.idle === 1);
    await send();
    assert.equal(smtp.sessions(), 3);
    const { now } = performance;
    test.mock.method(performance, 'now', () => now.call(performance) + 600_000);
    await smtp.allEnded();
    await wait(300);
    assert.equal(smtp.sessions(), 3);
  });
});

describe('a mail server that never greets', () => {
  it('a mail server that never greets gets no more sessions than allowed, and delays no message for good', async (test) => {
    const { smtp, pool, send } = await startPool(test, { connections: 2 });
    const { held } = holdGreetings(smtp.script);
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const failing = (['refused', 'refused', 'overloaded'] as const).map((kind) =>
      assert.rejects(send(), isFailure(kind)),
    );
    await until('two connections', () => held.length === 2);
    test.mock.timers.tick(25_000);
    await Promise.all(failing);
    assert.deepEqual([pool.usage.busy, pool.usage.waiting, smtp.sessions()], [0, 0, 2]);
    const early = assert.rejects(send(), isFailure('overloaded', 'EGREETING'));
    smtp.script = {};
    test.mock.timers.tick(5_000);
    await early;
    await until('the session of the probe', () => pool.usage.idle === 1);
    await send('later');
    assert.deepEqual([smtp.sessions(), smtp.messages], [3, asSent('later')]);
  });
});

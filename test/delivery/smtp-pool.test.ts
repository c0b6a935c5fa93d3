import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import type { Script } from '../support/scripted-smtp.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { asSent, isFailure, letterOf, startPool } from './start-pool.ts';

/** Leaves every message unanswered until `release` answers all of them and all later ones. */
function hold(script: Script): { release(): void } {
  const held: Socket[] = [];
  script.message = (socket) => void held.push(socket);
  return {
    release() {
      script.message = '250 taken';
      for (const socket of held) socket.write('250 taken\r\n');
    },
  };
}

describe('sessions of the SMTP pool', () => {
  it('the SMTP pool reuses an idle session', async (test) => {
    const { smtp, send } = await startPool(test);
    for (let count = 0; count < 20; count += 1) await send(String(count));
    assert.equal(smtp.sessions(), 1);
    assert.equal(smtp.messages.length, 20);
    assert.equal(smtp.verbs.filter((verb) => verb === 'EHLO').length, 1);
  });

  it('the SMTP pool never exceeds its sessions, and every message arrives once', async (test) => {
    const sink = await startSmtpSink();
    const { smtp, send } = await startPool(test, { connections: 3 });
    const pool = new SmtpPool({ ...smtp.server, port: sink.port }, { connections: 3 });
    test.after(async () => {
      await pool.close();
      await sink.close();
    });
    sink.delay(2);
    const texts = Array.from({ length: 40 }, (_, index) => `message ${index}`);
    await Promise.all(texts.map((text) => pool.send(letterOf(text))));
    assert.ok(sink.sessions() <= 3);
    assert.equal(sink.mails.length, texts.length);
    const arrived = new Set(sink.mails.map(({ email }) => email.text?.trim()));
    assert.deepEqual(arrived, new Set(texts), 'in any order');
    await Promise.all(texts.map((text) => send(text)));
    assert.equal(smtp.peak(), 3);
    assert.equal(smtp.messages.length, 40);
  });

  it('the SMTP pool closes an idle session with QUIT', async (test) => {
    const { smtp, send } = await startPool(test, { idle: 20 });
    await send();
    await smtp.allEnded();
    assert.equal(smtp.verbs.at(-1), 'QUIT');
    await send();
    assert.equal(smtp.sessions(), 2);
  });
});

describe('the queue of the SMTP pool', () => {
  it('the SMTP pool queues messages up to a bound and refuses one more at once', async (test) => {
    const { smtp, send } = await startPool(test, { connections: 1, maxWaiting: 2 });
    const held = hold(smtp.script);
    const sending = ['a', 'b', 'c'].map((text) => send(text));
    await smtp.received(1);
    await assert.rejects(send('d'), isFailure('overloaded', 'queue full'));
    held.release();
    await Promise.all(sending);
    assert.deepEqual(smtp.messages, asSent('a', 'b', 'c'));
    await send('e');
    assert.deepEqual([smtp.sessions(), smtp.messages.length], [1, 4]);
  });

  it('the SMTP pool counts a reserved place until it is given back', async (test) => {
    const { smtp, pool, send } = await startPool(test, { connections: 1, maxWaiting: 1 });
    pool.claim();
    pool.claim();
    assert.equal(pool.usage.waiting, 2);
    assert.throws(() => pool.claim(), isFailure('overloaded', 'queue full'));
    await assert.rejects(send('a'), isFailure('overloaded', 'queue full'));
    pool.unclaim();
    await send('b');
    pool.unclaim();
    assert.deepEqual(pool.usage, { busy: 0, idle: 1, waiting: 0 });
    assert.deepEqual(smtp.messages, asSent('b'));
    await pool.close();
    assert.throws(() => pool.claim(), isFailure('overloaded', 'stopping'));
  });

  it('the SMTP pool refuses a message whose deadline passes in the queue', async (test) => {
    const { smtp, send } = await startPool(test, { connections: 1, deadline: 300 });
    hold(smtp.script);
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const sending = ['a', 'b'].map((text) => send(text).catch(String));
    await smtp.received(1);
    test.mock.timers.tick(300);
    const failures = await Promise.all(sending);
    assert.deepEqual(smtp.messages, asSent('a'));
    assert.match(String(failures[0]), /doubtful/);
    assert.match(String(failures[1]), /refused|overloaded/, 'it was never handed over');
    smtp.script = {};
    await send('c');
    assert.deepEqual(smtp.messages, asSent('a', 'c'));
  });
});

describe('closing the SMTP pool', () => {
  it('a closing SMTP pool finishes running messages, refuses the others and says QUIT', async (test) => {
    const { smtp, pool, send } = await startPool(test, { connections: 1 });
    const held = hold(smtp.script);
    const underWay = send('a');
    const waiting = send('b');
    const refused = assert.rejects(waiting, isFailure('overloaded', 'stopping'));
    await smtp.received(1);
    let closed = false;
    const closing = pool.close().then(() => (closed = true));
    await refused;
    await assert.rejects(send('c'), isFailure('overloaded', 'stopping'));
    assert.equal(closed, false);
    held.release();
    await underWay;
    await closing;
    await smtp.allEnded();
    assert.equal(smtp.messages.length, 1);
    assert.equal(smtp.verbs.at(-1), 'QUIT');
  });

  it('an unused SMTP pool closes at once, and may be closed twice', async (test) => {
    const { smtp, pool } = await startPool(test);
    await pool.close();
    await pool.close();
    assert.equal(smtp.sessions(), 0);
  });
});

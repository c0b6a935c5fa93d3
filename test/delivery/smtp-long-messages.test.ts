import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { MailFailure } from '../../src/mail/mailer.ts';
import { SmtpTransaction } from '../../src/delivery/smtp/transaction.ts';
import { hangUp, PIPELINING, type Act } from '../support/scripted-smtp.ts';
import { ENVELOPE, isFailure, messageOf, startPool } from './start-pool.ts';

const PIECE = `${'x'.repeat(75)}\r\n`.repeat(850);

/** A letter of that many pieces of 65 kB, which counts those that were made. */
function longLetter(count: number) {
  const made = { pieces: 0, composed: 0 };
  const compose = () => {
    made.composed += 1;
    const message = {
      octets: PIECE.length * count,
      *pieces() {
        for (let at = 0; at < count; at += 1) {
          made.pieces += 1;
          yield PIECE;
        }
      },
    };
    return { envelope: ENVELOPE, message };
  };
  return { made, compose };
}

/** The server asks for the message, and `act` is called when its first octets have come. */
const inTheMiddle =
  (act: (socket: Socket) => void): Act =>
  (socket) => {
    socket.removeAllListeners('data');
    socket.write('354 go on\r\n');
    socket.once('data', () => act(socket));
  };

it('a message waits while the mail server does not read, and no piece is made meanwhile', async (test) => {
  const { promise, resolve: paused } = Promise.withResolvers<Socket>();
  const pause = inTheMiddle((socket) => {
    socket.pause();
    paused(socket);
  });
  const { pool } = await startPool(test, {}, {}, { ...PIPELINING, DATA: pause });
  const { made, compose } = longLetter(400);
  const sending = pool.send(compose);
  const socket = await promise;
  for (let before = -1; before !== made.pieces; await setTimeout(200)) before = made.pieces;
  assert.ok(made.pieces < 300, `${made.pieces} of 400 pieces were made`);
  let [octets, end] = [0, ''];
  socket.on('data', (chunk: Buffer) => {
    octets += chunk.length;
    end = (end + chunk.toString('latin1')).slice(-5);
    if (end === '\r\n.\r\n') socket.write('250 taken\r\n');
  });
  socket.resume();
  await sending;
  assert.equal(made.pieces, 400);
  assert.ok(octets > PIECE.length * 395);
});

for (const [name, act, reason] of [
  ['is lost', hangUp, /^E(CONNRESET|PIPE|CONNECTION|SOCKET)$/],
  ['is closed with 421', (socket: Socket) => void socket.end('421 closing\r\n'), /^E/],
  ['refuses it', (socket: Socket) => void socket.write('552 too much\r\n'), /^EREPLY$/],
  ['has it before its end', (socket: Socket) => void socket.write('250 thanks\r\n'), /^EREPLY$/],
] as const)
  it(`a message is not delivered, without a doubt, when the session ${name} in the middle`, async (test) => {
    const heard: string[] = [];
    const middle = inTheMiddle((socket) => {
      socket.on('data', (chunk: Buffer) => heard.push(chunk.toString('latin1')));
      act(socket);
    });
    const { smtp, pool } = await startPool(test, {}, {}, { ...PIPELINING, DATA: middle });
    const { compose } = longLetter(400);
    await assert.rejects(pool.send(compose), (error) => {
      isFailure('refused')(error);
      assert.match((error as MailFailure).reason, reason);
      return true;
    });
    await smtp.allEnded();
    assert.doesNotMatch(heard.join(''), /[A-Z]{4}/, 'no command in the middle of a message');
    smtp.script = PIPELINING;
    await pool.send(longLetter(2).compose);
    assert.equal(smtp.messages.at(-1), PIECE.repeat(2));
  });

it('a message is composed again when an idle session ends in its middle', async (test) => {
  const { smtp, pool, send } = await startPool(test);
  await send('first');
  const stale = inTheMiddle((socket) => {
    smtp.script = {};
    socket.destroy();
  });
  smtp.script = { DATA: stale };
  const { made, compose } = longLetter(40);
  await pool.send(compose);
  assert.equal(made.composed, 2);
  assert.equal(smtp.messages.length, 2);
  assert.ok(smtp.messages[1] === PIECE.repeat(40));
});

it('a message gets time for its size, and no more than half a minute', () => {
  const patienceOf = (octets: number) => {
    const message = { octets, pieces: () => [] };
    const letter = { envelope: ENVELOPE, message };
    const extensions = { pipelining: true, size: undefined, login: false };
    return new SmtpTransaction(letter, extensions).patience;
  };
  assert.equal(patienceOf(7 * 1024 * 1024), 28_000);
  assert.equal(patienceOf(1e9), 30_000);
});

it('a message that is too large is refused before it is sent, one octet earlier it is not', async (test) => {
  const { compose } = longLetter(2);
  for (const [size, sent] of [
    [PIECE.length * 2, true],
    [PIECE.length * 2 - 1, false],
  ] as const) {
    const { smtp, pool } = await startPool(test, {}, {}, { EHLO: `250-x\r\n250 SIZE ${size}` });
    const sending = pool.send(compose);
    if (sent) await sending;
    else await assert.rejects(sending, isFailure('refused', 'EMESSAGE'));
    assert.equal(smtp.messages.length, sent ? 1 : 0);
  }
});

it('messages with and without files follow each other on one session, each with its envelope ahead', async (test) => {
  const { smtp, pool, send } = await startPool(test, { connections: 1 }, {}, { ...PIPELINING });
  const [one, two] = [longLetter(30), longLetter(40)];
  await Promise.all([
    send('a'),
    pool.send(one.compose),
    send('b'),
    pool.send(two.compose),
    send('c'),
  ]);
  const expected = [
    messageOf('a'),
    PIECE.repeat(30),
    messageOf('b'),
    PIECE.repeat(40),
    messageOf('c'),
  ];
  assert.ok(smtp.messages.every((message, at) => message === expected[at]));
  assert.equal(smtp.messages.length, expected.length);
  assert.equal(smtp.sessions(), 1);
  assert.equal(smtp.ahead(), 4);
});

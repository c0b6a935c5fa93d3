import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Script } from '../support/scripted-smtp.ts';
import { asSent, letterOf, startPool } from './start-pool.ts';

const EHLO = '250-scripted.example\r\n250-SIZE 2000\r\n250 PIPELINING';

/** One session, so that every message but the first waits for the one before. */
const start = (test: TestContext, script: Script = {}) =>
  startPool(test, { connections: 1 }, {}, { EHLO, ...script });

/** Runs `act` for the first message, and answers the later ones as usual. */
const first = (act: (socket: Socket) => void) => {
  let done = false;
  return (socket: Socket) => {
    if (done) socket.write('250 taken\r\n');
    else act(socket);
    done = true;
  };
};

const outcomes = (sending: Promise<void>[]) =>
  Promise.all(sending.map((one) => one.then(() => 'sent', String)));

it('pipelined messages arrive once each, in order', async (test) => {
  const { smtp, send } = await start(test);
  const texts = Array.from({ length: 30 }, (_, index) => `message ${index}`);
  await Promise.all(texts.map(send));
  assert.deepEqual(smtp.messages, asSent(...texts));
  assert.equal(smtp.sessions(), 1);
  assert.equal(smtp.verbs.filter((verb) => verb === 'MAIL').length, texts.length);
});

it('pipelined messages send their envelope with the one before, and wait for its reply', async (test) => {
  const held: Socket[] = [];
  const { smtp, send } = await start(test, {
    message: first((socket) => {
      socket.cork();
      socket.write('250 taken\r\n');
      held.push(socket);
    }),
  });
  const sending = ['a', 'b'].map(send);
  await smtp.received(1);
  await setTimeout(50);
  assert.deepEqual(smtp.verbs, ['EHLO', 'MAIL', 'RCPT', 'DATA', 'MAIL', 'RCPT', 'DATA']);
  assert.deepEqual(smtp.messages, asSent('a'), 'nothing of the second message');
  held[0]?.uncork();
  await Promise.all(sending);
  assert.deepEqual(smtp.messages, asSent('a', 'b'));
  assert.equal(smtp.sessions(), 1);
});

it('pipelined messages are not accepted by the reply to the next envelope', async (test) => {
  const { smtp, send } = await start(test, { message: first(() => undefined) });
  const [before, ...after] = await outcomes(['a', 'b', 'c'].map(send));
  assert.match(before ?? '', /doubtful: EORDER/);
  assert.deepEqual(after, ['sent', 'sent']);
  assert.deepEqual(smtp.messages, asSent('a', 'b', 'c'));
  assert.equal(smtp.sessions(), 2);
});

it('pipelining stops after the server replied out of order', async (test) => {
  const { smtp, send } = await startPool(
    test,
    { connections: 1, deadline: 1_500 },
    {},
    { EHLO, message: () => undefined },
  );
  const failures = await outcomes(['a', 'b'].map(send));
  assert.match(failures[0] ?? '', /doubtful: EORDER/);
  assert.match(failures[1] ?? '', /doubtful: ETIMEDOUT/);
  assert.deepEqual(smtp.messages, asSent('a', 'b'));
});

it('a pipelined message is doubtful when the replies after it do not come', async (test) => {
  let count = 0;
  const { smtp, send } = await startPool(
    test,
    { connections: 1, deadline: 1_500 },
    {},
    {
      EHLO,
      RCPT: (socket) => ((count += 1) === 2 ? socket.cork() : void socket.write('250 fine\r\n')),
    },
  );
  const [before, after] = await outcomes(['a', 'b'].map(send));
  assert.match(before ?? '', /doubtful: ETIMEDOUT/);
  assert.match(after ?? '', /refused|overloaded/);
  assert.deepEqual(smtp.messages, asSent('a'));
});

for (const [name, script] of [
  ['takes a message', { message: first((socket) => void socket.end('250 taken\r\n')) }],
  [
    'takes a message with 421',
    { message: first((socket) => void socket.end('250 a\r\n421 b\r\n')) },
  ],
] as const)
  it(`pipelined messages arrive once when the server ${name} and leaves`, async (test) => {
    const { smtp, send } = await start(test, script);
    assert.deepEqual(await outcomes(['a', 'b', 'c'].map(send)), ['sent', 'sent', 'sent']);
    assert.deepEqual(smtp.messages, asSent('a', 'b', 'c'));
    assert.equal(smtp.sessions(), 2);
  });

for (const [name, act] of [
  ['hangs up', (socket: Socket) => void socket.destroy()],
  ['refuses it', (socket: Socket) => void socket.write('550 no\r\n')],
  ['closes with 421', (socket: Socket) => void socket.end('421 closing\r\n')],
  ['answers nonsense', (socket: Socket) => void socket.write('what?\r\n')],
  ['answers for the next one too', (socket: Socket) => void socket.write('250 a\r\n354 b\r\n')],
] as const)
  it(`pipelined messages arrive once when the server ${name} at the one before`, async (test) => {
    const { smtp, send } = await start(test, { message: first(act) });
    const [before, ...after] = await outcomes(['a', 'b', 'c'].map(send));
    assert.deepEqual(after, ['sent', 'sent']);
    if (name !== 'answers for the next one too') assert.match(before ?? '', /doubtful|refused/);
    assert.deepEqual(smtp.messages, asSent('a', 'b', 'c'));
    assert.equal(smtp.sessions(), name === 'refuses it' ? 1 : 2);
  });

it('a pipelined message too large for the server is refused alone', async (test) => {
  const { smtp, pool, send } = await start(test);
  const large = () => pool.send(letterOf('x'.repeat(3_000)));
  const [one, two, three] = await outcomes([send('a'), large(), send('b')]);
  assert.deepEqual([one, three], ['sent', 'sent']);
  assert.match(two ?? '', /refused: EMESSAGE/);
  assert.deepEqual(smtp.messages, asSent('a', 'b'));
  assert.equal(smtp.sessions(), 1);
});

it('a pipelined message to a refused inbox is refused alone', async (test) => {
  let count = 0;
  const { smtp, send } = await start(test, {
    RCPT: (socket) => void socket.write((count += 1) === 2 ? '550 no\r\n' : '250 fine\r\n'),
  });
  const ended = await outcomes(['a', 'b', 'c'].map(send));
  assert.deepEqual([ended[0], ended[2]], ['sent', 'sent']);
  assert.match(ended[1] ?? '', /refused/);
  assert.deepEqual(smtp.messages, asSent('a', 'c'));
});

it('pipelined messages let a waiting check of the server go first', async (test) => {
  const held: Socket[] = [];
  const { smtp, pool, send } = await start(test, {
    message: first((socket) => void held.push(socket)),
  });
  const under = send('a');
  await smtp.received(1);
  const check = pool.check(5_000);
  const later = send('b');
  held[0]?.write('250 taken\r\n');
  await Promise.all([under, check, later]);
  assert.deepEqual(smtp.messages, asSent('a', 'b'));
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { staySilent, type Script } from '../support/scripted-smtp.ts';
import { isFailure, startPool } from '../delivery/start-pool.ts';
import { outcomeOf, startFaultyMail } from './faulty-mail.ts';

const offering = (...extensions: string[]) =>
  ['250-scripted.example', ...extensions.map((name) => `250-${name}`), '250 HELP'].join('\r\n');

const ENDLESS = `220-${'welcome '.repeat(8)}\r\n`.repeat(16_384);

/** What the server says or does, and how a submission to it ends. */
const LIES: [name: string, script: Script, outcome: string][] = [
  ['offers PIPELINING and keeps to it', { EHLO: offering('PIPELINING') }, '200'],
  [
    'offers PIPELINING, refuses the recipient and asks for the message all the same',
    { EHLO: offering('PIPELINING'), RCPT: '550 unknown', DATA: '354 go on' },
    '503',
  ],
  [
    'offers PIPELINING, refuses the sender and accepts the rest',
    { EHLO: offering('PIPELINING'), MAIL: '451 later' },
    '503',
  ],
  [
    'takes no message as large as it said',
    { EHLO: offering('SIZE 1000000'), MAIL: '552 no' },
    '503',
  ],
  ['says that it takes nothing', { EHLO: offering('SIZE 1') }, '503'],
  ['names a size that is none', { EHLO: offering('SIZE 99999999999999999999') }, '200'],
  ['names no size', { EHLO: offering('SIZE') }, '200'],
  ['refuses EHLO and takes HELO', { EHLO: '502 unknown' }, '200'],
  ['replies in many lines', { message: `${'250-taken\r\n'.repeat(500)}250 taken` }, '200'],
  ['greets without end', { connect: (socket) => void socket.write(ENDLESS) }, '503'],
  ['is busy', { connect: '421 too busy' }, '503'],
  ['speaks HTTP', { connect: 'HTTP/1.1 400 Bad Request' }, '503'],
  ['takes the message with other words', { message: '251 taken elsewhere' }, '503 doubtful'],
];

for (const [name, script, outcome] of LIES)
  it(`a mail server that ${name}: ${outcome}`, { timeout: 40_000 }, async (test) => {
    const mail = await startFaultyMail(test);
    mail.follow(script);
    assert.equal(outcomeOf(await mail.send()), outcome);
    await mail.settle();
  });

it('a mail server that offers PIPELINING and drops all commands but the first gets no message', async (test) => {
  const script: Script = {
    EHLO: offering('PIPELINING'),
    RCPT: staySilent,
    DATA: staySilent,
  };
  const { smtp, send } = await startPool(test, { deadline: 500 }, {}, script);
  await assert.rejects(send(), isFailure('refused', 'ETIMEDOUT'));
  assert.deepEqual(smtp.messages, []);
});

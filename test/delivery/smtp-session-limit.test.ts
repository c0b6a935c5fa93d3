import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { plainServer } from '../../src/delivery/smtp/connect.ts';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import type { SmtpOptions } from '../../src/delivery/smtp/smtp-options.ts';
import type { Script } from '../support/scripted-smtp.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { isFailure, letterOf, startPool } from './start-pool.ts';

const texts = (count: number) => Array.from({ length: count }, (_, index) => `message ${index}`);

/** A real mail server with a session limit, and a pool that may have ten sessions. */
async function start(test: TestContext, allowed: number, options: Partial<SmtpOptions> = {}) {
  const sink = await startSmtpSink();
  const pool = new SmtpPool(plainServer(sink.port), options);
  test.after(async () => {
    await pool.close();
    await sink.close();
  });
  sink.allowSessions(allowed);
  sink.delay(5);
  const send = (count: number) =>
    Promise.allSettled(texts(count).map((text) => pool.send(letterOf(text))));
  return { sink, pool, send };
}

const failed = (outcomes: readonly { status: string }[]) =>
  outcomes.filter(({ status }) => status === 'rejected').length;

/** Accepts `allowed` sessions; `turnAway` handles further ones. */
function limitTo(allowed: number, turnAway: (socket: Socket) => void, welcome: string) {
  let open = 0;
  return (socket: Socket) => {
    if (open >= allowed) return turnAway(socket);
    open += 1;
    socket.once('close', () => (open -= 1));
    socket.write(welcome);
  };
}

const GREETING = '220 scripted.example ESMTP\r\n';
const OFFERS = '250-scripted.example\r\n250 AUTH PLAIN\r\n';
const say = (reply: string) => (socket: Socket) => void socket.end(`${reply}\r\n`);

const LIMITS: [how: string, script: () => Script][] = [
  ['421 at the greeting', () => ({ connect: limitTo(2, say('421 4.7.0 too many'), GREETING) })],
  ['450 at the greeting', () => ({ connect: limitTo(2, say('450 too many'), GREETING) })],
  [
    'a reset at the greeting',
    () => ({ connect: limitTo(2, (socket) => void socket.resetAndDestroy(), GREETING) }),
  ],
  [
    'a closed connection at the greeting',
    () => ({ connect: limitTo(2, (socket) => void socket.end(), GREETING) }),
  ],
  ['421 to EHLO', () => ({ EHLO: limitTo(2, say('421 too many'), OFFERS) })],
  ['454 to AUTH', () => ({ AUTH: limitTo(2, say('454 4.7.0 too many'), '235 welcome\r\n') })],
];

describe('a mail server that allows fewer sessions than the pool may have', () => {
  for (const allowed of [1, 3])
    it(`a mail server that allows sessions: ${allowed} takes every message once`, async (test) => {
      const { sink, pool, send } = await start(test, allowed);
      assert.equal(failed(await send(60)), 0);
      const arrived = sink.mails.map(({ email }) => email.text?.trim());
      assert.equal(arrived.length, 60);
      assert.deepEqual(new Set(arrived), new Set(texts(60)));
      assert.equal(sink.peak(), allowed);
      // The server refuses after 100 ms, which then changes nothing unless a message waits.
      sink.delay(20);
      await until('it asks for no further session', async () => {
        const tried = sink.sessions();
        assert.equal(failed(await send(60)), 0);
        return sink.sessions() === tried;
      });
      await pool.check(1_000);
    });

  for (const [how, script] of LIMITS)
    it(`a mail server that limits sessions by ${how} takes every message`, async (test) => {
      const auth = { user: 'u', pass: 'p' };
      const { smtp, pool } = await startPool(test, {}, { auth }, script());
      const outcomes = await Promise.allSettled(texts(30).map((text) => pool.send(letterOf(text))));
      assert.equal(failed(outcomes), 0);
      assert.equal(new Set(smtp.messages).size, 30);
      assert.equal(smtp.messages.length, 30);
    });

  it('a mail server is asked for one more session after a while, and for all once it has them', async (test) => {
    const { sink, send } = await start(test, 2, { retry: 100 });
    assert.equal(failed(await send(30)), 0);
    assert.equal(sink.peak(), 2);
    const tried = sink.sessions();
    for (let round = 0; round < 10 && sink.sessions() === tried; round += 1) {
      await wait(150);
      assert.equal(failed(await send(30)), 0);
    }
    assert.ok(sink.sessions() > tried, 'it was asked');
    assert.equal(sink.peak(), 2);
    sink.allowSessions(6);
    await wait(150);
    // Sessions come back one at a time: each successful try allows the next.
    for (let round = 0; round < 40 && sink.peak() <= 4; round += 1) {
      assert.equal(failed(await send(20)), 0);
    }
    assert.ok(sink.peak() > 4, `${sink.peak()} sessions`);
  });

  it("a message waits for a session until its deadline, and fails with the server's reply", async (test) => {
    const { sink, pool } = await start(test, 1, { deadline: 5_000 });
    sink.delay(12_000);
    const began = performance.now();
    const [one, two] = [pool.send(letterOf('a')), pool.send(letterOf('b'))];
    await Promise.all([
      assert.rejects(one, isFailure('doubtful', 'ETIMEDOUT')),
      assert.rejects(two, isFailure('refused')),
    ]);
    assert.ok(performance.now() - began < 9_900, 'not one deadline after the other');
    assert.equal(pool.usage.waiting, 0);
  });
});

describe('a mail server that allows no sessions', () => {
  it('a mail server without free sessions fails messages at once, until it has some again', async (test) => {
    const { sink, pool, send } = await start(test, 0);
    const began = performance.now();
    assert.equal(failed(await send(15)), 15);
    assert.ok(performance.now() - began < 15_000, 'none waited for its deadline');
    assert.equal(sink.sessions(), 15, 'each asks for a session once');
    assert.deepEqual(pool.usage, { busy: 0, idle: 0, waiting: 0 });
    sink.allowSessions(100);
    sink.delay(50);
    assert.equal(failed(await send(30)), 0);
    assert.equal(sink.peak(), 10);
  });
});

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { SmtpPool } from '../../src/delivery/smtp/pool.ts';
import type { SmtpOptions } from '../../src/delivery/smtp/smtp-options.ts';
import { MailFailure } from '../../src/mail/mailer.ts';
import type { FailureKind } from '../../src/contract/service-error.ts';
import {
  drip,
  hangUp,
  PIPELINING,
  startScriptedSmtp,
  staySilent,
  type Script,
} from '../support/scripted-smtp.ts';
import { letterOf, startPool } from './start-pool.ts';

const CANARY = 'c4nary owner@example.com';

/** Milliseconds: enough for any exchange on loopback, short enough to wait for once. */
const SHORT = 3_000;

const start = (test: TestContext, script: Script, options: Partial<SmtpOptions> = {}) =>
  startPool(test, options, {}, script);

async function failureOf(sending: Promise<void>): Promise<MailFailure> {
  const outcome = await sending.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof MailFailure, `not a MailFailure: ${String(outcome)}`);
  const { message, reason, stack = '', cause } = outcome;
  for (const text of [message, reason, stack]) assert.doesNotMatch(text, /c4nary|owner@/);
  assert.match(reason, /^[A-Z][A-Z0-9_]*$/);
  assert.equal(cause, undefined);
  return outcome;
}

async function fails(sending: Promise<void>, kind: FailureKind, replyCode?: number): Promise<void> {
  const failure = await failureOf(sending);
  assert.deepEqual([failure.kind, failure.replyCode], [kind, replyCode]);
}

describe('a mail server that refuses', () => {
  it('a message is refused when the mail server refuses the connection', async (test) => {
    const gone = await startScriptedSmtp();
    await gone.close();
    const pool = new SmtpPool(gone.server);
    test.after(() => pool.close());
    await fails(pool.send(letterOf('hello')), 'refused');
  });

  it('a message is refused when the mail server has no address', async (test) => {
    const { send } = await startPool(test, {}, { host: 'nowhere.invalid' });
    await fails(send(), 'refused');
  });

  for (const moment of ['connect', 'MAIL', 'RCPT', 'DATA', 'message'] as const) {
    for (const code of [421, 451, 550, 554])
      it(`a message is refused by ${code} at ${moment}, and not tried again`, async (test) => {
        const { smtp, send } = await start(test, { [moment]: `${code} 5.1.1 ${CANARY}` });
        await fails(send(), 'refused', code);
        assert.equal(smtp.sessions(), 1, 'it is not tried again');
        assert.equal(smtp.messages.length, moment === 'message' ? 1 : 0);
      });
  }

  it('a message is refused when the mail server refuses the password', async (test) => {
    const auth = { user: 'c4nary', pass: 'c4nary' };
    const { smtp, send } = await startPool(test, {}, { auth }, { AUTH: `535 ${CANARY}` });
    await fails(send(), 'refused', 535);
    assert.ok(smtp.verbs.includes('AUTH') && !smtp.verbs.includes('MAIL'));
  });
});

describe('a mail server that hangs up', () => {
  for (const moment of ['connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'message'] as const) {
    const [kind, came] =
      moment === 'message' ? (['doubtful', 1] as const) : (['refused', 0] as const);
    it(`a message is ${kind} when the mail server hangs up at ${moment}`, async (test) => {
      const { smtp, send } = await start(test, { [moment]: hangUp });
      await fails(send(), kind);
      assert.deepEqual([smtp.sessions(), smtp.messages.length], [1, came]);
    });
  }

  it('a later message in a session is doubtful after a hang-up at its final dot', async (test) => {
    const { smtp, send } = await start(test, {});
    await send();
    smtp.script = { message: hangUp };
    await fails(send(), 'doubtful');
    assert.deepEqual([smtp.sessions(), smtp.messages.length], [1, 2]);
  });

  for (const reply of ['2', '250', 'what?\r\n'])
    it(`a message is doubtful when the reply to it is ${JSON.stringify(reply)}`, async (test) => {
      const { smtp, send } = await start(
        test,
        { message: (socket) => void socket.end(reply) },
        { deadline: SHORT },
      );
      await fails(send(), 'doubtful');
      assert.deepEqual([smtp.sessions(), smtp.messages.length], [1, 1]);
    });
});

// test/faults/mail-hangs.heavy.ts tests how long a session may take to open.
describe('a mail server that falls silent', { concurrency: true }, () => {
  for (const act of [staySilent, drip]) {
    for (const moment of ['MAIL', 'RCPT', 'DATA', 'message'] as const) {
      const [kind, came] =
        moment === 'message' ? (['doubtful', 1] as const) : (['refused', 0] as const);
      const name = act === drip ? 'drips its reply' : 'says nothing';
      it(`a message is ${kind} when the mail server ${name} at ${moment}`, async (test) => {
        const { smtp, send } = await start(
          test,
          { [moment]: act },
          { deadline: SHORT, idle: SHORT },
        );
        await fails(send(), kind);
        await smtp.allEnded();
        assert.equal(smtp.messages.length, came);
      });
    }
  }

  it('a silent mail server does not hold up the next message', async (test) => {
    const { smtp, send } = await start(
      test,
      { message: staySilent },
      { deadline: SHORT, connections: 1 },
    );
    await fails(send(), 'doubtful');
    smtp.script = {};
    await send();
    assert.equal(smtp.messages.length, 2);
  });
});

describe('a mail server with false replies', () => {
  const made: [name: string, script: Script][] = [
    ['to DATA and to the message at once', { DATA: '354 go on\r\n250 taken' }],
    [
      'to DATA and to the message at once, pipelined',
      { ...PIPELINING, DATA: '354 go on\r\n250 taken' },
    ],
    ['to all commands at once', { MAIL: '250 a\r\n250 b\r\n354 c\r\n250 taken' }],
    ['of another class to the message', { message: '354 go on' }],
    ['other than 250 to the message', { message: '252 perhaps' }],
    ['without a code to the message', { message: 'Taken!' }],
  ];
  for (const [name, script] of made)
    it(`false replies ${name} are not taken for acceptance`, async (test) => {
      const { send } = await start(test, script);
      const failure = await failureOf(send());
      assert.ok(failure.kind !== 'overloaded');
    });

  it('a reply to nothing costs the session and no message', async (test) => {
    const { smtp, send } = await start(test, { message: '250 taken\r\n250 taken' });
    await send();
    await send();
    assert.deepEqual([smtp.sessions(), smtp.messages.length], [2, 2]);
  });
});

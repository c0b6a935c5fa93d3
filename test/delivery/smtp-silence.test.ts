import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { SmtpOptions } from '../../src/delivery/smtp/smtp-options.ts';
import { type MailFailure, MailServerSilent } from '../../src/mail/mailer.ts';
import { hangUp, staySilent, type Script } from '../support/scripted-smtp.ts';
import { until } from '../support/until.ts';
import { asSent, isFailure, letterOf, startPool } from './start-pool.ts';

/** Short enough for a quick test, long enough that a loaded machine does not seem silent. */
const TIMES = { deadline: 1_500, opening: 600, probe: 500, pause: 20, hurry: 200 };

async function start(test: TestContext, script: Script, options: Partial<SmtpOptions> = {}) {
  const reports: string[] = [];
  const report = (failure?: MailFailure) => void reports.push(failure?.reason ?? 'usable');
  const pool = await startPool(test, { ...TIMES, report, ...options }, {}, script);
  const silent = async () => {
    await assert.rejects(pool.send(), isFailure('overloaded'));
    assert.equal(reports.at(-1) === 'usable', false);
  };
  const usable = () => until('the server to be found usable', () => reports.at(-1) === 'usable');
  return { ...pool, reports, silent, usable };
}

/** Never answers, and counts the connections that are open. */
function countSilent() {
  let now = 0;
  let all = 0;
  let most = 0;
  return {
    connect(socket: Socket) {
      now += 1;
      all += 1;
      most = Math.max(most, now);
      socket.once('close', () => (now -= 1));
    },
    now: () => now,
    all: () => all,
    most: () => most,
  };
}

const said = (verbs: readonly string[], verb: string) => verbs.filter((one) => one === verb).length;

describe('a mail server that says nothing', { concurrency: true }, () => {
  it('a silent mail server gets no message, and one probe at a time, until it answers', async (test) => {
    const { connect, now, all } = countSilent();
    const { smtp, pool, send, reports, silent, usable } = await start(test, { connect });
    const refused = await Promise.allSettled(Array.from({ length: 30 }, () => send()));
    assert.ok(refused.every(({ status }) => status === 'rejected'));
    const [first] = await Promise.allSettled([send()]);
    assert.ok(first?.status === 'rejected' && first.reason instanceof MailServerSilent);
    assert.equal(first.reason.retryAfterSeconds, 5);
    assert.throws(() => pool.claim(), isFailure('overloaded', 'EGREETING'));
    await until('the sessions of the messages to end', () => now() <= 1);
    for (const begun = all(); all() < begun + 3;) {
      await silent();
      assert.ok(now() <= 1);
      await wait(10);
    }
    assert.deepEqual([reports, pool.usage.waiting], [['EGREETING'], 0]);
    smtp.script = {};
    await usable();
    await Promise.all([send('a'), send('b')]);
    assert.deepEqual(smtp.messages.toSorted(), asSent('a', 'b'));
    assert.deepEqual(reports, ['EGREETING', 'usable']);
  });

  it('a mail server that falls silent within its sessions gets no message once a probe is not answered', async (test) => {
    const { smtp, send, reports, silent, usable } = await start(
      test,
      {},
      { address: 'a@b.example' },
    );
    await Promise.all([send('before'), send('before')]);
    const { connect, most } = countSilent();
    smtp.script = { MAIL: staySilent, connect };
    const hanging = Array.from({ length: 2 }, () => assert.rejects(send(), isFailure('refused')));
    await Promise.all(hanging);
    await until('the probe', () => reports.length === 1);
    await silent();
    assert.equal(most(), 1, 'they share a probe');
    const opened = said(smtp.verbs, 'EHLO');
    smtp.script = {};
    await usable();
    await send('after');
    assert.deepEqual(smtp.messages, asSent('before', 'before', 'after'));
    assert.equal(said(smtp.verbs, 'EHLO'), opened + 1, 'the session of the probe is used');
  });

  it('a mail server that answers no recipient is asked for one by probes, and gets no message', async (test) => {
    const { smtp, send, reports, silent, usable } = await start(
      test,
      {},
      { address: 'a@b.example' },
    );
    await send();
    smtp.script = { RCPT: staySilent };
    await assert.rejects(send(), isFailure('refused', 'ETIMEDOUT'));
    await until('the probe', () => reports.length === 1);
    await silent();
    smtp.script = {};
    await usable();
    await send();
    assert.deepEqual([smtp.messages.length, said(smtp.verbs, 'DATA')], [2, 2]);
  });

  it('a session that was idle before a silence carries no message after it', async (test) => {
    const { smtp, pool, send, reports, usable } = await start(test, {}, { connections: 2 });
    await Promise.all([send(), send()]);
    assert.equal(pool.usage.idle, 2);
    smtp.script = { MAIL: staySilent, connect: staySilent };
    await assert.rejects(send(), isFailure('refused'));
    await until('the probe', () => reports.length === 1);
    assert.equal(pool.usage.idle, 0);
    smtp.script = {};
    await usable();
    await Promise.all([send(), send()]);
  });

  it('a mail server that refuses sessions, or every mail, is not silent: its reply is the outcome', async (test) => {
    const { smtp, send, silent, usable } = await start(test, { connect: staySilent });
    await assert.rejects(send(), isFailure('overloaded'));
    await silent();
    smtp.script = { connect: '554 no' };
    await usable();
    await assert.rejects(send(), { kind: 'refused', replyCode: 554 });
  });

  it('a mail server that hangs up or is gone is tried with every message', async (test) => {
    const { smtp, send, reports } = await start(test, { connect: hangUp });
    for (let at = 0; at < 5; at += 1) await assert.rejects(send(), isFailure('refused'));
    assert.equal(smtp.sessions(), 5);
    await smtp.close();
    for (let at = 0; at < 5; at += 1)
      await assert.rejects(send(), isFailure('refused', 'ECONNREFUSED'));
    assert.deepEqual(reports, []);
  });

  it('a check of a silent mail server says so at once, and opens no session', async (test) => {
    const { smtp, pool, send, reports } = await start(
      test,
      { connect: staySilent },
      { pause: 60_000 },
    );
    await assert.rejects(send(), isFailure('overloaded'));
    await until('the probe to end', async () => {
      await wait(TIMES.probe);
      return true;
    });
    const opened = smtp.sessions();
    await assert.rejects(pool.check(60_000), isFailure('refused', 'EGREETING'));
    assert.deepEqual([smtp.sessions(), reports], [opened, ['EGREETING']]);
  });

  it('an SMTP pool that closes ends its probe, and asks no more', async (test) => {
    const { connect, now, all } = countSilent();
    const { pool, send, reports } = await start(test, { connect }, { probe: 60_000 });
    await assert.rejects(send(), isFailure('overloaded'));
    await until('the probe', () => all() === 2 && now() === 1);
    await pool.close();
    await until('it to end', () => now() === 0);
    await wait(100);
    assert.deepEqual([all(), reports], [2, ['EGREETING']]);
  });
});

describe('a mail server that is slow', { concurrency: true }, () => {
  it('a mail server that answers a message too late, and greets, is not silent', async (test) => {
    const { smtp, send, reports } = await start(test, { message: staySilent });
    await assert.rejects(send(), isFailure('doubtful'));
    await until('the probe', () => said(smtp.verbs, 'RSET') === 1);
    smtp.script = {};
    await send();
    assert.deepEqual(reports, []);
  });

  it('a message without an answer says nothing of a server that answers others', async (test) => {
    const { smtp, send, reports } = await start(test, {});
    let silent = 3;
    smtp.script = {
      message(socket) {
        if ((silent -= 1) < 0) socket.write('250 taken\r\n');
      },
    };
    const hanging = Array.from({ length: 3 }, () => assert.rejects(send(), isFailure('doubtful')));
    await smtp.received(3);
    await send();
    await Promise.all(hanging);
    assert.deepEqual([reports, said(smtp.verbs, 'RSET')], [[], 0]);
  });

  it('while a mail server answers no message, visitors wait a moment, and the first late answer ends that', async (test) => {
    // A busy machine may need a while to open the session of the trial.
    const options = { connections: 4, hurry: 1_200 };
    const { smtp, pool, send, reports, usable } = await start(test, {}, options);
    const held: Socket[] = [];
    smtp.script = { message: (socket) => void held.push(socket) };
    const late = Array.from({ length: 3 }, () => assert.rejects(send(), isFailure('doubtful')));
    await Promise.all(late);
    assert.deepEqual(reports, ['ETIMEDOUT']);
    await assert.rejects(pool.check(60_000), isFailure('doubtful'));
    const trial = assert.rejects(send(), isFailure('doubtful'));
    // The next one is tried later, and does not wait for that.
    await assert.rejects(send(), isFailure('overloaded', 'queue full'));
    await trial;
    assert.equal(smtp.messages.length, 4);
    smtp.script = {};
    for (const socket of held.splice(0)) socket.write('250 taken\r\n');
    await usable();
    await Promise.all(Array.from({ length: 9 }, () => send()));
    assert.deepEqual([smtp.messages.length, reports], [13, ['ETIMEDOUT', 'usable']]);
    await pool.send(letterOf('last'));
  });
});

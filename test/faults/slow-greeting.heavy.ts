import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startFaultyMail } from './faulty-mail.ts';

/** Greets a connection that has waited for `seconds` without a word (RFC 5321, 3.1). */
const greetAfter = (seconds: number) => (socket: Socket) =>
  void setTimeout(() => socket.write('220 scripted.example ESMTP\r\n'), seconds * 1_000).unref();

async function start(test: TestContext, seconds: number) {
  const mail = await startFaultyMail(test);
  mail.follow({ connect: greetAfter(seconds) });
  return mail;
}

/** A whole service with its own deadlines; smtp-slow-greeting.test.ts has shorter ones. */
describe('mail servers that greet late', { concurrency: true }, () => {
  it('a mail server that greets after 6 s takes every submission, and all but the first at once', async (test) => {
    const { smtp, send, service, settle } = await start(test, 6);
    const before = smtp.sessions();
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const opened = smtp.sessions();
    assert.ok(opened <= before + 3, `${opened - before} sessions`);
    // Longer than idle sessions of other servers are kept.
    await wait(25_000);
    assert.equal((await service.request('/ready')).json.checks.smtp, 'ok');
    assert.equal((await send()).status, 200);
    assert.equal(smtp.sessions(), opened, 'its session was kept');
    await settle();
  });

  it('a mail server that greets after 27 s: 503 in time, and the next submission arrives', async (test) => {
    const { smtp, send, service } = await start(test, 27);
    assert.equal((await send()).status, 503);
    const first = smtp.messages.length;
    assert.equal((await send()).status, 200);
    assert.equal(smtp.messages.length, first + 1);
    assert.equal((await service.request('/ready')).json.checks.smtp, 'ok');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCli } from '../support/run-cli.ts';
import { startService } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { startScreeningPostfix } from './postfix.ts';
import { UNLESS_ROOT, unlessInstalled } from './programs.ts';

const skip = UNLESS_ROOT || unlessInstalled('postfix');

/** One more than Debian's 6: Postfix counts whole seconds, and greets up to one earlier. */
const GREET_WAIT = 7;

describe("Debian's Postfix behind postscreen", { skip }, () => {
  it('Postfix that greets after 6 s gets every mail, and doctor names the wait', async (test) => {
    const provider = await startSmtpSink(test);
    const postfix = await startScreeningPostfix(test, provider.port, GREET_WAIT);
    const SMTP_URL = postfix.url().replace(/\/\/.*@/, '//');
    const service = await startService(test, { SMTP_URL });
    const sending = service.create();
    const { out } = await runCli({ SMTP_URL, MAIL_FROM: 'forms@letterslot.example' }, [
      'doctor',
      '--dns',
      '127.0.0.1:1',
    ]);
    assert.match(
      out,
      /warn +smtp +127\.0\.0\.1:\d+ answers, and greeted after [6-9]\.\d s \(postscreen/,
    );
    const { form_id } = (await sending).json;
    await until('the verification mail', () => provider.mails.length === 1);
    const text = provider.mails[0]?.email.text ?? '';
    const [, token = ''] = /verify\?token=([\w.%-]+)/.exec(text) ?? [];
    assert.equal((await service.confirm(decodeURIComponent(token))).status, 200);
    const submit = () => service.submit(form_id, { message: 'Hello' });
    const answers = await Promise.all([submit(), submit(), submit()]);
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200], postfix.output());
    await until('the deliveries', () => provider.mails.length === 4);
    assert.match(postfix.output(), /postscreen.*PASS NEW/);
    // It left no connection before its greeting.
    assert.doesNotMatch(postfix.output(), /HANGUP after [1-9]/);
  });
});

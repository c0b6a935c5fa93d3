import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { commandsOf, shellBlocksOf } from '../guides/blocks.ts';
import { openShell, writeFiles } from '../guides/shell.ts';
import { itHeedsRspamd } from '../support/describe-rspamd.ts';
import { startService, type TestService } from '../support/service.ts';
import { isDelivery, type ReceivedMail } from '../support/smtp-sink.ts';
import { UNLESS_ROOT, unlessInstalled } from './programs.ts';
import { startRedis } from './redis.ts';
import { SPAM_WORD, startRspamd } from './rspamd.ts';

const skip = UNLESS_ROOT || unlessInstalled('rspamd', 'redis-server');

const COUNT = 300;
const THINGS = 'chairs tables lamps shelves desks doors windows carpets curtains stools'.split(' ');
const PLACES = 'kitchen office hall garden school library workshop hotel studio shop'.split(' ');
const TIMES = 'Monday Tuesday Wednesday'.split(' ');

/** No two of them are the same in more than their frame. */
const honest = (at: number) => {
  const [thing, place] = [THINGS[at % 10] ?? '', PLACES[Math.floor(at / 10) % 10] ?? ''];
  return {
    message: `Do you have ${thing} for the ${place}? Call me on ${TIMES[Math.floor(at / 100)]}.`,
  };
};
const spam = (at: number) => ({
  message: `[url=https://win${at}.example]${SPAM_WORD}[/url] ${honest(at).message}`,
});

/** The mails of so many submissions in their order, sent by this service as `forms@…`. */
async function mailsOf(service: TestService, fieldsOf: (at: number) => { message: string }) {
  const { form_id } = await service.activeRoute();
  const before = service.sink.mails.length;
  for (let at = 0; at < COUNT; at += 20) {
    const group = Array.from({ length: 20 }, (_none, next) => fieldsOf(at + next));
    await Promise.all(group.map((fields) => service.submit(form_id, fields)));
  }
  const mails = service.sink.mails.slice(before).filter(isDelivery);
  assert.equal(mails.length, COUNT);
  return mails;
}

describe("Debian's Rspamd", { skip }, async () => {
  const redis = await startRedis({ after });
  const rspamd = await startRspamd({ after }, redis);

  describe('asked by its worker', () => {
    itHeedsRspamd(() => ({ RSPAMD_URL: rspamd.worker }));
  });

  describe('asked by its controller, with a password', () => {
    itHeedsRspamd(() => rspamd.controller);
  });

  it('the commands of docs/operating.md train it with mails of forms', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const { RSPAMD_URL, RSPAMD_PASSWORD } = rspamd.controller;
    const { folder, run } = openShell(
      test,
      {},
      {
        rspamc: `PATH=\${PATH#*:} && exec rspamc -h ${new URL(RSPAMD_URL).host} -P '${RSPAMD_PASSWORD}' "$@"`,
      },
    );
    for (const [place, fields] of Object.entries({ '.Junk/cur': spam(1), cur: honest(1) })) {
      await service.submit(form_id, fields);
      const { raw } = service.sink.mails.at(-1) ?? assert.fail('no mail');
      writeFiles(folder, { [`Maildir/${place}/1`]: raw });
    }
    const block = shellBlocksOf('docs/operating.md').find(({ text }) => text.includes('rspamc'));
    const commands = block ? commandsOf(block) : [];
    assert.equal(commands.length, 2);
    for (const command of commands) assert.match(await run(command), /^success = true;$/m);
    assert.match(await run('rspamc stat'), /^Messages learned: 2$/m);
  });

  /** What a mailbox with this Rspamd thinks of a mail; it learns from each. */
  async function receive({ raw, from, recipients: [to = ''] }: ReceivedMail) {
    const headers = {
      from,
      rcpt: to,
      ip: '203.0.113.7',
      helo: 'mx.example',
      hostname: 'mx.example',
    };
    const body = Buffer.from(raw, 'latin1');
    const answer = await fetch(`${rspamd.worker}/checkv2`, { method: 'POST', headers, body });
    return (await answer.json()) as { score: number };
  }

  describe('as the filter of a mailbox that keeps a reputation of each domain', () => {
    it('300 spam submissions next to 300 honest ones change no score of these if marked mail is apart, and do otherwise', async (test: TestContext) => {
      const start = (domain: string, env = {}) =>
        startService(test, { MONTHLY_LIMIT: '0', MAIL_FROM: `Forms <forms@${domain}>`, ...env });
      const alone = await start('alone.example');
      const apart = await start('apart.example', {
        MARKED_MAIL_FROM: 'Forms <forms@marked.example>',
      });
      const mixed = await start('mixed.example');
      const good = {
        alone: await mailsOf(alone, honest),
        apart: await mailsOf(apart, honest),
        mixed: await mailsOf(mixed, honest),
      };
      const bad = [await mailsOf(apart, spam), await mailsOf(mixed, spam)];
      assert.ok(good.apart.every(({ from }) => from === 'forms@apart.example'));
      assert.ok(bad[0]?.every(({ from }) => from === 'forms@marked.example'));
      const scores = { alone: 0, apart: 0, mixed: 0 };
      for (let at = 0; at < COUNT; at += 1) {
        const spams = bad.flatMap((mails) => mails[at] ?? []).map(receive);
        const [one, two, three] = [good.alone[at], good.apart[at], good.mixed[at]];
        assert.ok(one && two && three);
        const found = await Promise.all([receive(one), receive(two), receive(three)]);
        await Promise.all(spams);
        scores.alone += found[0].score / COUNT;
        scores.apart += found[1].score / COUNT;
        scores.mixed += found[2].score / COUNT;
      }
      test.diagnostic(`mean scores of honest mail: ${JSON.stringify(scores)}`);
      assert.ok(Math.abs(scores.apart - scores.alone) < 0.05);
      assert.ok(scores.mixed - scores.alone > 0.5);
    });
  });
});

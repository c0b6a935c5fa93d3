import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { RSPAMD_TEST_WORDS } from './rspamd.ts';
import { startService } from './service.ts';
import { solutionOf } from './solve-challenge.ts';

/** RSPAMD_URL and RSPAMD_PASSWORD of a Rspamd, which runs until the test ends. */
type StartRspamd = (test: TestContext) => Record<string, string> | Promise<Record<string, string>>;

/** The effects of Rspamd's verdicts, the same with a stand-in and the real program. */
export function itHeedsRspamd(start: StartRspamd): void {
  it('what Rspamd finds fine is delivered, odd is marked, and spam needs a challenge', async (test) => {
    const { url: _, ...service } = await startService(test, await start(test));
    const route = await service.activeRoute();
    const { form_id: form } = route;
    const send = (message: string, more = {}) =>
      service.submit(form, { name: 'Ada', message, ...more });
    const subjects = () => service.sink.mails.map(({ email }) => email.subject ?? '');

    assert.equal((await send('Are you open on Sunday?')).status, 200);
    assert.doesNotMatch(subjects().at(-1) ?? '', /Suspicious/);

    assert.equal((await send(RSPAMD_TEST_WORDS['add header'])).status, 200);
    assert.match(subjects().at(-1) ?? '', /^\[Suspicious\] /);
    assert.match(
      service.sink.mails.at(-1)?.email.text ?? '',
      /because the spam filter of this service/,
    );

    const refused = await send(RSPAMD_TEST_WORDS.reject);
    assert.equal(refused.status, 428);
    assert.equal(refused.json.error, 'challenge_required');
    assert.equal(subjects().length, 2);

    const altcha = solutionOf(refused.json.challenge);
    const solved = await send(RSPAMD_TEST_WORDS.reject, { altcha });
    assert.equal(solved.status, 200);
    assert.equal(solved.json.used, 3, 'what was refused is not counted');
    assert.match(subjects().at(-1) ?? '', /^\[Suspicious\] /);

    const dry = { message: RSPAMD_TEST_WORDS['add header'], _dry_run: 'true' };
    const authorization = `Bearer ${route.management_token}`;
    const dryRun = await service.submit(form, dry, { authorization });
    assert.deepEqual(dryRun.json.would.suspicious, ['spam_filter']);
    await service.putSettings(route, { challenge: 'suspicious' });
    assert.equal((await send('Are you open on Monday?')).status, 200);
    const odd = await send(RSPAMD_TEST_WORDS['add header']);
    assert.equal(odd.status, 428, 'what is marked needs a solution at such a form');
    assert.doesNotMatch(service.logText(), /rspamd_failed/);
  });

  it('what Rspamd finds odd or spam needs a challenge where suspicious submissions do', async (test) => {
    const service = await startService(test, await start(test));
    const { form_id: form } = await service.activeRoute({ settings: { challenge: 'suspicious' } });
    const send = (message: string, more = {}) => service.submit(form, { message, ...more });
    assert.equal((await send('Are you open on Sunday?')).status, 200);
    for (const words of Object.values(RSPAMD_TEST_WORDS)) {
      const { status, json } = await send(words);
      assert.equal(status, 428);
      assert.equal((await send(words, { altcha: solutionOf(json.challenge) })).status, 200);
    }
  });
}

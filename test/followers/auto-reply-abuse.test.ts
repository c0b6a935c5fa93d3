import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  ANSWER,
  answeredForm,
  answersIn,
  startAnswering,
  submitSolved,
  VISITOR,
} from '../support/answered-form.ts';
import { listOf } from '../support/list-of.ts';
import { OWNER } from '../support/service.ts';

const HOUR = 3_600_000;

const FIELDS = { message: 'hello' };

type Service = Awaited<ReturnType<typeof startAnswering>>;

/** Forms of as many inboxes, which all answer. */
async function answeringForms(service: Service, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const form = await answeredForm(service, { email: `owner${at}@inbox${at}.example` });
    ids.push(form.form_id);
  }
  return ids;
}

const LINK = 'https://login.example.com/Your-account-is-limited';
const BAIT = { subject: 'Your account is limited', text: `Confirm it at ${LINK} now.` };

describe('an operator who decides about automatic replies', () => {
  it('a link is refused unless the operator lists its host, whatever the form calls its website', async (test) => {
    const service = await startAnswering(test);
    const form = await service.activeRoute();
    const settings = {
      challenge: 'always',
      website: { name: 'PayPal', url: LINK },
      origins: ['https://login.example.com', 'https://*.example.com'],
      auto_reply: BAIT,
    };
    // Anybody can send this header.
    await service.submit(form.form_id, FIELDS, { origin: 'https://login.example.com' });
    for (const [path, answer] of [
      ['', await service.putSettings(form, settings)],
      ['/settings', await service.create({ settings })],
    ] as const) {
      assert.deepEqual([answer.status, answer.json.error], [400, 'settings_invalid']);
      const [{ path: at, message }, ...others] = answer.json.errors;
      assert.deepEqual([at, others], [`${path}/auto_reply/text`, []]);
      assert.match(message, /AUTO_REPLY_HOSTS.*ask the operator, or leave the link out/);
    }
  });

  it('answers that were accepted follow what the operator allows now: with the link, without it, not at all', async (test) => {
    const open = (env: Record<string, string>) => startAnswering(test, env);
    const first = await open({ AUTO_REPLY_HOSTS: '*.example.com' });
    const { form_id } = await answeredForm(first, {}, { auto_reply: BAIT });
    const answerOf = async (service: Service, visitor: string) => {
      const outcome = await submitSolved(service, form_id, { ...FIELDS, email: visitor });
      return [outcome, answersIn(service).at(-1)?.email] as const;
    };
    const [, whole] = await answerOf(first, 'one@one.example');
    for (const part of [whole?.text, whole?.html]) assert.ok(part?.includes(LINK));
    const shared = { DATABASE_URL: `file:${join(first.folder, 'test.db')}` };

    const second = await open({ ...shared, AUTO_REPLY_HOSTS: 'www.example.com' });
    const [, linkless] = await answerOf(second, 'two@two.example');
    for (const part of [linkless?.text, linkless?.html]) {
      assert.ok(part?.includes('https[:]//login[.]example[.]com/'));
      assert.ok(!part?.includes('login.example.com'));
    }

    const third = await open({ ...shared, AUTO_REPLIES: 'off' });
    assert.deepEqual(await answerOf(third, 'three@three.example'), ['skipped', undefined]);
    assert.match(third.logText(), /"answer_skipped".*"reason":"off"/);
  });

  it('on a public service answers are off, and the setting is refused, until the operator switches them on', async (test) => {
    const PUBLIC_URL = 'https://forms.example.net';
    const settings = { challenge: 'always', auto_reply: ANSWER };
    const service = await startAnswering(test, { PUBLIC_URL });
    const refused = await service.create({ settings });
    assert.equal(refused.json.error, 'settings_invalid');
    const [{ path, message }] = refused.json.errors;
    assert.equal(path, '/settings/auto_reply');
    assert.match(message, /its operator has switched them off \(AUTO_REPLIES=on allows them\)/);
    assert.match((await service.request('/inbox')).text, /"sendsReplies":false/);
    const on = await startAnswering(test, { PUBLIC_URL, AUTO_REPLIES: 'on' });
    assert.equal((await on.create({ settings })).status, 202);
    assert.match((await on.request('/inbox')).text, /"sendsReplies":true/);
  });
});

describe('automatic replies to strangers', () => {
  it('an address gets 3 answers an hour and 5 a day from all forms of a deployment', async (test) => {
    const service = await startAnswering(test);
    const forms = await answeringForms(service, 7);
    const send = async (ids: readonly string[]) => {
      for (const id of ids) await submitSolved(service, id, { ...FIELDS, email: VISITOR });
    };
    await send(forms.slice(0, 4));
    assert.equal(answersIn(service).length, 3);
    service.clock.now += 2 * HOUR;
    await send(forms.slice(3));
    assert.equal(answersIn(service).length, 5);
  });

  it('no program, no list and no address of this service is answered', async (test) => {
    const service = await startAnswering(test, {
      OPERATOR_CONTACT: 'help@operator.example',
      BOUNCE_ADDRESS: 'returns@letterslot.example',
    });
    const { form_id } = await answeredForm(service);
    for (const email of listOf(`
      forms@letterslot.example Forms+tag@letterslot.example help@operator.example
      returns@letterslot.example returns+abc@letterslot.example MAILER-DAEMON@victim.example
      postmaster@victim.example abuse+x@victim.example no-reply@victim.example
      No.Reply@victim.example do_not_reply@victim.example noreply-orders@victim.example
      bounces-12=victim.example@lists.example owner-list@lists.example list-request@lists.example
      list-unsubscribe@lists.example orders-noreply@victim.example
    `)) {
      assert.equal(await submitSolved(service, form_id, { ...FIELDS, email }), 'skipped', email);
    }
    assert.deepEqual(answersIn(service), []);
    const people = 'owner@lists.example';
    assert.equal(await submitSolved(service, form_id, { ...FIELDS, email: people }), 'sent');
  });

  it('the owner who tries the form is answered like everybody, so the report does not tell whose inbox it is', async (test) => {
    const service = await startAnswering(test);
    const { form_id } = await answeredForm(service);
    for (const email of [OWNER, OWNER.replace('@', '+tag@')]) {
      const report = await submitSolved(service, form_id, { ...FIELDS, email });
      assert.equal(report, email === OWNER ? 'sent' : 'skipped', 'once a day for the inbox');
    }
    assert.deepEqual(answersIn(service)[0]?.recipients, [OWNER]);
  });

  it('two forms whose visitors are each other’s owners answer once each', async (test) => {
    const service = await startAnswering(test);
    const inboxes = ['one@first.example', 'two@second.example'];
    const [one, two] = [
      await answeredForm(service, { email: inboxes[0] }),
      await answeredForm(service, { email: inboxes[1] }),
    ];
    for (let round = 0; round < 3; round += 1) {
      // What an answering program would post, had it read the answer.
      await submitSolved(service, one.form_id, { ...FIELDS, email: inboxes[1] ?? '' });
      await submitSolved(service, two.form_id, { ...FIELDS, email: inboxes[0] ?? '' });
    }
    assert.equal(answersIn(service).length, 2);
    for (const { raw, from } of answersIn(service)) {
      assert.equal(from, '', 'programs answer the sender of the envelope');
      assert.match(raw, /^Auto-Submitted: auto-replied\r$/m);
    }
  });

  it('no other reply-to of a submission gets the answer, and none can add a recipient', async (test) => {
    const service = await startAnswering(test);
    const { form_id } = await answeredForm(service);
    for (const fields of [
      { email: `${VISITOR}, victim@elsewhere.example` },
      { email: `${VISITOR}\r\nBcc: victim@elsewhere.example` },
      { email: `"x" <${VISITOR}>, <victim@elsewhere.example>` },
      { email: '<>' },
      { _cc: 'victim@elsewhere.example', _autoresponse: 'Buy now' },
    ]) {
      assert.equal(await submitSolved(service, form_id, { ...FIELDS, ...fields }), 'skipped');
    }
    const forged = { email: VISITOR, _replyto: 'victim@elsewhere.example', _cc: OWNER };
    assert.equal(await submitSolved(service, form_id, { ...FIELDS, ...forged }), 'sent');
    const answers = answersIn(service);
    assert.equal(answers.map(({ recipients }) => recipients.join()).join(), VISITOR);
    assert.doesNotMatch(answers[0]?.raw ?? '', /victim|Buy now/);
  });
});

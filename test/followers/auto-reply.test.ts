import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/platform/stores/store.ts';
import {
  ANSWER,
  answeredForm,
  answersIn,
  startAnswering,
  submitSolved,
  VISITOR,
} from '../support/answered-form.ts';
import { manage } from '../support/manage-form.ts';
import { linkedToken, OWNER } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

const SECRET = 'Sehr geheime Worte';
const FIELDS = { name: 'Eva Besucherin', email: VISITOR, message: SECRET, _subject: 'Betreff' };

const DAY = 86_400_000;
const HOUR = 3_600_000;

describe('an automatic reply', () => {
  it('a visitor gets the text of the owner, the name of the form, and no word of the submission', async (test) => {
    const service = await startAnswering(test, { OPERATOR_NAME: 'Acme Ltd' });
    const form = await answeredForm(service, { alias: 'Lindholm example.com' });
    assert.equal(await submitSolved(service, form.form_id, FIELDS), 'sent');
    const [delivery, answer] = service.sink.mails;
    assert.ok(delivery && isDelivery(delivery) && answer);
    assert.equal(service.sink.mails.length, 2);
    const { email, raw, from, recipients } = answer;
    assert.deepEqual([from, recipients], ['', [VISITOR]], 'a bounce goes to nobody');
    assert.equal(email.subject, 'We got your message to Lindholm example[.]com');
    assert.deepEqual(email.from, { name: 'Forms', address: 'forms@letterslot.example' });
    assert.equal(email.replyTo, undefined);
    for (const part of [email.text ?? '', email.html ?? '']) {
      assert.match(part, /We answer within a day\./);
      assert.match(part, /Sent by Acme Ltd because this address was entered in the form “Lindholm/);
      assert.ok(part.includes(form.form_id));
      assert.doesNotMatch(part, /\/inbox|routes\/stop|Besucherin|geheime|Betreff/);
    }
    assert.ok(
      email.text?.startsWith('Thank you.\nWe answer within a day.\n\nThe team of Lindholm'),
    );
    assert.doesNotMatch(raw, new RegExp(`Besucherin|geheime|Betreff|${OWNER}`));
    assert.match(raw, /^X-Auto-Response-Suppress: All\r$/m);
    assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    assert.doesNotMatch(
      raw,
      /^(Precedence|In-Reply-To|References|Reply-To|Letterslot-(?!Reference))/im,
    );
  });

  it('the name of the form stands before that of the service, unless it poses as somebody', async (test) => {
    const service = await startAnswering(test);
    const form = await answeredForm(service, { alias: 'Lindholm' });
    await submitSolved(service, form.form_id, FIELDS);
    assert.equal(answersIn(service)[0]?.email.from?.name, 'Lindholm via Forms');
  });

  it('a subject that looks like a notice of the service is not used', async (test) => {
    const service = await startAnswering(test);
    const auto_reply = { ...ANSWER, subject: 'Please confirm this inbox' };
    const form = await answeredForm(service, {}, { auto_reply });
    await submitSolved(service, form.form_id, FIELDS);
    assert.equal(answersIn(service)[0]?.email.subject, 'Your message to “Contact form”');
  });

  // Guarantee: Mails, pages and integrations
  it('an address gets one automatic reply of a form in 24 hours, however it is spelled', async (test) => {
    const service = await startAnswering(test);
    const { form_id } = await answeredForm(service);
    const send = (email: string) => submitSolved(service, form_id, { ...FIELDS, email });
    assert.equal(await send('jo.doe+a@gmail.com'), 'sent');
    for (const email of ['jo.doe@gmail.com', 'JODOE+b@googlemail.com']) {
      assert.equal(await send(email), 'skipped');
    }
    service.clock.now += DAY - 600_000;
    assert.equal(await send('jodoe@gmail.com'), 'skipped');
    service.clock.now += 1_200_000;
    assert.equal(await send('jodoe@gmail.com'), 'sent');
    assert.equal(answersIn(service).length, 2);
  });

  it('there is no answer to a test, a dry run, a trap, a marked submission or one without an address', async (test) => {
    const service = await startAnswering(test);
    const form = await answeredForm(service);
    const { form_id } = form;
    const send = (fields: Record<string, string>) =>
      submitSolved(service, form_id, { ...FIELDS, ...fields });
    assert.equal(await send({ _test: 'true' }), 'skipped');
    assert.equal(await send({ _dry_run: 'true' }), undefined);
    assert.equal(await send({ _gotcha: 'x' }), undefined);
    assert.equal(await send({ message: '[url=https://a.example]Hello[/url]' }), 'skipped');
    assert.equal(await send({ email: 'nobody' }), 'skipped');
    assert.equal((await service.submit(form_id, FIELDS)).status, 428);
    const tested = await manage(service, form, 'POST', '/test');
    assert.deepEqual(tested.json.delivery, { email: 'delivered' });
    assert.deepEqual(answersIn(service), []);
  });

  it('a form that no longer asks everybody for a solution sends no automatic reply', async (test) => {
    const service = await startAnswering(test);
    const form = await answeredForm(service);
    await service.putSettings(form, { challenge: 'suspicious' });
    assert.equal(await submitSolved(service, form.form_id, FIELDS), undefined);
    assert.deepEqual(answersIn(service), []);
  });

  it('a retry with the same Idempotency-Key is answered as before, without a second mail', async (test) => {
    const service = await startAnswering(test);
    const { form_id } = await answeredForm(service);
    const key = { 'idempotency-key': '0c9d2f4e6a7b41c88d35e1f2a3b4c5d6' };
    for (const _ of [1, 2]) assert.equal(await submitSolved(service, form_id, FIELDS, key), 'sent');
    assert.equal(answersIn(service).length, 1);
  });

  it('a mail server that refuses three mails of nobody gets the address of every mail for an hour', async (test) => {
    const service = await startAnswering(test);
    const forms = [
      await answeredForm(service),
      await answeredForm(service, { email: 'b@b.example' }),
    ];
    const { sink, clock } = service;
    let visitors = 0;
    /** The sender of the envelope in which the next visitor gets their answer. */
    async function nextSender(): Promise<string | undefined> {
      const email = `visitor${(visitors += 1)}@elsewhere${visitors}.example`;
      const { form_id } = forms[visitors % 2] ?? assert.fail();
      assert.equal(await submitSolved(service, form_id, { ...FIELDS, email }), 'sent');
      return answersIn(service).at(-1)?.from;
    }
    const own = 'forms@letterslot.example';
    sink.refuseAddress('from', '', 501);
    assert.equal(await nextSender(), own);
    sink.refuseAddress('from', '', undefined);
    assert.equal(await nextSender(), '', 'one refusal changes nothing');
    sink.refuseAddress('from', '', 501);
    for (const refused of [2, 3, 4, 4]) {
      assert.equal(await nextSender(), own);
      assert.equal(sink.refusedEnvelopes(), refused);
    }
    clock.now += HOUR;
    assert.equal(await nextSender(), own);
    assert.equal(sink.refusedEnvelopes(), 5, 'and is asked once an hour');
    sink.refuseAddress('from', '', undefined);
    assert.equal(await nextSender(), own);
    clock.now += HOUR;
    assert.equal(await nextSender(), '');
  });

  it('an answer that the mail server refuses fails no submission', async (test) => {
    const service = await startAnswering(test);
    const { form_id } = await answeredForm(service);
    service.sink.refuseAddress('to', VISITOR, 550);
    assert.equal(await submitSolved(service, form_id, FIELDS), 'skipped');
    assert.equal(service.sink.mails.filter(isDelivery).length, 1);
    assert.equal(await submitSolved(service, form_id, FIELDS), 'skipped', 'and is not tried again');
    assert.equal(service.sink.refusedEnvelopes(), 2, 'once from nobody, once from the service');
  });

  it('an answer that cannot be sent by a fault fails no submission', async (test) => {
    let isGone = false;
    const wrapStore = ({ refusals, ...store }: Store): Store => ({
      ...store,
      refusals: {
        ...refusals,
        endOf: (...of) => (isGone ? Promise.reject(new Error('gone')) : refusals.endOf(...of)),
      },
    });
    const service = await startAnswering(test, {}, { wrapStore });
    const { form_id } = await answeredForm(service);
    isGone = true;
    assert.equal(await submitSolved(service, form_id, FIELDS), 'skipped');
    assert.match(service.logText(), /"answer_failed"/);
  });
});

describe('the link that stops automatic replies', () => {
  const press = (service: Awaited<ReturnType<typeof startAnswering>>, body: object, query = '') =>
    service.request(`/v1/answers/stop${query}`, {
      method: 'POST',
      body: new URLSearchParams(body as Record<string, string>),
    });

  it('stops the answers of all forms to an address, and looking at it stops nothing', async (test) => {
    const service = await startAnswering(test);
    const one = await answeredForm(service);
    const other = await answeredForm(service, { alias: 'Other', email: 'other@example.net' });
    await submitSolved(service, one.form_id, FIELDS);
    const token = linkedToken(service, 'stop');
    const path = `/v1/answers/stop?token=${token}`;
    const page = await service.request(path, { headers: { accept: 'text/html' } });
    assert.match(page.text, /Stop all automatic replies to this address\?/);
    assert.doesNotMatch(page.text, /elsewhere|Contact form/);
    assert.equal(await submitSolved(service, other.form_id, FIELDS), 'sent');
    for (const _ of [1, 2]) assert.equal((await press(service, { token })).json.status, 'stopped');
    assert.match((await service.request(path)).text, /No more automatic replies/);
    service.clock.now += 365 * DAY;
    for (const { form_id } of [one, other]) {
      assert.equal(await submitSolved(service, form_id, FIELDS), 'skipped');
    }
    assert.equal((await press(service, { token, choice: 'allow' })).json.status, 'allowed');
    assert.equal(await submitSolved(service, one.form_id, FIELDS), 'sent');
  });

  it('is pressed by a mail program with one click, for each spelling of the address', async (test) => {
    const service = await startAnswering(test);
    const { form_id } = await answeredForm(service);
    await submitSolved(service, form_id, FIELDS);
    const token = linkedToken(service, 'stop');
    const query = `?token=${token}`;
    const without = await press(service, {}, query);
    assert.equal(without.json.error, 'verification_token_required');
    await press(service, { 'List-Unsubscribe': 'One-Click' }, query);
    service.clock.now += 2 * DAY;
    const email = VISITOR.replace('@', '+again@').toUpperCase();
    assert.equal(await submitSolved(service, form_id, { ...FIELDS, email }), 'skipped');
    const forged = `${token.split('.')[0]}.${'A'.repeat(22)}`;
    const refused = await press(service, { token: forged });
    assert.equal(refused.json.error, 'verification_token_invalid');
  });
});

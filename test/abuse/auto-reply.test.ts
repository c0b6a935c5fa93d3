import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  answeredForm,
  answersIn,
  startAnswering,
  submitSolved,
  VISITOR,
} from '../support/answered-form.ts';
import { OWNER } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

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

describe('automatic answers to strangers', () => {
  it('a forged address gets one answer of a form, from a burst of submissions too', async (test) => {
    const service = await startAnswering(test);
    const { form_id } = await answeredForm(service);
    const reports = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        submitSolved(service, form_id, { message: `${at}`, email: VISITOR }),
      ),
    );
    assert.equal(answersIn(service).length, 1);
    assert.equal(reports.filter((report) => report === 'sent').length, 1);
    assert.equal(service.sink.mails.filter(isDelivery).length, 6, 'all are delivered');
  });

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
    for (const email of [
      'forms@letterslot.example',
      'Forms+tag@letterslot.example',
      'help@operator.example',
      'returns@letterslot.example',
      'returns+abc@letterslot.example',
      'MAILER-DAEMON@victim.example',
      'postmaster@victim.example',
      'abuse+x@victim.example',
      'no-reply@victim.example',
      'No.Reply@victim.example',
      'do_not_reply@victim.example',
      'noreply-orders@victim.example',
      'bounces-12=victim.example@lists.example',
      'owner-list@lists.example',
      'list-request@lists.example',
      'list-unsubscribe@lists.example',
      'orders-noreply@victim.example',
    ]) {
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
      assert.equal(
        report,
        email === OWNER ? 'sent' : 'skipped',
        'once a day, by the identity of the inbox',
      );
    }
    assert.deepEqual(
      answersIn(service).flatMap(({ recipients }) => recipients),
      [OWNER],
    );
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
    assert.deepEqual(
      answers.map(({ recipients }) => recipients),
      [[VISITOR]],
    );
    assert.doesNotMatch(answers[0]?.raw ?? '', /victim|Buy now/);
  });
});

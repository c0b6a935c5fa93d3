import assert from 'node:assert/strict';
import { it } from 'node:test';
import { referenceOf } from '../../src/contract/names.ts';
import { answeredForm, answersIn, startAnswering, submitSolved } from '../support/answered-form.ts';
import { decryptPgp, encryptedForm, splitMessage } from '../support/encrypted-form.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, startService } from '../support/service.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';

const FIELDS = { name: 'Ada', message: 'Hello' };
const REFERENCE = /^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/;

const headerOf = (mail: ReceivedMail | undefined) =>
  mail?.email.headers.find(({ key }) => key === 'letterslot-reference')?.value;

const lineOf = (text = '') => /^Reference: (.*)$/m.exec(text.replaceAll('\r', ''))?.[1];

it('the reference is made of the delivery id alone, of each of its first forty bits', () => {
  const id = 'msg_cd892447-5368-4698-8922-4366b07915c7';
  const bits = BigInt('0xcd89244753').toString(2).padStart(40, '0');
  const symbols = bits
    .match(/.{5}/g)
    ?.map((five) => 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'[Number.parseInt(five, 2)])
    // 25, the digit 3, is the letter B where the reference begins.
    .with(0, 'B');
  assert.equal(referenceOf(id).replace('-', ''), symbols?.join(''));
  assert.match(referenceOf(id), REFERENCE);
  assert.equal(referenceOf(`${id.slice(0, 18)}-others`), referenceOf(id));
});

it('a reference begins with a letter, as filters of spam take a header of digits for a random one', () => {
  for (let first = 0; first < 32; first += 1) {
    const digits = (first << 15).toString(16).padStart(5, '0');
    assert.match(referenceOf(`msg_${digits}447-5368-4698-8922-4366b07915c7`), /^[A-Z]/);
  }
});

it('answer, mail and thank-you page have one reference, and a retry with its key gets the same', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  const key = { 'idempotency-key': '0c9d2f4e6a7b41c88d35e1f2a3b4c5d6' };
  const { json } = await service.submit(form_id, FIELDS, key);
  assert.equal(json.reference, referenceOf(json.delivery_id));
  const [mail] = service.sink.mails;
  assert.equal(headerOf(mail), json.reference);
  assert.equal(lineOf(mail?.email.text), json.reference);
  assert.ok(mail?.email.html?.includes(`>Reference: ${json.reference}</p>`));
  assert.equal((await service.submit(form_id, FIELDS, key)).json.reference, json.reference);
  const page = await service.submit(form_id, FIELDS, { ...key, accept: 'text/html' });
  assert.ok(page.text.includes(`Reference: ${json.reference}`));
  const other = await service.submit(form_id, FIELDS);
  assert.notEqual(other.json.reference, json.reference);
  assert.equal(lineOf(service.sink.mails.at(-1)?.email.text), other.json.reference);
});

it('an automatic reply names the reference of what it answers', async (test) => {
  const service = await startAnswering(test);
  const { form_id } = await answeredForm(service);
  await submitSolved(service, form_id, { ...FIELDS, email: 'ada@elsewhere.example' });
  const [answer] = answersIn(service);
  const mail = service.sink.mails.find((each) => each !== answer && headerOf(each) !== undefined);
  assert.match(headerOf(answer) ?? '', REFERENCE);
  assert.equal(headerOf(answer), headerOf(mail));
  assert.equal(lineOf(answer?.email.text), headerOf(answer));
});

it('an encrypted mail has its reference in the header outside and in the small print inside', async (test) => {
  const service = await startService(test);
  const { armored, privateKey } = await makeKey(OWNER);
  const formId = await encryptedForm(service, { type: 'openpgp', key: armored });
  const { json } = await service.submit(formId, FIELDS);
  const mail = service.sink.mails.at(-1) ?? assert.fail();
  assert.equal(headerOf(mail), json.reference);
  const { body } = splitMessage(await decryptPgp(mail, privateKey));
  assert.equal(lineOf(body), json.reference);
});

it('a trapped, tried or refused submission has no reference', async (test) => {
  const { activeRoute, submit } = await startService(test);
  const { form_id } = await activeRoute();
  for (const more of [{ _gotcha: 'x' }, { _dry_run: '1' }, { _redirect: 'x' }]) {
    const { json } = await submit(form_id, { ...FIELDS, ...more });
    assert.equal('reference' in json, false, JSON.stringify(json));
    const { text } = await submit(form_id, { ...FIELDS, ...more }, { accept: 'text/html' });
    assert.doesNotMatch(text, /Reference/);
  }
});
